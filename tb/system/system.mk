# SPDX-License-Identifier: Apache-2.0
# system.mk: tests of the whole program. Included by the top Makefile; what they show: tb/system/README.md,
# tb/timing/README.md, tb/conform/README.md.
#   make system            all fast system tests           make timing    passes and totals
#   make conform           the contract at the ports       make system-long    seeds, compilers, reset values

SYSTEM_DIR := build/system
SYSTEM_CFLAGS := $(CSIM_CFLAGS) -O1 -g -Icsim/app -Itb/support
# The program without its main, for tests that are programs themselves.
SYSTEM_RIG := build/csim/app/rig.o build/csim/app/profile.o build/libubn.a build/dut/fast/dut.a
SYSTEM_MAIN := $(CSIM_APP_OBJ) build/libubn.a
comma := ,
wrap = $(addprefix -Wl$(comma)--wrap=,$(1))

.PHONY: system system-long timing conform

$(SYSTEM_DIR)/%.o: tb/%.c
	@mkdir -p $(@D)
	$(CCACHE) $(CC) $(SYSTEM_CFLAGS) -MMD -MP -c $< -o $@
-include $(wildcard $(SYSTEM_DIR)/*/*.d)

# ---- timing

$(SYSTEM_DIR)/test_passes: $(SYSTEM_DIR)/timing/test_passes.o $(SYSTEM_RIG)
	$(CXX) $(call wrap,ubn_node_create ubn_link_send_beat) $^ $(CSIM_LIBS) -lcmocka -o $@

# The DMA engine alone, with the root complex of csim: rates over tags, credits, payload.
PCIE_DMA_DIR := $(SYSTEM_DIR)/pcie_dma
$(PCIE_DMA_DIR)/dut.h: $(wildcard rtl/pcie/*.v rtl/common/*.v rtl/gen/*.vh) tb/support/shim.py
	@mkdir -p $(@D)
	@rm -f $(@D)/Vdut* $@
	$(UNIT_VERILATE) --Mdir $(@D) --top-module pcie_dma pcie_dma.v
	tb/support/shim.py $(@D) dut -- pcie_dma
$(PCIE_DMA_DIR)/shim.o: $(PCIE_DMA_DIR)/dut.h
	$(CCACHE) $(CXX) $(UNIT_CXXFLAGS) -O2 -c $(@D)/dut_shim.cpp -o $@
$(PCIE_DMA_DIR)/test.o: tb/timing/test_pcie_dma.c $(PCIE_DMA_DIR)/dut.h
	$(CCACHE) $(CC) -I$(@D) $(SYSTEM_CFLAGS) -MMD -MP -c $< -o $@
$(SYSTEM_DIR)/test_pcie_dma: $(addprefix $(PCIE_DMA_DIR)/,test.o shim.o) $(UNIT_RUNTIME) build/libubn.a
	$(CXX) $^ $(CSIM_LIBS) -lcmocka -o $@

timing: build/ubnsim $(SYSTEM_DIR)/test_passes $(SYSTEM_DIR)/test_pcie_dma
	@echo "== timing"
	$(SYSTEM_DIR)/test_passes
	$(SYSTEM_DIR)/test_pcie_dma build/out/pcie_dma
	tb/timing/test_totals.py
	tb/timing/test_totals_ldst.py
	tb/timing/test_totals_roce.py
	tb/timing/test_rates.py

# ---- system

BREAK_WRAPS := $(call wrap,ubn_dut_settle ubn_dut_outstanding ubn_bus_nic_write_beat ubn_link_send_beat \
    ubn_trace_interval ubn_dut_world_create)
STUB_OBJ := $(patsubst %,build/csim/app/%.o,main args cmd_run cmd_check cmd_keys)

# ubnsim in an environment that does what it must not: break.c
$(SYSTEM_DIR)/ubnsim-broken: $(SYSTEM_DIR)/system/break.o $(SYSTEM_MAIN) build/dut/fast/dut.a
	$(CXX) $(BREAK_WRAPS) $^ $(CSIM_LIBS) -o $@
# The command line over a simulation that does nothing: stub_run.c
$(SYSTEM_DIR)/ubnsim-stub: $(SYSTEM_DIR)/system/stub_run.o $(STUB_OBJ) build/libubn.a
	$(CC) $^ $(CSIM_LIBS) -o $@

# Tests that drive two nodes themselves: pair.h
PAIR_TESTS := $(addprefix $(SYSTEM_DIR)/,test_messages test_queues test_peers test_rings test_ldst)
$(PAIR_TESTS): $(SYSTEM_DIR)/%: $(addprefix $(SYSTEM_DIR)/system/,%.o pair.o pair_work.o) $(SYSTEM_RIG)
	$(CXX) $^ $(CSIM_LIBS) -lcmocka -o $@

# ---- conform

CONTRACT_OBJ := $(patsubst %,$(SYSTEM_DIR)/conform/%.o,contract link axi pcie tlp)
CONTRACT_WRAPS := $(call wrap,ubn_dut_create ubn_dut_settle ubn_dut_tick ubn_dut_destroy)

# ubnsim with an observer of all ports: contract.c
$(SYSTEM_DIR)/ubnsim-contract: $(CONTRACT_OBJ) $(SYSTEM_MAIN) build/dut/fast/dut.a
	$(CXX) $(CONTRACT_WRAPS) $^ $(CSIM_LIBS) -o $@

# The rules themselves, on a controller that does what is wrong.
$(SYSTEM_DIR)/test_rules: $(addprefix $(SYSTEM_DIR)/conform/,test_rules.o puppet.o) $(CONTRACT_OBJ)
	$(CC) $(CONTRACT_WRAPS) $^ -lcmocka -o $@

conform: build/ubnsim $(SYSTEM_DIR)/ubnsim-contract $(SYSTEM_DIR)/test_rules
	@echo "== conform"
	$(SYSTEM_DIR)/test_rules
	tb/conform/test_contract.py

# ---- all of it

system: build/ubnsim $(SYSTEM_DIR)/ubnsim-broken $(SYSTEM_DIR)/ubnsim-stub $(PAIR_TESTS) conform ## whole program
	@echo "== system"
	@set -e; for test in $(PAIR_TESTS); do $$test; done
	tb/system/test_cli build/ubnsim
	tb/system/test_cli $(SYSTEM_DIR)/ubnsim-stub --stub
	tb/system/test_sweep
	tb/system/test_check_capture.py
	tb/system/test_ends.py
	tb/system/test_faults.py
	tb/system/test_capture.py
	tb/system/test_dissector.py
	tb/system/test_ldst.py
	tb/system/test_roce.py
	tb/system/test_determinism.py
	tb/system/test_random.py
	tb/system/test_knobs.py

# ---- long: other compilers, other reset values, many seeds

# clang for the C code and for the Verilated code: the same Makefile in a folder of links.
build/clang/build/ubnsim: build/ubnsim
	@mkdir -p $(@D)
	@ln -sfn $(addprefix ../../,Makefile configs csim rtl scripts tb) build/clang/
	$(MAKE) -C build/clang CC=clang CXX=clang++ DUT_LIBS_fast=-latomic build/ubnsim

# Random reset values, from a seed of their own: UBN_RESET_SEED.
$(SYSTEM_DIR)/ubnsim-reset: $(SYSTEM_DIR)/system/break.o $(SYSTEM_MAIN) build/dut/checked/dut.a
	$(CXX) $(BREAK_WRAPS) $^ $(CSIM_LIBS) -o $@

system-long: build/ubnsim-checked build/ubnsim-traced
system-long: build/clang/build/ubnsim $(SYSTEM_DIR)/ubnsim-reset ## other builds, many seeds
	@echo "== system-long"
	tb/system/test_determinism.py clang=build/clang/build/ubnsim reset=$(SYSTEM_DIR)/ubnsim-reset
	tb/system/test_wave.py
	tb/system/test_wave_view.py
	tb/system/test_random.py --long
	UBNSIM=build/ubnsim-checked tb/system/test_roce.py

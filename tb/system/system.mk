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

.PHONY: system timing conform

$(SYSTEM_DIR)/%.o: tb/%.c
	@mkdir -p $(@D)
	$(CCACHE) $(CC) $(SYSTEM_CFLAGS) -MMD -MP -c $< -o $@
-include $(wildcard $(SYSTEM_DIR)/*/*.d)

# ---- timing

$(SYSTEM_DIR)/test_passes: $(SYSTEM_DIR)/timing/test_passes.o $(SYSTEM_RIG)
	$(CXX) $(call wrap,ubn_node_create ubn_link_send_beat) $^ $(CSIM_LIBS) -lcmocka -o $@

timing: build/ubnsim $(SYSTEM_DIR)/test_passes
	@echo "== timing"
	$(SYSTEM_DIR)/test_passes
	tb/timing/test_totals.py

# ---- system

BREAK_WRAPS := $(call wrap,ubn_dut_settle ubn_bus_nic_write_beat ubn_link_send_beat ubn_dut_world_create)
STUB_OBJ := $(patsubst %,build/csim/app/%.o,main args cmd_run cmd_check cmd_keys)

# ubnsim in an environment that does what it must not: break.c
$(SYSTEM_DIR)/ubnsim-broken: $(SYSTEM_DIR)/system/break.o $(SYSTEM_MAIN) build/dut/fast/dut.a
	$(CXX) $(BREAK_WRAPS) $^ $(CSIM_LIBS) -o $@
# The command line over a simulation that does nothing: stub_run.c
$(SYSTEM_DIR)/ubnsim-stub: $(SYSTEM_DIR)/system/stub_run.o $(STUB_OBJ) build/libubn.a
	$(CC) $^ $(CSIM_LIBS) -o $@

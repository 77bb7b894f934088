# SPDX-License-Identifier: Apache-2.0
# wire.mk: builds and runs tb/wire. Included by the top Makefile, but needs nothing from it:
#   make wire, or make -f tb/wire/wire.mk wire     UBN_SEED=n replaces the seeds of the random tests

WIRE_DIR := build/wire
WIRE_VLT := $(shell verilator --getenv VERILATOR_ROOT)
WIRE_CACHE := $(if $(shell command -v ccache),ccache)
WIRE_SANITIZE := -fsanitize=address,undefined
WIRE_CFLAGS := -std=c11 -O1 -g -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Werror \
    -Itb/support -Itb/wire -Itb/wire/gen -Icsim/include -I$(WIRE_DIR) $(WIRE_SANITIZE)
WIRE_CXXFLAGS := -std=gnu++17 -O1 -w -I$(WIRE_VLT)/include -I$(WIRE_VLT)/include/vltstd
WIRE_OBJS := $(addprefix $(WIRE_DIR)/, \
    test_wire.o text.o oracle.o shim.o rt/verilated.o rt/verilated_threads.o)

.PHONY: wire wire-build
wire: wire-build
	@echo "== wire"; $(WIRE_DIR)/run
	@tb/vectors/check_frames

wire-build: $(WIRE_DIR)/run

WIRE_VH := $(wildcard rtl/gen/*.vh tb/wire/gen/*.vh)

$(WIRE_DIR)/Vwire_dut.h: tb/wire/wire_dut.v $(WIRE_VH) tb/support/shim.py
	@mkdir -p $(@D)
	verilator --cc -O3 --x-assign fast --x-initial fast --no-timing --assert -Wall \
	    --language 1364-2005 -Irtl/gen -Itb/wire/gen --Mdir $(WIRE_DIR) --prefix Vwire_dut \
	    --top-module wire_dut tb/wire/wire_dut.v
	tb/support/shim.py $(WIRE_DIR) wire_dut -- wire_dut
	@touch $@

$(WIRE_DIR)/shim.o: $(WIRE_DIR)/Vwire_dut.h
	$(WIRE_CACHE) $(CXX) $(WIRE_CXXFLAGS) -c $(WIRE_DIR)/wire_dut_shim.cpp -o $@

$(WIRE_DIR)/rt/%.o: $(WIRE_VLT)/include/%.cpp
	@mkdir -p $(@D)
	$(WIRE_CACHE) $(CXX) $(WIRE_CXXFLAGS) -c $< -o $@

$(WIRE_DIR)/%.o: tb/wire/%.c $(WIRE_DIR)/Vwire_dut.h
	$(WIRE_CACHE) $(CC) $(WIRE_CFLAGS) -MMD -MP -c $< -o $@
-include $(WIRE_DIR)/test_wire.d $(WIRE_DIR)/text.d $(WIRE_DIR)/oracle.d

$(WIRE_DIR)/run: $(WIRE_OBJS)
	$(CXX) $(WIRE_SANITIZE) $^ -lcmocka -lpthread -o $@

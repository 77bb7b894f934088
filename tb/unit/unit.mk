# SPDX-License-Identifier: Apache-2.0
# unit.mk: builds and runs tb/unit/test_*.c. Included by the top Makefile; recipe in tb/unit/README.md.
#   make unit            build and run all        make unit-build      build all
#   make unit-test_x     build and run one        UBN_SEED=n           replaces the seeds of random tests

UNIT_DIR := build/unit
UNIT_TESTS := $(sort $(basename $(notdir $(wildcard tb/unit/test_*.c))))
UNIT_RTL_DIRS := rtl/common rtl/link rtl/urma rtl/roce rtl/pcie tb/unit
UNIT_CACHE := $(if $(shell command -v ccache),ccache)
UNIT_ROOT := $(shell verilator --getenv VERILATOR_ROOT)
UNIT_SANITIZE := -fsanitize=address,undefined

UNIT_CFLAGS := -std=c11 -O1 -g -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Werror \
    -Itb/support -Icsim/include $(UNIT_SANITIZE)
UNIT_CXXFLAGS := -std=gnu++17 -O1 -w -I$(UNIT_ROOT)/include -I$(UNIT_ROOT)/include/vltstd
UNIT_VERILATE := verilator --cc -O3 --x-assign fast --x-initial fast --no-timing --assert \
    --language 1364-2005 -Irtl/gen $(addprefix -y ,$(UNIT_RTL_DIRS)) --prefix Vdut
UNIT_RUNTIME := $(UNIT_DIR)/runtime/verilated.o $(UNIT_DIR)/runtime/verilated_threads.o

.PHONY: unit unit-build $(addprefix unit-,$(UNIT_TESTS))
.SECONDARY:
unit: $(addprefix unit-,$(UNIT_TESTS))

$(UNIT_DIR)/runtime/%.o: $(UNIT_ROOT)/include/%.cpp
	@mkdir -p $(@D)
	$(UNIT_CACHE) $(CXX) $(UNIT_CXXFLAGS) -c $< -o $@

# The n-th DUT line of a test, without comment signs: "module -GPARAMETER=value ...".
unit_dut = $(shell sed -n 's|.*DUT: *\([^*]*[^* ]\).*|\1|p' tb/unit/$(1).c | sed -n '$(2)p')
unit_duts = $(shell seq $$(grep -c 'DUT:' tb/unit/$(1).c))

# A test without DUT: plain C on the library of the project.
define UNIT_C_RULES
$(UNIT_DIR)/$(1)/run: tb/unit/$(1).c build/libubn.a
	@mkdir -p $$(@D)
	$(UNIT_CACHE) $(CC) $(UNIT_CFLAGS) -MMD -MP -MF $$(@D)/test.d -MT $$@ -c $$< -o $$(@D)/test.o
	$(CXX) $(UNIT_SANITIZE) $$(@D)/test.o build/libubn.a $(CSIM_LIBS) -lcmocka -o $$@
-include $(UNIT_DIR)/$(1)/test.d
unit-$(1): $(UNIT_DIR)/$(1)/run
	@echo "== $(1)"; $$<
unit-build: $(UNIT_DIR)/$(1)/run
endef

# Variant $(2) of test $(1): the same C file on the parameters $(3). The list of sources that Verilator writes
# names dut.h, so that a changed module is built again.
define UNIT_RTL_RULES
$(UNIT_DIR)/$(1)/$(2)/dut.h: tb/unit/$(1).c tb/support/shim.py
	@mkdir -p $$(@D)
	@rm -f $$(@D)/Vdut* $$@
	$(UNIT_VERILATE) --Mdir $$(@D) --top-module $(3) $(firstword $(3)).v
	@sed -i 's|^.* : |$$@ : |' $$(@D)/Vdut__ver.d
	tb/support/shim.py $$(@D) dut -- $(3)
-include $(UNIT_DIR)/$(1)/$(2)/Vdut__ver.d
$(UNIT_DIR)/$(1)/$(2)/shim.o: $(UNIT_DIR)/$(1)/$(2)/dut.h
	$(UNIT_CACHE) $(CXX) $(UNIT_CXXFLAGS) -c $$(@D)/dut_shim.cpp -o $$@
$(UNIT_DIR)/$(1)/$(2)/test.o: tb/unit/$(1).c $(UNIT_DIR)/$(1)/$(2)/dut.h
	$(UNIT_CACHE) $(CC) $(UNIT_CFLAGS) -I$$(@D) -MMD -MP -MF $$(@D)/test.d -c $$< -o $$@
-include $(UNIT_DIR)/$(1)/$(2)/test.d
$(UNIT_DIR)/$(1)/$(2)/run: $(UNIT_DIR)/$(1)/$(2)/test.o $(UNIT_DIR)/$(1)/$(2)/shim.o $(UNIT_RUNTIME) $(4)
	$(CXX) $(UNIT_SANITIZE) $$^ -lcmocka -lpthread -o $$@
unit-$(1)-$(2): $(UNIT_DIR)/$(1)/$(2)/run
	@echo "== $(1): $(3)"; $$<
.PHONY: unit-$(1)-$(2)
unit-$(1): unit-$(1)-$(2)
unit-build: $(UNIT_DIR)/$(1)/$(2)/run
endef

unit_rules = $(if $(call unit_duts,$(1)), \
    $(foreach n,$(call unit_duts,$(1)),$(eval $(call UNIT_RTL_RULES,$(1),$(n),$(call unit_dut,$(1),$(n)),$(2)))), \
    $(eval $(call UNIT_C_RULES,$(1))))
# A test with a line "LIB: ubn" is linked with the C library beside its DUT.
unit_lib = $(if $(shell grep -l 'LIB: ubn' tb/unit/$(1).c),build/libubn.a)
$(foreach t,$(UNIT_TESTS),$(call unit_rules,$(t),$(call unit_lib,$(t))))

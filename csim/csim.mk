# SPDX-License-Identifier: Apache-2.0
# csim.mk: the C library, the Verilated controller in two flavours, and ubnsim.
#   build/libubn.a         everything in C but the command line
#   build/ubnsim           fast: no waveforms         build/ubnsim-traced   writes wave.fst

CFLAGS ?= -O2 -g
CSIM_CFLAGS := -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wconversion -Wshadow \
    -Wstrict-prototypes -Werror -Icsim/include -Icsim/dut
CSIM_LIBS := -lcyaml -lyaml -ljansson -lpthread -lm

CSIM_SRC := $(sort $(wildcard csim/*/*.c csim/*/gen/*.c))
CSIM_APP := $(wildcard csim/app/*.c)
CSIM_LIB_OBJ := $(patsubst %.c,build/%.o,$(filter-out $(CSIM_APP),$(CSIM_SRC)))
CSIM_APP_OBJ := $(patsubst %.c,build/%.o,$(CSIM_APP))

build/%.o: %.c
	@mkdir -p $(@D)
	$(CCACHE) $(CC) $(CSIM_CFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

# Two files know the version; they are compiled again when it has changed.
build/version: FORCE
	@mkdir -p build; echo '$(VERSION)' | cmp -s - $@ || echo '$(VERSION)' > $@
.PHONY: FORCE
build/csim/app/main.o build/csim/app/cmd_run.o: build/version
build/csim/app/main.o build/csim/app/cmd_run.o: CFLAGS += -DUBN_VERSION='"$(VERSION)"'

build/libubn.a: $(CSIM_LIB_OBJ)
	@rm -f $@
	$(AR) rcs $@ $^

-include $(patsubst %.o,%.d,$(CSIM_LIB_OBJ) $(CSIM_APP_OBJ))

# ---- the controller: Verilator's C++ and our shim, one folder a flavour
#   fast     nothing extra                                  build/ubnsim
#   traced   writes waveforms                               build/ubnsim-traced
#   checked  hold rule on every stream, random reset values  build/ubnsim-checked

RTL_SRC := $(sort $(wildcard rtl/*/*.v rtl/*/*.vh))
VERILATOR_ROOT := $(shell verilator --getenv VERILATOR_ROOT)
VERILATE_RTL := --no-timing --assert --language 1364-2005 -Irtl/gen -Irtl/common -Irtl/urma \
    -Irtl/link --top-module urma_top
VERILATE := verilator --cc -O3 $(VERILATE_RTL) --output-split 20000
VERILATE_fast := --x-assign fast --x-initial fast
DUT_VLT_traced := scripts/waves/trace.vlt build/dut/traced/wide.vlt
VERILATE_traced := $(VERILATE_fast) --trace-fst $(DUT_VLT_traced)
VERILATE_checked := --x-assign unique --x-initial unique -GCHECK=1
VM_TRACE_fast := 0
VM_TRACE_traced := 1
VM_TRACE_checked := 0
DUT_LIBS_traced := -lz
DUT_INCLUDES := -I$(VERILATOR_ROOT)/include -I$(VERILATOR_ROOT)/include/vltstd
DUT_OPT_checked := -O1
DUT_CXXFLAGS = -std=gnu++17 $(or $(DUT_OPT_$(1)),-O3) -w -include $(CURDIR)/csim/dut/hooks.h \
    -DVL_USER_STOP -DVM_TRACE=$(VM_TRACE_$(1)) -DVM_TRACE_FST=$(VM_TRACE_$(1)) -DVM_COVERAGE=0 -DVM_SC=0

# Signals of this many bits and more are left out of the waveform, by the lines that declare them.
WAVE_WIDE_BITS := 512
build/dut/traced/wide.vlt: $(RTL_SRC) scripts/waves/wide
	@mkdir -p $(@D)
	verilator --xml-only $(VERILATE_RTL) --Mdir $(@D) rtl/urma/urma_top.v
	scripts/waves/wide $(@D)/Vurma_top.xml $(WAVE_WIDE_BITS) >$@

define DUT_RULES
build/dut/$(1)/Vurma_top.mk: $(RTL_SRC) $(DUT_VLT_$(1))
	@mkdir -p $$(@D)
	$(VERILATE) $(VERILATE_$(1)) --Mdir $$(@D) rtl/urma/urma_top.v
build/dut/$(1)/dut.a: build/dut/$(1)/Vurma_top.mk csim/dut/urma_dut.cpp csim/dut/dut.h csim/dut/hooks.h
	$(MAKE) -s -C $$(@D) -f Vurma_top.mk -j2 OBJCACHE="$(CCACHE)" OPT_FAST= OPT_SLOW= OPT_GLOBAL= \
	    CPPFLAGS="-I. $(DUT_INCLUDES)" CXXFLAGS='$(call DUT_CXXFLAGS,$(1))' \
	    Vurma_top__ALL.a verilated.o verilated_threads.o $(if $(filter traced,$(1)),verilated_fst_c.o)
	$(CCACHE) $(CXX) $(call DUT_CXXFLAGS,$(1)) -Icsim/include -Icsim/dut -I$$(@D) $(DUT_INCLUDES) \
	    -c csim/dut/urma_dut.cpp -o $$(@D)/urma_dut.o
	@rm -f $$@
	cp $$(@D)/Vurma_top__ALL.a $$@
	$(AR) rcs $$@ $$(@D)/urma_dut.o $$(@D)/verilated*.o
build/ubnsim$(2): $(CSIM_APP_OBJ) build/libubn.a build/dut/$(1)/dut.a
	$(CXX) $$^ $(CSIM_LIBS) $(DUT_LIBS_$(1)) -o $$@
endef

$(eval $(call DUT_RULES,fast))
$(eval $(call DUT_RULES,traced,-traced))
$(eval $(call DUT_RULES,checked,-checked))

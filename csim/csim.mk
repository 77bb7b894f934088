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

# ---- the controllers: Verilator's C++ and our shims, one folder a flavour, one inside it for each controller
#   fast     nothing extra                                  build/ubnsim
#   traced   writes waveforms                               build/ubnsim-traced
#   checked  hold rule on every stream, random reset values  build/ubnsim-checked
# A controller is one entry of DUTS, the folders of its RTL (top first), csim/dut/<name>_dut.cpp, and a table of
# struct ubn_stack. Its top is rtl/<name>/<name>_top.v; without it the controller is left out of the build.

DUTS := $(foreach d,urma roce,$(if $(wildcard rtl/$(d)/$(d)_top.v),$(d)))
DUT_RTL_urma := urma common link gen
DUT_RTL_roce := roce pcie common link gen

dut_src = $(sort $(foreach dir,$(DUT_RTL_$(1)),$(wildcard rtl/$(dir)/*.v rtl/$(dir)/*.vh)))
VERILATOR_ROOT := $(shell verilator --getenv VERILATOR_ROOT)
dut_rtl_flags = --no-timing --assert --language 1364-2005 $(addprefix -Irtl/,$(DUT_RTL_$(1))) --top-module $(1)_top
VERILATE := verilator --cc -O3 --output-split 20000
VERILATE_fast := --x-assign fast --x-initial fast
VERILATE_traced := $(VERILATE_fast) --trace-fst
VERILATE_checked := --x-assign unique --x-initial unique -GCHECK=1
VM_TRACE_fast := 0
VM_TRACE_traced := 1
VM_TRACE_checked := 0
DUT_LIBS_traced := -lz
DUT_INCLUDES := -I$(VERILATOR_ROOT)/include -I$(VERILATOR_ROOT)/include/vltstd
DUT_OPT_checked := -O1
DUT_CXXFLAGS = -std=gnu++17 $(or $(DUT_OPT_$(1)),-O3) -w -include $(CURDIR)/csim/dut/hooks.h \
    -DVL_USER_STOP -DVM_TRACE=$(VM_TRACE_$(1)) -DVM_TRACE_FST=$(VM_TRACE_$(1)) -DVM_COVERAGE=0 -DVM_SC=0
DUT_HEADERS := $(wildcard csim/dut/*.h csim/dut/*.hpp) csim/include/ubn/beat.h csim/include/ubn/tlp.h

# Signals of this many bits and more are left out of the waveform, by the lines that declare them.
WAVE_WIDE_BITS := 512
dut_vlt = $(if $(filter traced,$(1)),scripts/waves/trace.vlt build/dut/$(1)/$(2)/wide.vlt)

# Controller $(2) in flavour $(1).
define DUT_RULES
build/dut/$(1)/$(2)/wide.vlt: $(call dut_src,$(2)) scripts/waves/wide
	@mkdir -p $$(@D)
	verilator --xml-only $(call dut_rtl_flags,$(2)) --Mdir $$(@D) rtl/$(2)/$(2)_top.v
	scripts/waves/wide $$(@D)/V$(2)_top.xml $$(WAVE_WIDE_BITS) >$$@
build/dut/$(1)/$(2)/V$(2)_top.mk: $(call dut_src,$(2)) $(call dut_vlt,$(1),$(2))
	@mkdir -p $$(@D)
	$(VERILATE) $(call dut_rtl_flags,$(2)) $(VERILATE_$(1)) $(call dut_vlt,$(1),$(2)) --Mdir $$(@D) rtl/$(2)/$(2)_top.v
build/dut/$(1)/$(2)/dut.a: build/dut/$(1)/$(2)/V$(2)_top.mk csim/dut/$(2)_dut.cpp $(DUT_HEADERS)
	$(MAKE) -s -C $$(@D) -f V$(2)_top.mk -j2 OBJCACHE="$(CCACHE)" OPT_FAST= OPT_SLOW= OPT_GLOBAL= \
	    CPPFLAGS="-I. $(DUT_INCLUDES)" CXXFLAGS='$(call DUT_CXXFLAGS,$(1))' V$(2)_top__ALL.a
	$(CCACHE) $(CXX) $(call DUT_CXXFLAGS,$(1)) -Icsim/include -Icsim/dut -I$$(@D) $(DUT_INCLUDES) \
	    -c csim/dut/$(2)_dut.cpp -o $$(@D)/$(2)_dut.o
	@rm -f $$@
	cp $$(@D)/V$(2)_top__ALL.a $$@
	$(AR) rcs $$@ $$(@D)/$(2)_dut.o
endef

# What the controllers of flavour $(1) share, and ubnsim$(2) with all of them.
define FLAVOUR_RULES
build/dut/$(1)/common/%.o: $(VERILATOR_ROOT)/include/%.cpp csim/dut/hooks.h
	@mkdir -p $$(@D)
	$(CCACHE) $(CXX) $(call DUT_CXXFLAGS,$(1)) $(DUT_INCLUDES) -c $$< -o $$@
build/dut/$(1)/common/dut.o: csim/dut/dut.cpp csim/csim.mk $(DUT_HEADERS)
	@mkdir -p $$(@D)
	$(CCACHE) $(CXX) $(call DUT_CXXFLAGS,$(1)) '-DUBN_DUT_LIST=$(foreach d,$(DUTS),X($(d)))' \
	    -Icsim/include -Icsim/dut $(DUT_INCLUDES) -c $$< -o $$@
build/dut/$(1)/dut.a: $(foreach d,$(DUTS),build/dut/$(1)/$(d)/dut.a) $(addprefix build/dut/$(1)/common/, \
    dut.o verilated.o verilated_threads.o $(if $(filter traced,$(1)),verilated_fst_c.o))
	@rm -f $$@
	(echo create $$@; for a in $$(filter %.a,$$^); do echo addlib $$$$a; done; \
	    for o in $$(filter %.o,$$^); do echo addmod $$$$o; done; echo save; echo end) | $(AR) -M
build/ubnsim$(2): $(CSIM_APP_OBJ) build/libubn.a build/dut/$(1)/dut.a
	$(CXX) $$^ $(CSIM_LIBS) $(DUT_LIBS_$(1)) -o $$@
$(foreach d,$(DUTS),$(eval $(call DUT_RULES,$(1),$(d))))
endef

$(eval $(call FLAVOUR_RULES,fast))
$(eval $(call FLAVOUR_RULES,traced,-traced))
$(eval $(call FLAVOUR_RULES,checked,-checked))

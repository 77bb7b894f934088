# SPDX-License-Identifier: Apache-2.0
# lint.mk: every tool that reads the sources without running them; a warning is an error.

LINT_RTL_DIRS := rtl/gen rtl/common rtl/link rtl/pcie rtl/urma rtl/roce
LINT_RTL := $(sort $(wildcard $(addsuffix /*.v,$(LINT_RTL_DIRS))))
LINT_TOPS := urma_top roce_top
# Small tables: what is checked does not depend on their depth, the time yosys takes does.
LINT_SMALL_urma_top := -chparam JETTYS 16 -chparam JFCS 16 -chparam SEGS 16 -chparam CHANS 16 -chparam OST_TOTAL 16
LINT_SMALL_roce_top := -chparam QPS 4 -chparam SLOTS 4 -chparam MRS 4 -chparam CQS 4 -chparam LINES 128
LINT_C := $(filter-out %/gen/%,$(wildcard csim/*/*.c csim/*/*.h csim/include/ubn/*.h tb/*/*.c tb/*/*.h))
LINT_PY := $(shell grep -lr '^\#!/usr/bin/python3' scripts tb) $(wildcard scripts/*/*.py)

.PHONY: lint lint-verilator lint-iverilog lint-yosys lint-format lint-text
lint: lint-verilator lint-iverilog lint-yosys lint-format lint-text ## all linters

lint-verilator: $(addprefix lint-verilator-,$(LINT_TOPS)) ## verilator -Wall on the controllers
lint-verilator-%:
	verilator --lint-only -Wall --language 1364-2005 $(addprefix -I,$(LINT_RTL_DIRS)) \
	    --top-module $* scripts/lint/waivers.vlt $(filter %/$*.v,$(LINT_RTL))

lint-iverilog: $(addprefix lint-iverilog-,$(LINT_TOPS)) ## iverilog -Wall elaborates the controllers
lint-iverilog-%:
	@mkdir -p build
	out=$$(iverilog -g2005 -Wall $(addprefix -I,$(LINT_RTL_DIRS)) -s $* -o build/lint-$*.vvp $(LINT_RTL) 2>&1); \
	    status=$$?; echo "$$out"; test $$status -eq 0 -a -z "$$out"

lint-yosys: $(addprefix lint-yosys-,$(LINT_TOPS)) ## yosys check -assert: no latch, no loop, no multiple driver
lint-yosys-%:
	yosys -q -p "read_verilog -defer -DSYNTHESIS $(addprefix -I,$(LINT_RTL_DIRS)) $(LINT_RTL); \
	    hierarchy -check -top $* $(LINT_SMALL_$*); \
	    proc; select -assert-none t:\$$dlatch; check -assert"

lint-format: ## clang-format on the C sources
	clang-format --dry-run -Werror $(LINT_C)

lint-text: ## lines, spaces, links, names
	scripts/lint/text

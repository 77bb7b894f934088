# SPDX-License-Identifier: Apache-2.0
# ubnic: everything is built in build/. `make help` lists what there is.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run compare rates sweep test lint gen gen-check ci clean

CCACHE := $(if $(shell command -v ccache),ccache)
VERSION := $(shell git describe --always --dirty 2>/dev/null || echo unknown)

include csim/csim.mk
include tb/unit/unit.mk
include tb/wire/wire.mk
include tb/formal/formal.mk
include tb/system/system.mk
include scripts/lint/lint.mk
include scripts/waves/wave.mk

help: ## this list
	@sed -n 's/^\([a-z][a-z-]*\):[^#]*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | column -t -s '|'

run: build/ubnsim ## one 64 B URMA read between two nodes, stage by stage
	build/ubnsim run configs/exp/read_urma.yaml

compare: build/ubnsim ## the paths side by side: stages, both presets, ratios, link latencies
	scripts/compare

rates: build/ubnsim ## request rates beside their bounds and the published ones; refreshes results/rates
	scripts/rates --results results/rates

sweep: build/ubnsim ## the same read over link latencies 50..500 ns, one CSV in build/out
	scripts/sweep link_sweep_urma

test: gen-check lint unit wire formal timing system system-long ## everything that CI checks

ci: test ## the same, by its other name

gen: ## write all generated files from configs/spec
	scripts/gen

gen-check: ## fail when a generated file does not match configs/spec
	scripts/gen --check

clean: ## remove build/
	rm -rf build

# SPDX-License-Identifier: Apache-2.0
# ubnic: everything is built in build/. `make help` lists what there is.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

CCACHE := $(if $(shell command -v ccache),ccache)
VERSION := $(shell git describe --always --dirty 2>/dev/null || echo unknown)

include csim/csim.mk
include tb/unit/unit.mk
include tb/wire/wire.mk
include tb/formal/formal.mk

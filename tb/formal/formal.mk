# SPDX-License-Identifier: Apache-2.0
# formal.mk: proofs of the shared cells. Included by the top Makefile.

.PHONY: formal
formal:
	tb/formal/run

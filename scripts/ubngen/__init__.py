# SPDX-License-Identifier: Apache-2.0
"""Generator of everything derived from configs/spec; started by scripts/gen."""

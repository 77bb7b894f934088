# SPDX-License-Identifier: Apache-2.0
# wave.mk: waveforms in GTKWave. Included by the top Makefile; what they show: scripts/waves/README.md.

.PHONY: wave wave-png

wave: build/ubnsim-traced ## one 64 B URMA read in GTKWave: named, grouped, with markers
	scripts/wave read_urma

wave-png: build/ubnsim-traced ## the same as a picture, without a screen: build/wave/read_urma.png
	scripts/wave read_urma --png build/wave/read_urma.png

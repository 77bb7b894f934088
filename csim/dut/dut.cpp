// SPDX-License-Identifier: Apache-2.0
// dut.cpp: dut.h over any controller of model.hpp: the world, its waveform, what the Verilated runtime calls, and the
// list of controllers. UBN_DUT_LIST comes from csim.mk: X(name) for each controller of the build.

#include "model.hpp"

#include "ubn/log.h"
#include "ubn/time.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

struct ubn_dut_world {
    VerilatedContext context;
    std::vector<ubn_dut *> duts;
#if VM_TRACE
    VerilatedFstC *wave = nullptr;
    bool marked = false;     // edges of the instant marked_ps wait to be written
    uint64_t marked_ps = 0;
    uint64_t written_ps = 0; // time of the last entry
#endif
};

#define X(kind) \
    ubn_dut *ubn_dut_make_##kind(ubn_dut_world *world, VerilatedContext *context, const char *name, \
                                 bool slow_en, uint32_t seed);
UBN_DUT_LIST
#undef X

static const struct {
    const char *kind;
    ubn_dut_maker make;
} kinds[] = {
#define X(kind) {#kind, ubn_dut_make_##kind},
    UBN_DUT_LIST
#undef X
};

// $stop is a plain function without context, so the controller that runs is noted here.
static thread_local ubn_dut *running = nullptr;

void ubn_dut_print(const char *fmt, ...) {
    if (running != nullptr && running->in_reset) return;
    va_list args;
    va_start(args, fmt);
    std::vfprintf(stderr, fmt, args);
    va_end(args);
}

void vl_stop(const char *, int, const char *) {
    if (running == nullptr || running->failed || running->in_reset) return;
    running->failed = true;
    std::fprintf(stderr, "ubnsim: error: the assertion above failed in controller %s at cycle %llu\n",
                 running->name(), static_cast<unsigned long long>(running->now_cyc));
}

// ---- world and waveform

ubn_status ubn_dut_world_create(uint64_t seed, ubn_dut_world **world_out) {
    ubn_dut_world *world = new (std::nothrow) ubn_dut_world;
    if (world == nullptr) return UBN_ERR_NOMEM;
    world->context.randReset(2);
    world->context.randSeed(static_cast<int>((seed ^ (seed >> 32)) & 0x7fffffff) | 1);
#if VM_TRACE
    world->context.traceEverOn(true);
#endif
    *world_out = world;
    return UBN_OK;
}

void ubn_dut_world_destroy(ubn_dut_world *world) { delete world; }

bool ubn_dut_can_trace(void) { return VM_TRACE != 0; }

ubn_status ubn_dut_wave_open(ubn_dut_world *world, const char *path) {
#if VM_TRACE
    world->wave = new VerilatedFstC;
    world->wave->set_time_unit("1ps");
    world->wave->set_time_resolution("1ps");
    for (ubn_dut *dut : world->duts) dut->trace(world->wave);
    world->wave->open(path);
    return world->wave->isOpen() ? UBN_OK : UBN_ERR_IO;
#else
    (void)world;
    (void)path;
    return UBN_ERR_ARG;
#endif
}

#if VM_TRACE
// The clock falls half a period before it rises.
static constexpr uint64_t HALF_PERIOD_PS = UBN_CLOCK_PERIODS_PS / (2 * UBN_CLOCK_PERIODS);

static void write_entry(ubn_dut_world *world, uint64_t ps) {
    world->wave->dump(ps);
    world->written_ps = ps;
}
#endif

void ubn_dut_wave_advance(ubn_dut_world *world, uint64_t ps) {
#if VM_TRACE
    if (!world->marked || world->marked_ps >= ps) return;
    write_entry(world, world->marked_ps);
    for (ubn_dut *dut : world->duts) dut->marked = false;
    world->marked = false;
#else
    (void)world;
    (void)ps;
#endif
}

void ubn_dut_wave_close(ubn_dut_world *world) {
#if VM_TRACE
    if (world == nullptr || world->wave == nullptr) return;
    ubn_dut_wave_advance(world, UINT64_MAX);
    world->wave->close();
    delete world->wave;
    world->wave = nullptr;
#else
    (void)world;
#endif
}

// Changes of controllers whose edge is marked belong to a later entry, so they are kept out of this one.
void ubn_dut_wave_low(ubn_dut *dut, uint64_t ps) {
#if VM_TRACE
    ubn_dut_world *world = dut->world;
    if (world->wave == nullptr) return;
    const uint64_t half_ps = ps > HALF_PERIOD_PS ? ps - HALF_PERIOD_PS : 0;
    const uint64_t low_ps = std::max(half_ps, world->written_ps + 1);
    if (low_ps >= ps) return; // edges less than 2 ps apart
    for (ubn_dut *other : world->duts)
        if (other->marked) other->hold();
    write_entry(world, low_ps);
    for (ubn_dut *other : world->duts)
        if (other->marked) other->release();
#else
    (void)dut;
    (void)ps;
#endif
}

void ubn_dut_wave_mark(ubn_dut *dut, uint64_t ps) {
#if VM_TRACE
    if (dut->world->wave == nullptr) return;
    dut->marked = true;
    dut->world->marked = true;
    dut->world->marked_ps = ps;
#else
    (void)dut;
    (void)ps;
#endif
}

// ---- life

ubn_status ubn_dut_create(ubn_dut_world *world, const char *kind, const char *name, bool slow_en,
                          uint32_t seed, ubn_dut **dut_out) {
    for (const auto &k : kinds) {
        if (std::strcmp(k.kind, kind) != 0) continue;
        ubn_dut *dut = k.make(world, &world->context, name, slow_en, seed);
        if (dut == nullptr) return UBN_ERR_NOMEM;
        world->duts.push_back(dut);
        ubn_dut_reset(dut);
        *dut_out = dut;
        return UBN_OK;
    }
    ubn_log_error("controller %s is not in this build", kind);
    return UBN_ERR_CONFIG;
}

void ubn_dut_destroy(ubn_dut *dut) {
    if (dut == nullptr) return;
    ubn_dut_wave_close(dut->world); // it reads the model
    delete dut;
}

void ubn_dut_reset(ubn_dut *dut) {
    const ubn_dut_in quiet = {};
    dut->reset(true);
    dut->in_reset = true;
    for (int cycle = 0; cycle < 8; cycle++) {
        ubn_dut_settle(dut, &quiet);
        ubn_dut_tick(dut);
    }
    dut->reset(false);
    dut->in_reset = false;
}

// ---- one cycle

// Controllers of a node run one after the other, so one eval per phase of the clock is all it takes.
uint32_t ubn_dut_settle(ubn_dut *dut, const ubn_dut_in *in) {
    dut->now_cyc = in->now_cyc;
    dut->drive(*in);
    running = dut;
    dut->eval();
    return dut->flags();
}

bool ubn_dut_tick(ubn_dut *dut) {
    dut->rise();
    running = dut;
    dut->eval();
    return !dut->failed;
}

// ---- what the ports show

void ubn_dut_tx(const ubn_dut *dut, ubn_link_beat *beat_out) { dut->tx(beat_out); }
ubn_axi_b ubn_dut_host_b(const ubn_dut *dut) { return dut->host_b(); }
void ubn_dut_host_r(const ubn_dut *dut, ubn_axi_r *r_out) { dut->host_r(r_out); }
ubn_dut_cmd ubn_dut_aw(const ubn_dut *dut) { return dut->aw(); }
bool ubn_dut_w(const ubn_dut *dut, uint8_t data[UBN_BEAT_BYTES], uint64_t *strb_out) {
    return dut->w(data, strb_out);
}
ubn_dut_cmd ubn_dut_ar(const ubn_dut *dut) { return dut->ar(); }
void ubn_dut_rq(const ubn_dut *dut, ubn_tlp *tlp_out) { dut->rq(tlp_out); }
void ubn_dut_cc(const ubn_dut *dut, ubn_tlp *tlp_out) { dut->cc(tlp_out); }
uint64_t ubn_dut_stall(const ubn_dut *dut) { return dut->stall(); }
uint32_t ubn_dut_probes(const ubn_dut *dut) { return dut->probes(); }
uint64_t ubn_dut_probe_id(const ubn_dut *dut, unsigned index) { return dut->probe_id(index); }
bool ubn_dut_idle(const ubn_dut *dut) { return dut->idle(); }
uint64_t ubn_dut_wake_cyc(const ubn_dut *dut) { return dut->wake_cyc(); }
uint32_t ubn_dut_outstanding(const ubn_dut *dut) { return dut->outstanding(); }
uint32_t ubn_dut_host_outstanding(const ubn_dut *dut) { return dut->host_outstanding(); }

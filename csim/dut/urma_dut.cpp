// SPDX-License-Identifier: Apache-2.0
// urma_dut.cpp: dut.h over the Verilated URMA controller. The only C++ between C and Verilog.

#include "dut.h"

#include "ubn/time.h"

#include "Vurma_top.h"
#include "verilated.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <list>
#include <new>
#include <vector>

#if VM_TRACE
#include "Vurma_top___024root.h"
#include "Vurma_top__Syms.h"
#include "verilated_fst_c.h"
#endif

static_assert(sizeof(WData) * 16 == UBN_BEAT_BYTES, "a 512-bit port is one beat");

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

struct ubn_dut {
    ubn_dut_world *world;
    Vurma_top top;
    uint64_t now_cyc = 0;
    bool failed = false;
    bool marked = false; // its edge waits to be written to the waveform
    bool in_reset = false; // registers may hold anything: assertions do not count

    ubn_dut(ubn_dut_world *w, const char *name) : world(w), top(&w->context, name) {}
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
                 running->top.name(), static_cast<unsigned long long>(running->now_cyc));
}

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
    for (ubn_dut *dut : world->duts) dut->top.trace(world->wave, 99);
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

// Keeps the changes of one controller out of an entry of the waveform and for a later one: Verilator
// looks at a model only if these flags say that it was evaluated, and clears them with each entry.
class Hold {
    Vurma_top___024root *const root_;
    const bool activity_;
    const decltype(Vurma_top___024root::__Vm_traceActivity) parts_;

public:
    explicit Hold(const ubn_dut *dut)
        : root_(dut->top.rootp), activity_(root_->vlSymsp->__Vm_activity),
          parts_(root_->__Vm_traceActivity) {
        root_->vlSymsp->__Vm_activity = false;
    }
    ~Hold() {
        root_->vlSymsp->__Vm_activity = activity_;
        root_->__Vm_traceActivity = parts_;
    }
    Hold(const Hold &) = delete;
};

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

void ubn_dut_wave_low(ubn_dut *dut, uint64_t ps) {
#if VM_TRACE
    ubn_dut_world *world = dut->world;
    if (world->wave == nullptr) return;
    const uint64_t half_ps = ps > HALF_PERIOD_PS ? ps - HALF_PERIOD_PS : 0;
    const uint64_t low_ps = std::max(half_ps, world->written_ps + 1);
    if (low_ps >= ps) return; // edges less than 2 ps apart
    std::list<Hold> held;
    for (const ubn_dut *other : world->duts)
        if (other->marked) held.emplace_back(other);
    write_entry(world, low_ps);
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

ubn_status ubn_dut_urma_create(ubn_dut_world *world, const char *name, bool slow_en, uint32_t seed,
                               ubn_dut **dut_out) {
    ubn_dut *dut = new (std::nothrow) ubn_dut(world, name);
    if (dut == nullptr) return UBN_ERR_NOMEM;
    dut->top.cfg_slow_en = slow_en;
    dut->top.cfg_slow_seed = seed;
    world->duts.push_back(dut);
    ubn_dut_reset(dut);
    *dut_out = dut;
    return UBN_OK;
}

void ubn_dut_destroy(ubn_dut *dut) {
    if (dut == nullptr) return;
    ubn_dut_wave_close(dut->world); // it reads the model
    dut->top.final();
    delete dut;
}

void ubn_dut_reset(ubn_dut *dut) {
    const ubn_dut_in quiet = {};
    dut->top.rst = 1;
    dut->in_reset = true;
    for (int cycle = 0; cycle < 8; cycle++) {
        ubn_dut_settle(dut, &quiet);
        ubn_dut_tick(dut);
    }
    dut->top.rst = 0;
    dut->in_reset = false;
}

// Controllers of a node run one after the other, so one eval per phase of the clock is all it takes.
uint32_t ubn_dut_settle(ubn_dut *dut, const ubn_dut_in *in) {
    Vurma_top &top = dut->top;
    dut->now_cyc = in->now_cyc;
    top.clk = 0;
    top.cfg_now_cyc = in->now_cyc;
    top.s_rx_valid = in->rx != nullptr;
    if (in->rx != nullptr) {
        std::memcpy(top.s_rx_data.data(), in->rx->data, UBN_BEAT_BYTES);
        top.s_rx_keep = in->rx->keep;
        top.s_rx_last = in->rx->last;
        top.s_rx_user_err = in->rx->err;
    }
    top.s_axi_awvalid = in->host_aw != nullptr;
    if (in->host_aw != nullptr) {
        top.s_axi_awaddr = in->host_aw->addr;
        top.s_axi_awid = in->host_aw->id;
        top.s_axi_awlen = 0;
        top.s_axi_awsize = 6;
        top.s_axi_awburst = 1;
    }
    top.s_axi_wvalid = in->host_w != nullptr;
    if (in->host_w != nullptr) {
        std::memcpy(top.s_axi_wdata.data(), in->host_w->data, UBN_BEAT_BYTES);
        top.s_axi_wstrb = in->host_w->strb;
        top.s_axi_wlast = 1;
    }
    top.s_axi_arvalid = in->host_ar != nullptr;
    if (in->host_ar != nullptr) {
        top.s_axi_araddr = in->host_ar->addr;
        top.s_axi_arid = in->host_ar->id;
        top.s_axi_arlen = 0;
        top.s_axi_arsize = 3;
        top.s_axi_arburst = 1;
    }
    top.m_axi_rvalid = in->r != nullptr;
    if (in->r != nullptr) {
        std::memcpy(top.m_axi_rdata.data(), in->r->data, UBN_BEAT_BYTES);
        top.m_axi_rid = in->r->id;
        top.m_axi_rlast = in->r->last;
        top.m_axi_rresp = in->r->resp;
    }
    top.m_axi_bvalid = in->b != nullptr;
    if (in->b != nullptr) {
        top.m_axi_bid = in->b->id;
        top.m_axi_bresp = in->b->resp;
    }
    top.m_tx_ready = in->tx_ready;
    top.s_axi_bready = in->host_b_ready;
    top.s_axi_rready = in->host_r_ready;
    top.m_axi_awready = in->aw_ready;
    top.m_axi_wready = in->w_ready;
    top.m_axi_arready = in->ar_ready;
    top.m_stall_ready = in->stall_ready;
    running = dut;
    top.eval();
    return (top.s_rx_ready ? UBN_DUT_RX_READY : 0u) | (top.m_tx_valid ? UBN_DUT_TX_VALID : 0u) |
           (top.s_axi_awready ? UBN_DUT_HOST_AW_READY : 0u) |
           (top.s_axi_wready ? UBN_DUT_HOST_W_READY : 0u) |
           (top.s_axi_bvalid ? UBN_DUT_HOST_B_VALID : 0u) |
           (top.s_axi_arready ? UBN_DUT_HOST_AR_READY : 0u) |
           (top.s_axi_rvalid ? UBN_DUT_HOST_R_VALID : 0u) |
           (top.m_axi_awvalid ? UBN_DUT_AW_VALID : 0u) | (top.m_axi_wvalid ? UBN_DUT_W_VALID : 0u) |
           (top.m_axi_bready ? UBN_DUT_B_READY : 0u) | (top.m_axi_arvalid ? UBN_DUT_AR_VALID : 0u) |
           (top.m_axi_rready ? UBN_DUT_R_READY : 0u) |
           (top.m_stall_valid ? UBN_DUT_STALL_VALID : 0u);
}

bool ubn_dut_tick(ubn_dut *dut) {
    dut->top.clk = 1;
    running = dut;
    dut->top.eval();
    return !dut->failed;
}

void ubn_dut_tx(const ubn_dut *dut, ubn_link_beat *beat_out) {
    std::memcpy(beat_out->data, dut->top.m_tx_data.data(), UBN_BEAT_BYTES);
    beat_out->keep = dut->top.m_tx_keep;
    beat_out->last = dut->top.m_tx_last;
    beat_out->err = dut->top.m_tx_user_err;
}

ubn_axi_b ubn_dut_host_b(const ubn_dut *dut) {
    return {dut->top.s_axi_bid, dut->top.s_axi_bresp};
}

void ubn_dut_host_r(const ubn_dut *dut, ubn_axi_r *r_out) {
    std::memcpy(r_out->data, dut->top.s_axi_rdata.data(), UBN_BEAT_BYTES);
    r_out->id = dut->top.s_axi_rid;
    r_out->last = dut->top.s_axi_rlast;
    r_out->resp = dut->top.s_axi_rresp;
}

ubn_dut_cmd ubn_dut_aw(const ubn_dut *dut) {
    return {dut->top.m_axi_awaddr, dut->top.m_axi_awlen + 1u, dut->top.m_axi_awid};
}

bool ubn_dut_w(const ubn_dut *dut, uint8_t data[UBN_BEAT_BYTES], uint64_t *strb_out) {
    std::memcpy(data, dut->top.m_axi_wdata.data(), UBN_BEAT_BYTES);
    *strb_out = dut->top.m_axi_wstrb;
    return dut->top.m_axi_wlast;
}

ubn_dut_cmd ubn_dut_ar(const ubn_dut *dut) {
    return {dut->top.m_axi_araddr, dut->top.m_axi_arlen + 1u, dut->top.m_axi_arid};
}

uint64_t ubn_dut_stall(const ubn_dut *dut) { return dut->top.m_stall_event; }

uint32_t ubn_dut_probes(const ubn_dut *dut) { return dut->top.probe_valid; }

uint64_t ubn_dut_probe_id(const ubn_dut *dut, unsigned index) {
    uint64_t id;
    std::memcpy(&id, dut->top.probe_id.data() + 2 * index, sizeof id);
    return id;
}

bool ubn_dut_idle(const ubn_dut *dut) { return dut->top.stat_idle; }

uint64_t ubn_dut_wake_cyc(const ubn_dut *dut) {
    return dut->top.stat_wake_cyc == 0xffffffffffffULL ? UINT64_MAX : dut->top.stat_wake_cyc;
}

uint32_t ubn_dut_outstanding(const ubn_dut *dut) { return dut->top.stat_outstanding; }

uint32_t ubn_dut_bus_outstanding(const ubn_dut *dut) {
    return static_cast<uint32_t>(dut->top.stat_bus_rd_outstanding) + dut->top.stat_bus_wr_outstanding;
}

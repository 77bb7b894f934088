// SPDX-License-Identifier: Apache-2.0
// model.hpp: what all controllers in Verilog share: the class behind struct ubn_dut and the ports that every top has.
// C++, inside csim/dut only. A controller is one file with a class derived from Model<its Verilated class>.
#ifndef UBN_DUT_MODEL_H
#define UBN_DUT_MODEL_H

#include "dut.h"

#include "ubn/tlp.h"

#include "verilated.h"

#include <cstring>
#include <new>
#include <vector>

#if VM_TRACE
#include "verilated_fst_c.h"
#else
class VerilatedFstC;
#endif

static_assert(sizeof(WData) * 16 == UBN_BEAT_BYTES, "a 512-bit port is one beat");

// What a controller is for dut.h. A family implements the host side that it has; what it never shows valid is
// never asked for.
struct ubn_dut {
    ubn_dut_world *const world;
    uint64_t now_cyc = 0;
    bool failed = false;
    bool marked = false;   // its edge waits to be written to the waveform
    bool in_reset = false; // registers may hold anything: assertions do not count

    explicit ubn_dut(ubn_dut_world *w) : world(w) {}
    virtual ~ubn_dut() = default;
    ubn_dut(const ubn_dut &) = delete;
    ubn_dut &operator=(const ubn_dut &) = delete;

    virtual const char *name() const = 0;
    virtual void reset(bool on) = 0;
    virtual void drive(const ubn_dut_in &in) = 0; // all inputs, the clock low
    virtual uint32_t flags() const = 0;           // enum ubn_dut_flag
    virtual void rise() = 0;                      // the clock goes high
    virtual void eval() = 0;

    virtual void tx(ubn_link_beat *beat_out) const = 0;
    virtual uint64_t stall() const = 0;
    virtual uint32_t probes() const = 0;
    virtual uint64_t probe_id(unsigned index) const = 0;
    virtual bool idle() const = 0;
    virtual uint64_t wake_cyc() const = 0;
    virtual uint32_t outstanding() const = 0;
    virtual uint32_t host_outstanding() const = 0;

    virtual ubn_axi_b host_b() const { return {}; }
    virtual void host_r(ubn_axi_r *) const {}
    virtual ubn_dut_cmd aw() const { return {}; }
    virtual bool w(uint8_t *, uint64_t *) const { return true; }
    virtual ubn_dut_cmd ar() const { return {}; }
    virtual void rq(ubn_tlp *) const {}
    virtual void cc(ubn_tlp *) const {}

    // Waveform: adds its signals; keeps its changes out of the entries written between hold and release.
    virtual void trace(VerilatedFstC *wave) = 0;
    virtual void hold() = 0;
    virtual void release() = 0;
};

// The ports that every top has, over its Verilated class.
template <class Top> class Model : public ubn_dut {
protected:
    Top top;

    static uint32_t flag(bool on, ubn_dut_flag f) { return on ? f : 0u; }

    // Copies a port of words to bytes and back: lane 0 in the low bits.
    template <class Port> static void get(void *bytes, const Port &port) {
        std::memcpy(bytes, port.data(), sizeof(port.m_storage));
    }
    template <class Port> static void put(Port &port, const void *bytes) {
        std::memcpy(port.data(), bytes, sizeof(port.m_storage));
    }

    virtual void drive_host(const ubn_dut_in &in) = 0;
    virtual uint32_t host_flags() const = 0;

public:
    Model(ubn_dut_world *w, VerilatedContext *context, const char *name, bool slow_en, uint32_t seed)
        : ubn_dut(w), top(context, name) {
        top.cfg_slow_en = slow_en;
        top.cfg_slow_seed = seed;
    }
    ~Model() override { top.final(); }

    const char *name() const override { return top.name(); }
    void reset(bool on) override { top.rst = on; }
    void eval() override { top.eval(); }
    void rise() override { top.clk = 1; }

    void drive(const ubn_dut_in &in) override {
        top.clk = 0;
        top.cfg_now_cyc = in.now_cyc;
        top.s_rx_valid = in.rx != nullptr;
        if (in.rx != nullptr) {
            put(top.s_rx_data, in.rx->data);
            top.s_rx_keep = in.rx->keep;
            top.s_rx_last = in.rx->last;
            top.s_rx_user_err = in.rx->err;
        }
        top.m_tx_ready = in.tx_ready;
        top.m_stall_ready = in.stall_ready;
        drive_host(in);
    }

    uint32_t flags() const override {
        return flag(top.s_rx_ready, UBN_DUT_RX_READY) | flag(top.m_tx_valid, UBN_DUT_TX_VALID) |
               flag(top.m_stall_valid, UBN_DUT_STALL_VALID) | host_flags();
    }

    void tx(ubn_link_beat *beat_out) const override {
        get(beat_out->data, top.m_tx_data);
        beat_out->keep = top.m_tx_keep;
        beat_out->last = top.m_tx_last;
        beat_out->err = top.m_tx_user_err;
    }

    uint64_t stall() const override { return top.m_stall_event; }
    uint32_t probes() const override { return top.probe_valid; }
    uint64_t probe_id(unsigned index) const override {
        uint64_t id;
        std::memcpy(&id, top.probe_id.data() + 2 * index, sizeof id);
        return id;
    }
    bool idle() const override { return top.stat_idle; }
    uint64_t wake_cyc() const override {
        return top.stat_wake_cyc == 0xffffffffffffULL ? UINT64_MAX : top.stat_wake_cyc;
    }
    uint32_t outstanding() const override { return top.stat_outstanding; }

#if VM_TRACE
    // Verilator looks at a model only if these flags say that it was evaluated, and clears them with each entry.
    void trace(VerilatedFstC *wave) override { top.trace(wave, 99); }
    void hold() override {
        held_activity_ = top.rootp->vlSymsp->__Vm_activity;
        held_parts_ = top.rootp->__Vm_traceActivity;
        top.rootp->vlSymsp->__Vm_activity = false;
    }
    void release() override {
        top.rootp->vlSymsp->__Vm_activity = held_activity_;
        top.rootp->__Vm_traceActivity = held_parts_;
    }

private:
    bool held_activity_ = false;
    std::decay_t<decltype(std::declval<Top>().rootp->__Vm_traceActivity)> held_parts_{};
#else
    void trace(VerilatedFstC *) override {}
    void hold() override {}
    void release() override {}
#endif
};

// Makes one controller; nullptr: no memory. Each controller file defines one and dut.cpp lists it.
using ubn_dut_maker = ubn_dut *(*)(ubn_dut_world *world, VerilatedContext *context, const char *name,
                                   bool slow_en, uint32_t seed);

#endif

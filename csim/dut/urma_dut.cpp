// SPDX-License-Identifier: Apache-2.0
// urma_dut.cpp: the Verilated URMA controller: AXI4 subordinate for the host, AXI4 manager to memory.

#include "Vurma_top.h"
#if VM_TRACE
#include "Vurma_top___024root.h"
#include "Vurma_top__Syms.h"
#endif

#include "model.hpp"

namespace {

class Urma final : public Model<Vurma_top> {
    using Model::Model;

    void drive_host(const ubn_dut_in &in) override {
        top.s_axi_awvalid = in.host_aw != nullptr;
        if (in.host_aw != nullptr) {
            top.s_axi_awaddr = in.host_aw->addr;
            top.s_axi_awid = in.host_aw->id;
            top.s_axi_awlen = in.host_aw->more;
            top.s_axi_awsize = 6;
            top.s_axi_awburst = 1;
        }
        top.s_axi_wvalid = in.host_w != nullptr;
        if (in.host_w != nullptr) {
            put(top.s_axi_wdata, in.host_w->data);
            top.s_axi_wstrb = in.host_w->strb;
            top.s_axi_wlast = in.host_w->more == 0;
        }
        top.s_axi_arvalid = in.host_ar != nullptr;
        if (in.host_ar != nullptr) {
            top.s_axi_araddr = in.host_ar->addr;
            top.s_axi_arid = in.host_ar->id;
            top.s_axi_arlen = in.host_ar->more;
            top.s_axi_arsize = in.host_ar->size;
            top.s_axi_arburst = 1;
        }
        top.m_axi_rvalid = in.r != nullptr;
        if (in.r != nullptr) {
            put(top.m_axi_rdata, in.r->data);
            top.m_axi_rid = in.r->id;
            top.m_axi_rlast = in.r->last;
            top.m_axi_rresp = in.r->resp;
        }
        top.m_axi_bvalid = in.b != nullptr;
        if (in.b != nullptr) {
            top.m_axi_bid = in.b->id;
            top.m_axi_bresp = in.b->resp;
        }
        top.s_axi_bready = in.host_b_ready;
        top.s_axi_rready = in.host_r_ready;
        top.m_axi_awready = in.aw_ready;
        top.m_axi_wready = in.w_ready;
        top.m_axi_arready = in.ar_ready;
    }

    uint32_t host_flags() const override {
        return flag(top.s_axi_awready, UBN_DUT_HOST_AW_READY) |
               flag(top.s_axi_wready, UBN_DUT_HOST_W_READY) |
               flag(top.s_axi_bvalid, UBN_DUT_HOST_B_VALID) |
               flag(top.s_axi_arready, UBN_DUT_HOST_AR_READY) |
               flag(top.s_axi_rvalid, UBN_DUT_HOST_R_VALID) |
               flag(top.m_axi_awvalid, UBN_DUT_AW_VALID) | flag(top.m_axi_wvalid, UBN_DUT_W_VALID) |
               flag(top.m_axi_bready, UBN_DUT_B_READY) | flag(top.m_axi_arvalid, UBN_DUT_AR_VALID) |
               flag(top.m_axi_rready, UBN_DUT_R_READY);
    }

    ubn_axi_b host_b() const override { return {top.s_axi_bid, top.s_axi_bresp}; }

    void host_r(ubn_axi_r *r_out) const override {
        get(r_out->data, top.s_axi_rdata);
        r_out->id = top.s_axi_rid;
        r_out->last = top.s_axi_rlast;
        r_out->resp = top.s_axi_rresp;
    }

    ubn_dut_cmd aw() const override { return {top.m_axi_awaddr, top.m_axi_awlen + 1u, top.m_axi_awid}; }

    bool w(uint8_t *data, uint64_t *strb_out) const override {
        get(data, top.m_axi_wdata);
        *strb_out = top.m_axi_wstrb;
        return top.m_axi_wlast;
    }

    ubn_dut_cmd ar() const override { return {top.m_axi_araddr, top.m_axi_arlen + 1u, top.m_axi_arid}; }

    uint32_t host_outstanding() const override {
        return static_cast<uint32_t>(top.stat_bus_rd_outstanding) + top.stat_bus_wr_outstanding;
    }
};

} // namespace

ubn_dut *ubn_dut_make_urma(ubn_dut_world *world, VerilatedContext *context, const char *name, bool slow_en,
                           uint32_t seed) {
    return new (std::nothrow) Urma(world, context, name, slow_en, seed);
}

// SPDX-License-Identifier: Apache-2.0
// roce_dut.cpp: the Verilated RoCE controller: four streams of PCIe TLPs and the credit limits of the root complex.

#include "Vroce_top.h"
#if VM_TRACE
#include "Vroce_top___024root.h"
#include "Vroce_top__Syms.h"
#endif

#include "model.hpp"

namespace {

constexpr size_t HDR_BYTES = sizeof(ubn_tlp::hdr);

class Roce final : public Model<Vroce_top> {
    using Model::Model;

    // The first header byte is in the top bits of the port.
    template <class Port> static void put_hdr(Port &port, const uint8_t *hdr) {
        uint8_t bytes[HDR_BYTES];
        for (size_t i = 0; i < HDR_BYTES; i++) bytes[i] = hdr[HDR_BYTES - 1 - i];
        put(port, bytes);
    }

    template <class Hdr, class Data>
    static void get_tlp(ubn_tlp *tlp_out, const Hdr &hdr, const Data &data, bool last) {
        uint8_t bytes[HDR_BYTES];
        get(bytes, hdr);
        for (size_t i = 0; i < HDR_BYTES; i++) tlp_out->hdr[i] = bytes[HDR_BYTES - 1 - i];
        get(tlp_out->data, data);
        tlp_out->last = last;
    }

    void drive_host(const ubn_dut_in &in) override {
        top.s_rc_valid = in.rc != nullptr;
        if (in.rc != nullptr) {
            put_hdr(top.s_rc_hdr, in.rc->hdr);
            put(top.s_rc_data, in.rc->data);
            top.s_rc_last = in.rc->last;
        }
        top.s_cq_valid = in.cq != nullptr;
        if (in.cq != nullptr) {
            put_hdr(top.s_cq_hdr, in.cq->hdr);
            put(top.s_cq_data, in.cq->data);
            top.s_cq_last = in.cq->last;
        }
        top.m_rq_ready = in.rq_ready;
        top.m_cc_ready = in.cc_ready;
        top.fc_ph_limit = in.fc.ph;
        top.fc_pd_limit = in.fc.pd;
        top.fc_nph_limit = in.fc.nph;
        top.fc_npd_limit = in.fc.npd;
        top.fc_inf = in.fc.inf;
    }

    uint32_t host_flags() const override {
        return flag(top.m_rq_valid, UBN_DUT_RQ_VALID) | flag(top.s_rc_ready, UBN_DUT_RC_READY) |
               flag(top.s_cq_ready, UBN_DUT_CQ_READY) | flag(top.m_cc_valid, UBN_DUT_CC_VALID);
    }

    void rq(ubn_tlp *tlp_out) const override {
        get_tlp(tlp_out, top.m_rq_hdr, top.m_rq_data, top.m_rq_last);
    }

    void cc(ubn_tlp *tlp_out) const override {
        get_tlp(tlp_out, top.m_cc_hdr, top.m_cc_data, top.m_cc_last);
    }

    uint32_t host_outstanding() const override { return top.stat_pcie_outstanding; }
};

} // namespace

ubn_dut *ubn_dut_make_roce(ubn_dut_world *world, VerilatedContext *context, const char *name, bool slow_en,
                           uint32_t seed) {
    return new (std::nothrow) Roce(world, context, name, slow_en, seed);
}

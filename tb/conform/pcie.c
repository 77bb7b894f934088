/* SPDX-License-Identifier: Apache-2.0 */
/* pcie: rules of a controller behind PCIe, the same both ways. Packets keep their header and have
 * the beats of their length; tags are free when they are used, completions belong to an open read;
 * both ends keep their names; requests of the controller have their credits, and credits come back
 * only for what was sent. Rules of a single header: tlp.c.
 *
 * The settings are not at the port: UBN_CONTRACT_PCIE="mps mrrs rcb tags", bytes and a number.
 *
 * Source: PCI Express base specification 4.0, 2.2, 2.3.1.1, 2.6.1; rtl/pcie/README.md (streams).
 */
#include "contract.h"
#include "tlp.h"

#include "ubn/gen/enums.h"
#include "ubn/tlp.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define TAGS 256u
#define DATA_CREDIT_BYTES 16u
#define HDR_CREDIT_BITS 8u
#define DATA_CREDIT_BITS 12u
#define HDR_FMT_DATA 0x40u /* first byte of a header: the packet carries data */

/* The packet that moves on a stream. */
struct packet {
    bool inside; /* the next beat continues it */
    uint8_t hdr[UBN_TLP_HDR_BYTES];
    unsigned left_bytes; /* payload that is still to come */
};

/* One end: requests of its own, completions for the other. */
struct end {
    const char *request_name, *completion_name; /* of the streams */
    struct packet request, completion;
    bool named;
    uint16_t id;
    struct tlp_read reads[TAGS];
    unsigned open, peak;
    uint64_t n_reads, read_bytes, n_writes, write_bytes, n_completions;
};

enum { CTL, HOST, ENDS };
enum { PH, PD, NPH, NPD, CREDITS };

/* Credits of one kind, modulo 2^bits. */
struct credit {
    uint32_t used, first, limit; /* since the start; limit in the first cycle and the last */
};

struct state {
    bool begun;
    struct tlp_limits limits;
    struct end ends[ENDS];
    struct credit credits[CREDITS];
    uint8_t inf;
};

static const char *const credit_names[CREDITS] = {"posted header", "posted data",
                                                  "non-posted header", "non-posted data"};
static const unsigned credit_bits[CREDITS] = {HDR_CREDIT_BITS, DATA_CREDIT_BITS, HDR_CREDIT_BITS,
                                              DATA_CREDIT_BITS};

static struct state *state_of(const struct watch *w) { return contract_state(w, &contract_pcie); }

/* ---- what is shown ---- */

static struct shown tlp_shown(const struct ubn_tlp *tlp)
{
    struct shown s = {{0}};

    memcpy(s.words, tlp->hdr, sizeof(tlp->hdr));
    if ((tlp->hdr[0] & HDR_FMT_DATA) != 0) { /* lanes without data carry nothing */
        memcpy(&s.words[2], tlp->data, sizeof(tlp->data));
    }
    s.words[10] = tlp->last;
    return s;
}

static struct shown show_rq(const struct ubn_dut *dut, const void *item)
{
    struct ubn_tlp tlp;

    (void)item;
    ubn_dut_rq(dut, &tlp);
    return tlp_shown(&tlp);
}

static struct shown show_cc(const struct ubn_dut *dut, const void *item)
{
    struct ubn_tlp tlp;

    (void)item;
    ubn_dut_cc(dut, &tlp);
    return tlp_shown(&tlp);
}

static struct shown show_in(const struct ubn_dut *dut, const void *item)
{
    (void)dut;
    return tlp_shown(item);
}

/* ---- credits ---- */

static bool within(uint32_t difference, unsigned kind)
{
    return (difference & ((1u << credit_bits[kind]) - 1)) < 1u << (credit_bits[kind] - 1);
}

static bool is_limited(const struct state *state, unsigned kind)
{
    return (state->inf >> kind & 1u) == 0;
}

/* The first cycle: settings, and the credits that are given. */
static void start(struct watch *w, struct state *state, const uint32_t now[CREDITS])
{
    const char *text = getenv("UBN_CONTRACT_PCIE");
    struct tlp_limits *l = &state->limits;

    *l = (struct tlp_limits){.mps_bytes = 4096, .mrrs_bytes = 4096, .rcb_bytes = 64, .tags = TAGS};
    if (text != NULL &&
        sscanf(text, "%u %u %u %u", &l->mps_bytes, &l->mrrs_bytes, &l->rcb_bytes, &l->tags) != 4) {
        contract_broken(w, "UBN_CONTRACT_PCIE is not 'mps mrrs rcb tags'");
    }
    state->ends[CTL] = (struct end){.request_name = "rq", .completion_name = "cc"};
    state->ends[HOST] = (struct end){.request_name = "cq", .completion_name = "rc"};
    for (unsigned k = 0; k < CREDITS; k++) {
        state->credits[k] = (struct credit){.first = now[k], .limit = now[k]};
    }
    state->inf = contract_in(w)->fc.inf;
    state->begun = true;
}

/* Limits only grow, and by no more than what was sent. */
static void begin(struct watch *w)
{
    const struct ubn_dut_fc *fc = &contract_in(w)->fc;
    const uint32_t now[CREDITS] = {[PH] = fc->ph, [PD] = fc->pd, [NPH] = fc->nph, [NPD] = fc->npd};
    struct state *state = state_of(w);

    if (!state->begun) {
        start(w, state, now);
    }
    if (fc->inf != state->inf) {
        contract_broken(w, "credits: what is infinite changes");
    }
    for (unsigned k = 0; k < CREDITS; k++) {
        struct credit *c = &state->credits[k];

        if (is_limited(state, k) && !within(now[k] - c->limit, k)) {
            contract_broken(w, "credits: the %s limit goes back", credit_names[k]);
        }
        if (is_limited(state, k) && !within(c->used - (now[k] - c->first), k)) {
            contract_broken(w, "credits: more %s credits come back than went", credit_names[k]);
        }
        c->limit = now[k];
    }
}

static void use_credit(struct watch *w, unsigned kind, unsigned amount)
{
    struct state *state = state_of(w);
    struct credit *c = &state->credits[kind];

    c->used += amount;
    if (is_limited(state, kind) && !within(c->limit - c->used, kind)) {
        contract_broken(w, "rq: %s credit exceeded", credit_names[kind]);
    }
}

/* ---- packets ---- */

/* Takes a beat; returns whether it begins a packet. */
static bool take_beat(struct watch *w, const char *name, struct packet *p,
                      const struct ubn_tlp *tlp)
{
    const bool begins = !p->inside;

    if (begins) {
        struct ubn_pcie_req req; /* the length of a completion is in the same place */

        ubn_pcie_req_unpack(tlp->hdr, &req);
        memcpy(p->hdr, tlp->hdr, sizeof(p->hdr));
        p->left_bytes = (tlp->hdr[0] & HDR_FMT_DATA) != 0 ? tlp_bytes(req.length_dw) : 0;
    } else if (memcmp(p->hdr, tlp->hdr, sizeof(p->hdr)) != 0) {
        contract_broken(w, "%s: the header changes inside a packet", name);
    }
    if (tlp->last != (p->left_bytes <= UBN_BEAT_BYTES)) {
        contract_broken(w, "%s: %s beat with %u bytes to come", name,
                        tlp->last ? "last" : "no last", p->left_bytes);
    }
    p->left_bytes -= p->left_bytes < UBN_BEAT_BYTES ? p->left_bytes : UBN_BEAT_BYTES;
    p->inside = !tlp->last;
    return begins;
}

static void check_name(struct watch *w, struct end *end, const char *stream, uint16_t id)
{
    if (end->named && end->id != id) {
        contract_broken(w, "%s: sender %04x was %04x before", stream, id, end->id);
    }
    end->named = true;
    end->id = id;
}

static void open_read(struct watch *w, struct end *end, const struct ubn_pcie_req *req,
                      unsigned tags)
{
    if (req->tag >= tags) {
        contract_broken(w, "%s: tag %u of %u", end->request_name, req->tag, tags);
    }
    if (end->reads[req->tag].open) {
        contract_broken(w, "%s: tag %u is that of an open read", end->request_name, req->tag);
        return;
    }
    end->reads[req->tag] = tlp_read_of(req);
    end->open++;
    end->peak = end->open > end->peak ? end->open : end->peak;
}

static void take_request(struct watch *w, unsigned from, const struct ubn_tlp *tlp)
{
    struct state *state = state_of(w);
    struct end *end = &state->ends[from];
    struct ubn_pcie_req req;

    if (!take_beat(w, end->request_name, &end->request, tlp)) {
        return;
    }
    ubn_pcie_req_unpack(tlp->hdr, &req);
    const unsigned bytes = tlp_bytes(req.length_dw);
    const bool write = tlp_is_write(&req);
    const char *fault = tlp_request_fault(&req, &state->limits);
    if (fault != NULL) {
        contract_broken(w, "%s: request: %s", end->request_name, fault);
    }
    check_name(w, end, end->request_name, req.requester_id);
    if (from == CTL) {
        use_credit(w, write ? PH : NPH, 1);
        use_credit(w, PD, write ? (bytes + DATA_CREDIT_BYTES - 1) / DATA_CREDIT_BYTES : 0);
    }
    if (!write) {
        open_read(w, end, &req, from == CTL ? state->limits.tags : TAGS);
    }
    *(write ? &end->n_writes : &end->n_reads) += 1;
    *(write ? &end->write_bytes : &end->read_bytes) += bytes;
}

static void take_completion(struct watch *w, unsigned from, const struct ubn_tlp *tlp)
{
    struct state *state = state_of(w);
    struct end *end = &state->ends[from];
    struct end *asker = &state->ends[from == CTL ? HOST : CTL];
    struct ubn_pcie_cpl cpl;

    if (!take_beat(w, end->completion_name, &end->completion, tlp)) {
        return;
    }
    ubn_pcie_cpl_unpack(tlp->hdr, &cpl);
    struct tlp_read *read = &asker->reads[cpl.tag];
    const bool was_open = read->open;
    const char *fault = tlp_completion_fault(&cpl, &state->limits, read);
    if (fault != NULL) {
        contract_broken(w, "%s: completion of tag %u: %s", end->completion_name, cpl.tag, fault);
    }
    check_name(w, end, end->completion_name, cpl.completer_id);
    asker->open -= was_open && !read->open;
    end->n_completions++;
}

static void take_rq(struct watch *w, const void *item)
{
    struct ubn_tlp tlp;

    (void)item;
    ubn_dut_rq(contract_dut(w), &tlp);
    take_request(w, CTL, &tlp);
}

static void take_cc(struct watch *w, const void *item)
{
    struct ubn_tlp tlp;

    (void)item;
    ubn_dut_cc(contract_dut(w), &tlp);
    take_completion(w, CTL, &tlp);
}

static void take_cq(struct watch *w, const void *item) { take_request(w, HOST, item); }
static void take_rc(struct watch *w, const void *item) { take_completion(w, HOST, item); }

/* ---- the table ---- */

static bool whole(const struct watch *w)
{
    bool good = true;

    for (unsigned i = 0; i < ENDS; i++) {
        const struct end *end = &state_of(w)->ends[i];

        good = good && !end->request.inside && !end->completion.inside && end->open == 0;
    }
    return good;
}

static void print(const struct watch *w, FILE *out)
{
    const struct end *ctl = &state_of(w)->ends[CTL], *host = &state_of(w)->ends[HOST];

    (void)fprintf(out,
                  " reads %" PRIu64 " read_bytes %" PRIu64 " writes %" PRIu64
                  " write_bytes %" PRIu64 " completions %" PRIu64 " tags_peak %u stores %" PRIu64
                  " loads %" PRIu64 " answers %" PRIu64,
                  ctl->n_reads, ctl->read_bytes, ctl->n_writes, ctl->write_bytes,
                  host->n_completions, ctl->peak, host->n_writes, host->n_reads,
                  ctl->n_completions);
}

/* A request of the host has its ready from the place in the controller to which it goes: cq asks.
 * What frees a tag stands behind what takes one, answers before what they answer: neither happens
 * in the same cycle. */
static const struct stream streams[] = {
    STREAM_OUT("rq", UBN_DUT_RQ_VALID, rq_ready, show_rq, take_rq),
    STREAM_OUT("cc", UBN_DUT_CC_VALID, cc_ready, show_cc, take_cc),
    STREAM_IN("rc", UBN_DUT_RC_READY, rc, show_in, take_rc),
    {.name = "cq",
     .flag = UBN_DUT_CQ_READY,
     .at = offsetof(struct ubn_dut_in, cq),
     .asks = true,
     .show = show_in,
     .take = take_cq},
};

const struct port contract_pcie = {.streams = streams,
                                   .n_streams = sizeof(streams) / sizeof(streams[0]),
                                   .state_bytes = sizeof(struct state),
                                   .begin = begin,
                                   .whole = whole,
                                   .print = print};

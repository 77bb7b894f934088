/* SPDX-License-Identifier: Apache-2.0 */
/* tb_ctx.h: a context port as its client sees it: a table of records that answers after one cycle,
 * or late. An answer shows the table as it was when the read was accepted; write-backs change the
 * table. Include after dut.h. Works on port memory as bytes: the host is little-endian, like
 * Verilator's words. */
#ifndef TB_CTX_H
#define TB_CTX_H

/** One client of a table. Set all but the last block, or use TB_CTX. */
struct tb_ctx {
    uint32_t rec_bytes;
    uint32_t records;
    uint8_t *table; /**< shape [records][rec_bytes], owned by the test */
    const uint8_t *rd_valid;
    uint8_t *rd_ready;
    const void *rd_id;
    uint8_t *rsp_valid;
    const uint8_t *rsp_ready;
    void *rsp_data;
    uint32_t client; /**< number of the client when several share the ports */
    struct tb_rng rng;
    uint32_t slow_percent; /**< cycles in which an answer, and a free port, still wait */

    bool held;
    bool shown;
    bool busy; /**< refuses reads in this cycle */
    uint8_t answer[64];
    uint32_t reads;
};

/** Client of the ports <name>_rd_*, <name>_rsp_* of the DUT, with its table. */
#define TB_CTX(d, name, table_)                                                                    \
    {                                                                                              \
        .rec_bytes = sizeof((table_)[0]), .records = sizeof(table_) / sizeof((table_)[0]),         \
        .table = (uint8_t *)(table_), .rd_valid = (d)->name##_rd_valid,                            \
        .rd_ready = (d)->name##_rd_ready, .rd_id = (d)->name##_rd_id,                              \
        .rsp_valid = (d)->name##_rsp_valid, .rsp_ready = (d)->name##_rsp_ready,                    \
        .rsp_data = (d)->name##_rsp_data,                                                          \
    }

static inline void tb_ctx_bit(uint8_t *port, uint32_t bit, bool value)
{
    *port = (uint8_t)((*port & ~(1u << bit)) | (uint32_t)value << bit);
}

static inline void tb_ctx_ready(struct tb_ctx *c)
{
    bool leaves = c->shown && *c->rsp_ready >> c->client & 1;

    tb_ctx_bit(c->rd_ready, c->client, !c->busy && (!c->held || leaves));
}

/** Begin a cycle: show the answer. Call before the inputs are settled by tb_ctx_settle. */
static inline void tb_ctx_show(struct tb_ctx *c)
{
    c->shown = c->held && (c->shown || !tb_rng_chance(&c->rng, c->slow_percent));
    c->busy = tb_rng_chance(&c->rng, c->slow_percent);
    tb_ctx_bit(c->rsp_valid, c->client, c->shown);
    memcpy((uint8_t *)c->rsp_data + c->client * c->rec_bytes, c->answer, c->rec_bytes);
}

/** Settle the DUT and the ready signals of its n context ports. */
static inline void tb_ctx_settle(struct dut *d, struct tb_ctx *c, uint32_t n)
{
    dut_eval(d);
    for (uint32_t i = 0; i < n; i++) {
        tb_ctx_ready(&c[i]);
    }
    dut_eval(d);
    for (uint32_t i = 0; i < n; i++) {
        uint8_t before = *c[i].rd_ready;

        tb_ctx_ready(&c[i]);
        assert_int_equal(*c[i].rd_ready, before); /* no loop through the DUT */
    }
}

/** End a cycle: take the read and, after it, the write-back. Call before dut_tick.
 *  @param wr_valid [in] or NULL if the client writes nothing back; wr_id, wr_data beside it. */
static inline void tb_ctx_edge(struct tb_ctx *c, const uint8_t *wr_valid, const uint16_t *wr_id,
                               const void *wr_data)
{
    if (c->shown && *c->rsp_ready >> c->client & 1) {
        c->held = false;
        c->shown = false;
    }
    if ((*c->rd_valid & *c->rd_ready) >> c->client & 1) {
        uint16_t id;

        memcpy(&id, (const uint8_t *)c->rd_id + 2 * c->client, 2);
        assert_true(id < c->records);
        memcpy(c->answer, c->table + id * c->rec_bytes, c->rec_bytes);
        c->held = true;
        c->reads++;
    }
    if (wr_valid && *wr_valid) {
        assert_true(*wr_id < c->records);
        memcpy(c->table + *wr_id * c->rec_bytes, wr_data, c->rec_bytes);
    }
}

#endif

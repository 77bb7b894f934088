/* SPDX-License-Identifier: Apache-2.0 */
/* host: CPU threads of one node; contract in ubn/host.h.
 * A thread that is not asleep has exactly one event under way, the end of its present step. What it
 * does next is decided when a step ends, or when it sleeps and something comes.
 */
#include "ubn/host.h"

#include "ubn/bus.h"
#include "ubn/portq.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum thread_state {
    ST_ASLEEP,   /* spins on its queues, nothing there */
    ST_WAKING,   /* ubn_host_wake was called, its event comes */
    ST_POSTING,  /* submits and builds */
    ST_POLLING,  /* looks at a queue that holds a record */
    ST_FINISHING /* library work for a record */
};

static const char *const STATE_NAMES[] = {"spins", "wakes", "posts", "polls", "finishes"};

/* A completion queue that a thread watches. */
struct watch {
    uint64_t base;
    uint64_t bytes;
    uint32_t thread;
    uint32_t queue;
};

/* A record that became visible and was not polled. */
struct noted {
    uint32_t queue;
};

/* A record that was polled and whose library work is still to be done. */
struct taken {
    struct ubn_host_found found;
    uint64_t visible_ps;
};

struct thread {
    struct ubn_host *host;
    uint32_t number;
    enum thread_state state;
    uint64_t step_ps;          /* the present step began */
    struct ubn_host_post post; /* ST_POSTING */
    struct ubn_portq silent;   /* uint32_t: operations built, whose doorbell is still to ring */
    struct ubn_portq taken;    /* struct taken; the first is at work in ST_FINISHING */
    struct ubn_portq serial;   /* struct taken; the sequence number term of each still runs */
    struct ubn_portq records;  /* struct noted, stamped with the time of visibility */
};

/* An access whose answer has not come. */
struct open_access {
    struct thread *thread;
    struct ubn_host_access access;
    uint32_t loaded_bytes;
    uint8_t resp;                  /* worst so far */
    struct open_access *next_free; /* of those at rest */
    struct open_access *next;      /* of all */
};

struct ubn_host {
    struct ubn_engine *engine;
    struct ubn_trace *trace;
    struct ubn_host_config cfg; /* costs are 0 when software is off */
    const struct ubn_host_user_ops *ops;
    void *user;
    struct thread *threads; /* shape [cfg.threads] */
    struct watch *watches;  /* shape [n_watches] */
    size_t n_watches;
    struct open_access *accesses;      /* all that were ever made */
    struct open_access *free_accesses; /* of these, at rest */
    uint32_t open_accesses;
    struct ubn_host_counts counts;
};

static void step_ended(void *ctx, uint64_t arg);

/* Starts a step that ends at ps. */
static void begin_step(struct thread *t, enum thread_state state, uint64_t ps)
{
    struct ubn_host *h = t->host;
    const struct ubn_event_key key = {
        .phase = UBN_PHASE_HOST, .node = h->cfg.node, .port = (uint16_t)t->number};

    t->state = state;
    t->step_ps = ubn_engine_now_ps(h->engine);
    /* A failed post ends the run by itself. */
    (void)ubn_engine_at(h->engine, ps, &key, step_ended, t, 0);
}

static void report(struct ubn_host *h, uint32_t op, enum ubn_stage stage, uint64_t from_ps,
                   uint64_t to_ps)
{
    if (h->trace != NULL && op != UBN_HOST_UNTRACED) {
        enum ubn_status status = ubn_trace_interval(h->trace, op, stage, from_ps, to_ps);

        if (status != UBN_OK && status != UBN_ERR_CHECK) {
            ubn_engine_fail(h->engine, status);
        }
    }
}

/* Decides what a thread that is free now does next. */
static void think(struct thread *t)
{
    struct ubn_host *h = t->host;
    uint64_t now_ps = ubn_engine_now_ps(h->engine);

    t->state = ST_ASLEEP;
    if (h->ops->next(h->user, t->number, now_ps, &t->post)) {
        uint64_t build_ps = now_ps + h->cfg.submit_ps;
        uint64_t end_ps = build_ps + h->cfg.build_ps;

        if (t->post.access.bytes != 0) {
            end_ps = now_ps; /* an instruction, no call */
        } else {
            report(h, t->post.op, UBN_STAGE_SW_SUBMIT, now_ps, build_ps);
            report(h, t->post.op, UBN_STAGE_SW_BUILD, build_ps, end_ps);
        }
        begin_step(t, ST_POSTING, end_ps);
    } else if (ubn_portq_count(&t->records) > 0) {
        begin_step(t, ST_POLLING, now_ps + h->cfg.poll_ps);
    }
}

/* The answer to a store of a thread. */
static void stored(void *ctx, uint64_t ps, uint64_t tag, uint8_t resp)
{
    struct thread *t = ctx;
    struct ubn_host *h = t->host;

    h->counts.refused += resp != UBN_AXI_OKAY;
    if (h->ops->stored != NULL) {
        h->ops->stored(h->user, t->number, tag, resp, ps);
        if (t->state == ST_ASLEEP) {
            think(t);
        }
    }
}

/* The way of an operation to the controller. A CPU beside the controller has none, but may have to
 * wait for the port. */
static void report_sent(struct ubn_host *h, uint32_t op, uint64_t now_ps, uint64_t arrive_ps)
{
    if (arrive_ps != now_ps) {
        report(h, op, h->cfg.send_stage, now_ps, arrive_ps);
    }
}

static void fail_if(struct ubn_host *h, enum ubn_status status)
{
    if (status != UBN_OK) {
        ubn_engine_fail(h->engine, status);
    }
}

/* A store leaves. It rings for the requests built before it, too: they waited for the rest of
 * their batch to be built. */
static void send(struct thread *t, uint64_t now_ps)
{
    struct ubn_host *h = t->host;
    const uint32_t *op;
    uint64_t built_ps = now_ps;
    uint64_t arrive_ps = now_ps;
    enum ubn_status status =
        h->cfg.port->store(h->cfg.port_ctx, now_ps, &t->post.store, stored, t, &arrive_ps);

    fail_if(h, status);
    h->counts.stores++;
    while ((op = ubn_portq_head(&t->silent, &built_ps)) != NULL) {
        report(h, *op, UBN_STAGE_SW_BUILD, built_ps, now_ps);
        report_sent(h, *op, now_ps, arrive_ps);
        ubn_portq_pop(&t->silent);
    }
    report_sent(h, t->post.op, now_ps, arrive_ps);
}

/* ---- accesses of the CPU ---- */

/* The answer to an access is complete: its work ends now, whatever the thread is doing. */
static void end_access(struct open_access *o, uint64_t ps)
{
    struct thread *t = o->thread;
    struct ubn_host *h = t->host;
    const struct ubn_host_access access = o->access;
    const uint8_t resp = o->resp;
    struct ubn_host_found found;

    o->next_free = h->free_accesses;
    h->free_accesses = o;
    h->open_accesses--;
    h->counts.refused += resp != UBN_AXI_OKAY;
    access.done(access.ctx, ps, access.tag, resp);
    if (h->ops->poll(h->user, t->number, access.queue, ps, &found)) {
        h->counts.records++;
        h->ops->finish(h->user, t->number, found.work, ps);
    } else {
        h->counts.spurious++;
    }
    if (t->state == ST_ASLEEP) {
        think(t);
    }
}

static void access_stored(void *ctx, uint64_t ps, uint64_t tag, uint8_t resp)
{
    struct open_access *o = ctx;

    (void)tag;
    o->resp = resp;
    end_access(o, ps);
}

static void access_loaded(void *ctx, uint64_t ps, uint64_t tag, const struct ubn_axi_r *beat)
{
    struct open_access *o = ctx;
    const struct ubn_host_access *a = &o->access;
    const uint32_t lane = (uint32_t)(a->addr % UBN_BEAT_BYTES);
    const uint32_t left = a->bytes - o->loaded_bytes;
    const uint32_t n = left < UBN_BEAT_BYTES ? left : UBN_BEAT_BYTES;

    (void)tag;
    memcpy(&a->data[o->loaded_bytes], &beat->data[lane], n);
    o->loaded_bytes += n;
    o->resp = beat->resp > o->resp ? beat->resp : o->resp;
    if (beat->last != 0) {
        end_access(o, ps);
    }
}

static struct open_access *take_access(struct ubn_host *h)
{
    struct open_access *o = h->free_accesses;

    if (o != NULL) {
        h->free_accesses = o->next_free;
        return o;
    }
    o = malloc(sizeof(*o));
    if (o != NULL) {
        o->next = h->accesses;
        h->accesses = o;
    }
    return o;
}

static void send_access(struct thread *t, uint64_t now_ps)
{
    struct ubn_host *h = t->host;
    const struct ubn_host_port *port = h->cfg.port;
    struct open_access *o = take_access(h);
    uint64_t arrive_ps = now_ps;

    if (o == NULL) {
        ubn_engine_fail(h->engine, UBN_ERR_NOMEM);
        return;
    }
    o->thread = t;
    o->access = t->post.access;
    o->loaded_bytes = 0;
    o->resp = UBN_AXI_OKAY;
    h->open_accesses++;
    h->counts.accesses++;
    fail_if(h, o->access.store
                   ? port->burst(h->cfg.port_ctx, now_ps, &o->access, access_stored, o, &arrive_ps)
                   : port->load(h->cfg.port_ctx, now_ps, &o->access, access_loaded, o, &arrive_ps));
    report_sent(h, t->post.op, now_ps, arrive_ps);
}

/* ---- work requests ---- */

static void end_post(struct thread *t, uint64_t now_ps)
{
    struct ubn_host *h = t->host;
    const struct ubn_host_store *entry = &t->post.entry;

    if (entry->bytes != 0) {
        fail_if(h, ubn_mem_write(h->cfg.mem, entry->addr, entry->bytes, entry->data));
    }
    h->counts.posts++;
    if (t->post.access.bytes != 0) {
        send_access(t, now_ps);
    } else if (t->post.silent || t->post.store.bytes == 0) {
        fail_if(h, ubn_portq_push(&t->silent, now_ps, &t->post.op));
    } else {
        send(t, now_ps);
    }
}

/* Takes the records that are visible, as many as one poll may; false: none was a valid record. */
static bool end_poll(struct thread *t, uint64_t now_ps)
{
    struct ubn_host *h = t->host;
    uint32_t left = h->cfg.poll_batch > 1 ? h->cfg.poll_batch : 1;

    for (; left > 0 && ubn_portq_count(&t->records) > 0; left--) {
        struct taken taken;
        const struct noted *head = ubn_portq_head(&t->records, &taken.visible_ps);
        uint32_t queue = head->queue;

        ubn_portq_pop(&t->records);
        if (h->ops->poll(h->user, t->number, queue, now_ps, &taken.found)) {
            h->counts.records++;
            fail_if(h, ubn_portq_push(&t->taken, now_ps, &taken));
        } else {
            h->counts.spurious++;
        }
    }
    h->counts.polls += ubn_portq_count(&t->taken) > 0;
    return ubn_portq_count(&t->taken) > 0;
}

/* Library work for the next record taken begins now. */
static void begin_finish(struct thread *t, uint64_t now_ps)
{
    struct ubn_host *h = t->host;
    const struct taken *taken = ubn_portq_head(&t->taken, NULL);

    report(h, taken->found.op, UBN_STAGE_CQ_POLL, taken->visible_ps, now_ps);
    begin_step(t, ST_FINISHING, now_ps + h->cfg.lib_poll_ps);
}

/* The sequence number term of the oldest such operation is over. It is a term of each operation,
 * not work of the thread, which has gone on. */
static void serial_ended(void *ctx, uint64_t arg)
{
    struct thread *t = ctx;
    struct ubn_host *h = t->host;
    const uint64_t now_ps = ubn_engine_now_ps(h->engine);
    uint64_t from_ps;
    const struct taken taken = *(const struct taken *)ubn_portq_head(&t->serial, &from_ps);

    (void)arg;
    ubn_portq_pop(&t->serial);
    report(h, taken.found.op, UBN_STAGE_PSN_SERIAL, from_ps, now_ps);
    h->ops->finish(h->user, t->number, taken.found.work, now_ps);
    if (t->state == ST_ASLEEP) {
        think(t);
    }
}

/* The library work of a record is done; false: the thread goes on with that of another one. */
static bool end_library(struct thread *t, uint64_t now_ps)
{
    struct ubn_host *h = t->host;
    const struct taken taken = *(const struct taken *)ubn_portq_head(&t->taken, NULL);
    const struct ubn_event_key key = {
        .phase = UBN_PHASE_HOST, .node = h->cfg.node, .port = (uint16_t)t->number};

    ubn_portq_pop(&t->taken);
    report(h, taken.found.op, UBN_STAGE_LIB_POLL, t->step_ps, now_ps);
    if (h->cfg.psn_serial_ps != 0) {
        fail_if(h, ubn_portq_push(&t->serial, now_ps, &taken));
        (void)ubn_engine_at(h->engine, now_ps + h->cfg.psn_serial_ps, &key, serial_ended, t, 0);
    } else {
        h->ops->finish(h->user, t->number, taken.found.work, now_ps);
    }
    if (ubn_portq_count(&t->taken) > 0) {
        begin_finish(t, now_ps);
        return false;
    }
    return true;
}

static void step_ended(void *ctx, uint64_t arg)
{
    struct thread *t = ctx;
    struct ubn_host *h = t->host;
    uint64_t now_ps = ubn_engine_now_ps(h->engine);

    (void)arg;
    h->counts.busy_ps += t->state == ST_WAKING ? 0 : now_ps - t->step_ps;
    switch (t->state) {
    case ST_POSTING:
        end_post(t, now_ps);
        break;
    case ST_POLLING:
        if (end_poll(t, now_ps)) {
            begin_finish(t, now_ps);
            return;
        }
        break;
    case ST_FINISHING:
        if (!end_library(t, now_ps)) {
            return;
        }
        break;
    case ST_WAKING:
    case ST_ASLEEP:
    default:
        break;
    }
    think(t);
}

/* Notes a write to memory when it is a record of a watched queue. */
void ubn_host_seen(struct ubn_host *host, uint64_t ps, uint64_t addr)
{
    struct ubn_host *h = host;

    for (size_t i = 0; i < h->n_watches; i++) {
        const struct watch *w = &h->watches[i];

        if (addr - w->base < w->bytes) {
            struct thread *t = &h->threads[w->thread];
            const struct noted noted = {.queue = w->queue};
            enum ubn_status status = ubn_portq_push(&t->records, ps, &noted);

            if (status != UBN_OK) {
                ubn_engine_fail(h->engine, status);
            } else if (t->state == ST_ASLEEP) {
                think(t);
            }
            return;
        }
    }
}

enum ubn_status ubn_host_create(struct ubn_engine *e, struct ubn_trace *trace,
                                const struct ubn_host_config *cfg, struct ubn_host **host_out)
{
    if (cfg->threads == 0 || cfg->threads > UBN_HOST_THREADS_MAX || cfg->port == NULL) {
        return UBN_ERR_ARG;
    }
    struct ubn_host *h = calloc(1, sizeof(*h));
    if (h == NULL) {
        return UBN_ERR_NOMEM;
    }
    h->engine = e;
    h->trace = trace;
    h->cfg = *cfg;
    if (!cfg->software) {
        h->cfg.submit_ps = h->cfg.build_ps = h->cfg.poll_ps = h->cfg.lib_poll_ps = 0;
        h->cfg.psn_serial_ps = 0;
    }
    enum ubn_status status = UBN_ERR_NOMEM;
    h->threads = calloc(cfg->threads, sizeof(*h->threads));
    if (h->threads == NULL) {
        goto free_host;
    }
    for (uint32_t i = 0; i < cfg->threads; i++) {
        h->threads[i].host = h;
        h->threads[i].number = i;
        ubn_portq_init(&h->threads[i].silent, sizeof(uint32_t));
        ubn_portq_init(&h->threads[i].taken, sizeof(struct taken));
        ubn_portq_init(&h->threads[i].serial, sizeof(struct taken));
        ubn_portq_init(&h->threads[i].records, sizeof(struct noted));
    }
    status = ubn_engine_add_dump(e, ubn_host_dump, h);
    if (status == UBN_OK) {
        status = cfg->port->attach(cfg->port_ctx, h);
    }
    if (status != UBN_OK) {
        goto free_host;
    }
    *host_out = h;
    return UBN_OK;

free_host:
    ubn_host_destroy(h);
    return status;
}

void ubn_host_destroy(struct ubn_host *host)
{
    if (host == NULL) {
        return;
    }
    for (uint32_t i = 0; host->threads != NULL && i < host->cfg.threads; i++) {
        ubn_portq_free(&host->threads[i].silent);
        ubn_portq_free(&host->threads[i].taken);
        ubn_portq_free(&host->threads[i].serial);
        ubn_portq_free(&host->threads[i].records);
    }
    while (host->accesses != NULL) {
        struct open_access *o = host->accesses;

        host->accesses = o->next;
        free(o);
    }
    free(host->threads);
    free(host->watches);
    free(host);
}

void ubn_host_set_user(struct ubn_host *host, const struct ubn_host_user_ops *ops, void *ctx)
{
    host->ops = ops;
    host->user = ctx;
}

enum ubn_status ubn_host_watch(struct ubn_host *host, uint32_t thread, uint32_t queue,
                               uint64_t base, uint64_t bytes)
{
    if (thread >= host->cfg.threads || bytes == 0) {
        return UBN_ERR_ARG;
    }
    struct watch *watches = realloc(host->watches, (host->n_watches + 1) * sizeof(*host->watches));
    if (watches == NULL) {
        return UBN_ERR_NOMEM;
    }
    host->watches = watches;
    watches[host->n_watches++] =
        (struct watch){.base = base, .bytes = bytes, .thread = thread, .queue = queue};
    return UBN_OK;
}

enum ubn_status ubn_host_wake(struct ubn_host *host, uint32_t thread, uint64_t ps)
{
    if (thread >= host->cfg.threads || host->ops == NULL || ps < ubn_engine_now_ps(host->engine)) {
        return UBN_ERR_ARG;
    }
    if (host->threads[thread].state == ST_ASLEEP) {
        begin_step(&host->threads[thread], ST_WAKING, ps);
    }
    return UBN_OK;
}

bool ubn_host_idle(const struct ubn_host *host)
{
    if (host->open_accesses > 0) {
        return false;
    }
    for (uint32_t i = 0; i < host->cfg.threads; i++) {
        const struct thread *t = &host->threads[i];

        if (t->state != ST_ASLEEP || ubn_portq_count(&t->records) > 0 ||
            ubn_portq_count(&t->silent) > 0 || ubn_portq_count(&t->serial) > 0) {
            return false;
        }
    }
    return true;
}

struct ubn_host_counts ubn_host_counts(const struct ubn_host *host) { return host->counts; }

void ubn_host_dump(void *ctx, FILE *out)
{
    const struct ubn_host *h = ctx;

    for (uint32_t i = 0; i < h->cfg.threads; i++) {
        const struct thread *t = &h->threads[i];

        fprintf(out, "node %u thread %" PRIu32 ": %s, %zu records visible and not polled\n",
                h->cfg.node, i, STATE_NAMES[t->state], ubn_portq_count(&t->records));
    }
    fprintf(out,
            "node %u host: %" PRIu64 " posted, %" PRIu64 " refused, %" PRIu64
            " records found, %" PRIu64 " spurious\n",
            h->cfg.node, h->counts.posts, h->counts.refused, h->counts.records, h->counts.spurious);
}

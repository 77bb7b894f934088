/* SPDX-License-Identifier: Apache-2.0 */
/* contract: watches the ports of every controller of a run, and of what is around it, and stops the
 * run when one breaks the contract of ports. Linked in front of csim/dut (ld --wrap), so it sees
 * what dut.h shows and knows no variant. This file: what holds for every stream, the promise of
 * idleness, and the counts at the end, one line a controller on stderr. The rules of a kind of port
 * are in link.c, axi.c, pcie.c.
 *
 * Source: style guide, ports and handshakes; csim/dut/dut.h.
 */
#include "contract.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define DUTS_MAX 8u
#define STREAMS_MAX 24u
#define MESSAGES_MAX 10u

static const struct port *const ports[] = {&contract_link, &contract_axi, &contract_pcie};
#define PORTS (sizeof(ports) / sizeof(ports[0]))

/* One stream of one controller. */
struct seen {
    const struct stream *stream;
    bool waits;         /* valid and not ready in the cycle before */
    struct shown shown; /* in the cycle at hand; zeros when not valid */
    uint64_t moves;
};

struct watch {
    const struct ubn_dut *dut;
    struct seen seen[STREAMS_MAX];
    unsigned n_seen;
    void *state[PORTS];
    uint64_t cycles, violations;
    bool was_idle;
    uint64_t wake_cyc;
    struct ubn_dut_in in; /* of the cycle at hand */
    uint32_t flags;
};

static struct watch watches[DUTS_MAX];

const struct ubn_dut *contract_dut(const struct watch *w) { return w->dut; }
const struct ubn_dut_in *contract_in(const struct watch *w) { return &w->in; }

void *contract_state(const struct watch *w, const struct port *port)
{
    size_t i = 0;

    while (ports[i] != port) {
        i++;
    }
    return w->state[i];
}

void contract_broken(struct watch *w, const char *format, ...)
{
    va_list args;

    if (w->violations++ < MESSAGES_MAX) {
        (void)fprintf(stderr, "contract: controller %d, cycle %" PRIu64 ": ", (int)(w - watches),
                      w->in.now_cyc);
        va_start(args, format);
        (void)vfprintf(stderr, format, args);
        va_end(args);
        (void)fputc('\n', stderr);
    }
}

static void begin_watch(struct watch *w, const struct ubn_dut *dut)
{
    *w = (struct watch){.dut = dut};
    for (size_t i = 0; i < PORTS; i++) {
        w->state[i] = calloc(1, ports[i]->state_bytes);
        if (w->state[i] == NULL || w->n_seen + ports[i]->n_streams > STREAMS_MAX) {
            abort();
        }
        for (unsigned s = 0; s < ports[i]->n_streams; s++) {
            w->seen[w->n_seen++].stream = &ports[i]->streams[s];
        }
    }
}

static struct watch *watch_of(const struct ubn_dut *dut)
{
    struct watch *unused = NULL;

    for (size_t i = DUTS_MAX; i-- > 0;) {
        if (watches[i].dut == dut) {
            return &watches[i];
        }
        unused = watches[i].dut == NULL ? &watches[i] : unused;
    }
    if (unused == NULL) {
        abort();
    }
    begin_watch(unused, dut);
    return unused;
}

static void end_watch(struct watch *w)
{
    for (size_t i = 0; i < PORTS; i++) {
        free(w->state[i]);
    }
    w->dut = NULL;
}

/* ---- streams ---- */

static bool out_ready(const struct ubn_dut_in *in, const struct stream *s)
{
    bool ready;

    memcpy(&ready, (const char *)in + s->at, sizeof(ready));
    return ready;
}

static const void *in_item(const struct ubn_dut_in *in, const struct stream *s)
{
    const void *item;

    memcpy(&item, (const char *)in + s->at, sizeof(item));
    return item;
}

static bool is_valid(const struct watch *w, const struct stream *s)
{
    return s->out ? (w->flags & s->flag) != 0 : in_item(&w->in, s) != NULL;
}

static bool is_ready(const struct watch *w, const struct stream *s)
{
    return s->out ? out_ready(&w->in, s) : (w->flags & s->flag) != 0;
}

static struct shown show(const struct watch *w, const struct stream *s)
{
    return s->show(w->dut, s->out ? NULL : in_item(&w->in, s));
}

/* Once valid, a beat stays and does not change until it moves. */
static void check_hold(struct watch *w)
{
    for (unsigned i = 0; i < w->n_seen; i++) {
        struct seen *seen = &w->seen[i];
        const char *who = seen->stream->out ? "the controller" : "the environment";
        bool valid = is_valid(w, seen->stream);
        struct shown now = {{0}};

        if (valid) {
            now = show(w, seen->stream);
        }
        if (seen->waits && !valid) {
            contract_broken(w, "%s: %s took a beat back before it moved", seen->stream->name, who);
        } else if (seen->waits && memcmp(&now, &seen->shown, sizeof(now)) != 0) {
            contract_broken(w, "%s: %s changed a beat before it moved", seen->stream->name, who);
        }
        seen->waits = valid && !is_ready(w, seen->stream);
        seen->shown = now;
    }
}

/* An idle controller without input shows nothing and stays idle, up to its timer. */
static void check_idle(struct watch *w)
{
    w->was_idle = w->was_idle && w->in.now_cyc < w->wake_cyc;
    for (unsigned i = 0; i < w->n_seen; i++) {
        const struct stream *s = w->seen[i].stream;

        w->was_idle = w->was_idle && (s->out || !is_valid(w, s));
    }
    for (unsigned i = 0; i < w->n_seen; i++) {
        const struct stream *s = w->seen[i].stream;

        if (w->was_idle && s->out && is_valid(w, s)) {
            contract_broken(w, "idle, and yet %s is valid", s->name);
        }
    }
}

/* ---- in front of the real functions ---- */

enum ubn_status __real_ubn_dut_create(struct ubn_dut_world *world, const char *kind,
                                      const char *name, bool slow_en, uint32_t seed,
                                      struct ubn_dut **dut_out);
enum ubn_status __wrap_ubn_dut_create(struct ubn_dut_world *world, const char *kind,
                                      const char *name, bool slow_en, uint32_t seed,
                                      struct ubn_dut **dut_out);
uint32_t __real_ubn_dut_settle(struct ubn_dut *dut, const struct ubn_dut_in *in);
uint32_t __wrap_ubn_dut_settle(struct ubn_dut *dut, const struct ubn_dut_in *in);
bool __real_ubn_dut_tick(struct ubn_dut *dut);
bool __wrap_ubn_dut_tick(struct ubn_dut *dut);
void __real_ubn_dut_destroy(struct ubn_dut *dut);
void __wrap_ubn_dut_destroy(struct ubn_dut *dut);

/* Numbers controllers in the order in which they are made. */
enum ubn_status __wrap_ubn_dut_create(struct ubn_dut_world *world, const char *kind,
                                      const char *name, bool slow_en, uint32_t seed,
                                      struct ubn_dut **dut_out)
{
    const enum ubn_status status = __real_ubn_dut_create(world, kind, name, slow_en, seed, dut_out);

    if (status == UBN_OK) {
        (void)watch_of(*dut_out);
    }
    return status;
}

/* The same cycle with handshakes turned round: what was valid is not, what was not is, with zeros
 * in it. Credit limits stay: a request may go in the cycle that brings its credit. */
static struct ubn_dut_in turned(const struct watch *w, bool asking)
{
    static const uint64_t blank[32];
    struct ubn_dut_in in = w->in;

    for (unsigned i = 0; i < w->n_seen; i++) {
        const struct stream *s = w->seen[i].stream;

        if (s->out) {
            bool ready = !out_ready(&w->in, s);

            memcpy((char *)&in + s->at, &ready, sizeof(ready));
        } else if (asking || !s->asks) {
            const void *item = in_item(&w->in, s) == NULL ? blank : NULL;

            memcpy((char *)&in + s->at, &item, sizeof(item));
        }
    }
    return in;
}

/* Compares the outputs with those of other inputs. */
static void check_same(struct watch *w, struct ubn_dut *dut, bool asking)
{
    const struct ubn_dut_in other = turned(w, asking);
    const uint32_t flags = __real_ubn_dut_settle(dut, &other);

    for (unsigned i = 0; i < w->n_seen; i++) {
        const struct stream *s = w->seen[i].stream;

        if (((flags ^ w->flags) & s->flag) != 0) {
            if (!asking || !s->asks) {
                contract_broken(w, "%s: its %s follows inputs of the same cycle", s->name,
                                s->out ? "valid" : "ready");
            }
        } else if (s->out && (flags & s->flag) != 0) {
            const struct shown now = show(w, s);

            if (memcmp(&now, &w->seen[i].shown, sizeof(now)) != 0) {
                contract_broken(w, "%s: what it shows follows inputs of the same cycle", s->name);
            }
        }
    }
}

/* No output may depend on a handshake of the same cycle: other inputs, same outputs. */
static void check_registered(struct watch *w, struct ubn_dut *dut)
{
    check_same(w, dut, false);
    check_same(w, dut, true);
    (void)__real_ubn_dut_settle(dut, &w->in);
}

uint32_t __wrap_ubn_dut_settle(struct ubn_dut *dut, const struct ubn_dut_in *in)
{
    struct watch *w = watch_of(dut);

    w->in = *in;
    w->flags = __real_ubn_dut_settle(dut, in);
    check_hold(w);
    check_idle(w);
    check_registered(w, dut);
    return w->flags;
}

/* Outputs are still those of this cycle. */
static void take_moves(struct watch *w)
{
    for (size_t i = 0; i < PORTS; i++) {
        if (ports[i]->begin != NULL) {
            ports[i]->begin(w);
        }
    }
    for (unsigned i = 0; i < w->n_seen; i++) {
        const struct stream *s = w->seen[i].stream;

        if (is_valid(w, s) && is_ready(w, s)) {
            w->seen[i].moves++;
            if (s->take != NULL) {
                s->take(w, s->out ? NULL : in_item(&w->in, s));
            }
        }
    }
    for (size_t i = 0; i < PORTS; i++) {
        if (ports[i]->end != NULL) {
            ports[i]->end(w);
        }
    }
}

bool __wrap_ubn_dut_tick(struct ubn_dut *dut)
{
    struct watch *w = watch_of(dut);

    take_moves(w);
    bool good = __real_ubn_dut_tick(dut);
    bool idle = ubn_dut_idle(dut);

    if (w->was_idle && !idle) {
        contract_broken(w, "left idle without input");
    }
    w->was_idle = idle;
    w->wake_cyc = ubn_dut_wake_cyc(dut);
    w->cycles++;
    return good && w->violations == 0;
}

static void print_counts(const struct watch *w)
{
    bool whole = true;

    (void)fprintf(stderr, "contract: controller %d: cycles %" PRIu64, (int)(w - watches),
                  w->cycles);
    for (unsigned i = 0; i < w->n_seen; i++) {
        (void)fprintf(stderr, " %s %" PRIu64, w->seen[i].stream->name, w->seen[i].moves);
    }
    for (size_t i = 0; i < PORTS; i++) {
        whole = whole && ports[i]->whole(w);
        if (ports[i]->print != NULL) {
            ports[i]->print(w, stderr);
        }
    }
    (void)fprintf(stderr, " whole %d violations %" PRIu64 "\n", whole, w->violations);
}

void __wrap_ubn_dut_destroy(struct ubn_dut *dut)
{
    if (dut != NULL) {
        struct watch *w = watch_of(dut);

        print_counts(w);
        end_watch(w);
    }
    __real_ubn_dut_destroy(dut);
}

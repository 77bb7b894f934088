/* SPDX-License-Identifier: Apache-2.0 */
/** @file sim.c  One run from setup to verdict: program the controllers, run the workload, come to
 * rest, judge, report. */
#include "results.h"
#include "rig.h"

#include "dut.h"
#include "ubn/log.h"
#include "ubn/run.h"

#include <inttypes.h>
#include <time.h>

/* What the engine's callbacks need. */
struct session {
    struct ubn_rig rig;
    const struct ubn_run_io *io;
    double shown_s; /* wall time of the progress line shown last */
    double begun_s;
};

static double wall_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- phases ---- */

static bool setup_done(void *ctx)
{
    const struct session *s = ctx;
    return ubn_rig_setup_done(&s->rig);
}

static bool work_done(void *ctx)
{
    struct session *s = ctx;
    return s->rig.work->done(s->rig.workload);
}

static bool at_rest(void *ctx)
{
    const struct session *s = ctx;
    return ubn_rig_at_rest(&s->rig);
}

/* One line on a terminal: simulated time, operations, rate, time to go. */
static void show_progress(void *ctx)
{
    struct session *s = ctx;
    const double now_s = wall_s();
    if (!s->io->progress || now_s - s->shown_s < 0.5) {
        return;
    }
    s->shown_s = now_s;
    const struct ubn_workload_counts c = s->rig.work->counts(s->rig.workload);
    const uint64_t done = c.completed + c.refused;
    const double rate = (double)done / (now_s - s->begun_s);
    const double left = rate > 0 ? (double)(s->rig.cfg->workload.ops - done) / rate : 0;
    (void)fprintf(stderr,
                  "\r%" PRIu64 " ns simulated, %" PRIu64 " of %" PRIu64
                  " operations, %.0f/s, %.0f s to go \033[K",
                  ubn_engine_now_ps(s->rig.engine) / 1000, done, s->rig.cfg->workload.ops, rate,
                  left);
}

static struct ubn_run_limits limits(struct session *s, bool (*done)(void *))
{
    return (struct ubn_run_limits){.done = done,
                                   .poll = show_progress,
                                   .ctx = s,
                                   .max_ps = s->rig.cfg->sim.max_time_ps,
                                   .watchdog_ps = s->rig.cfg->sim.watchdog_ps,
                                   .interrupted = s->io->interrupted};
}

static enum ubn_status phase(struct session *s, bool (*done)(void *))
{
    const struct ubn_run_limits l = limits(s, done);
    ubn_engine_progress(s->rig.engine);
    return ubn_engine_run(s->rig.engine, &l);
}

/* Programs the controllers as a driver would. */
static enum ubn_status set_up(struct session *s)
{
    struct ubn_rig *rig = &s->rig;
    enum ubn_status status = ubn_rig_setup_start(rig);
    if (status == UBN_OK) {
        status = phase(s, setup_done);
    }
    for (size_t i = 0; status == UBN_OK && i < rig->n_nodes; i++) {
        const struct ubn_setup_state setup = rig->stack->setup_state(rig->nodes[i].nic);
        if (setup.refused != 0) {
            ubn_log_error("%s: the controller refused %" PRIu32 " stores of its setup",
                          rig->nodes[i].name, setup.refused);
            return UBN_ERR_CHECK;
        }
    }
    return status;
}

static enum ubn_status work(struct session *s)
{
    struct ubn_rig *rig = &s->rig;
    uint64_t start_ps = rig->cfg->workload.start_ps;
    for (size_t i = 0; i < rig->n_nodes; i++) {
        const uint64_t ready_ps = rig->stack->setup_state(rig->nodes[i].nic).last_ps;
        start_ps = ready_ps > start_ps ? ready_ps : start_ps;
    }
    enum ubn_status status = rig->work->start(rig->workload, start_ps);
    if (status == UBN_OK) {
        status = phase(s, work_done);
    }
    return status == UBN_OK ? phase(s, at_rest) : status; /* acknowledgements still travel */
}

/* All judges speak, even when one has found something. */
static enum ubn_status judge(struct session *s)
{
    struct ubn_rig *rig = &s->rig;
    const enum ubn_status verdicts[] = {
        rig->work->check(rig->workload),
        ubn_trace_finish(rig->trace),
        ubn_rig_check_quiet(rig),
    };
    for (size_t i = 0; i < sizeof verdicts / sizeof verdicts[0]; i++) {
        if (verdicts[i] != UBN_OK) {
            return verdicts[i];
        }
    }
    return UBN_OK;
}

/* ---- speed: for the user's eyes only, results must not depend on the machine ---- */

static void show_speed(const struct session *s, double run_s)
{
    const struct ubn_engine_counts c = ubn_engine_counts(s->rig.engine);
    const struct ubn_workload_counts w = s->rig.work->counts(s->rig.workload);
    const uint64_t now_ps = ubn_engine_now_ps(s->rig.engine);
    const uint64_t cycles =
        now_ps / UBN_CLOCK_PERIODS_PS * UBN_CLOCK_PERIODS * s->rig.n_nodes +
        now_ps % UBN_CLOCK_PERIODS_PS * UBN_CLOCK_PERIODS / UBN_CLOCK_PERIODS_PS * s->rig.n_nodes;
    (void)fprintf(stderr,
                  "speed: %.2f s, %.0f operations/s, %.3f M node cycles/s (%" PRIu64 " of %" PRIu64
                  " edges evaluated)\n",
                  run_s, (double)w.completed / run_s, (double)cycles / run_s * 1e-6, c.edges,
                  cycles);
}

/* ---- the run ---- */

static enum ubn_status open_files(struct session *s)
{
    enum ubn_status status = UBN_OK;
    if (s->rig.cfg->sim.capture) {
        FILE *file;
        status = ubn_outset_file(s->io->out, "wire.pcapng", &file);
        if (status == UBN_OK) {
            status = ubn_rig_capture(&s->rig, file);
        }
    }
    if (status == UBN_OK && s->rig.cfg->sim.trace_wave) {
        const char *path;
        if (!ubn_dut_can_trace()) {
            ubn_log_error("sim.trace_wave: this build has no waveforms; use ubnsim-traced");
            return UBN_ERR_CONFIG;
        }
        status = ubn_outset_path(s->io->out, "wave.fst", &path);
        if (status == UBN_OK) {
            status = ubn_dut_wave_open(s->rig.world, path);
        }
    }
    return status;
}

static enum ubn_status close_files(struct session *s)
{
    const enum ubn_status status = ubn_capture_end(s->rig.capture);
    s->rig.capture = NULL;
    return status;
}

/* Reports how far a run came, also when it did not end well; a finding of the report itself counts.
 */
static enum ubn_status report(struct session *s, enum ubn_status ended, bool at_rest)
{
    struct ubn_results *results = NULL;
    enum ubn_status status = ubn_results_collect(&s->rig, s->io, ended, at_rest, &results);
    if (status == UBN_OK) {
        status = close_files(s);
    }
    if (status == UBN_OK) {
        status = ubn_results_report(results, s->io, stdout);
    }
    if (status == UBN_OK) {
        status = ubn_results_check(results);
    }
    ubn_results_destroy(results);
    return ended == UBN_OK ? status : ended;
}

enum ubn_status ubn_run(const struct ubn_config *cfg, const struct ubn_run_io *io)
{
    struct session s = {.io = io, .begun_s = wall_s()};
    enum ubn_status status = ubn_rig_build(cfg, &s.rig);
    if (status == UBN_OK) {
        status = open_files(&s);
    }
    if (status == UBN_OK) {
        status = set_up(&s);
    }
    if (status == UBN_OK) {
        status = work(&s);
    }
    const bool at_rest =
        status == UBN_OK || (status == UBN_ERR_NOPROGRESS && ubn_rig_at_rest(&s.rig));
    const double run_s = wall_s() - s.begun_s;
    if (io->progress) {
        (void)fputs("\r\033[K", stderr);
    }
    if (status == UBN_OK) {
        status = judge(&s);
    }
    ubn_dut_wave_close(s.rig.world);
    if (status == UBN_ERR_NOPROGRESS) {
        (void)ubn_trace_finish(s.rig.trace); /* says which operations wait, and after which stage */
    }
    if (s.rig.workload != NULL &&
        (at_rest || status == UBN_ERR_CHECK || status == UBN_ERR_NOPROGRESS)) {
        status = report(&s, status, at_rest);
        show_speed(&s, run_s);
    }
    ubn_rig_destroy(&s.rig);
    return status;
}

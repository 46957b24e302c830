#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A night of measuring, in an hour, with everything going wrong that may (README.md).

usage: night.py FOLDER_OF_SPTUNE NIGHT_WORKER NIGHT_CLOCK [--matrices N] [--kills N] [--share N] [--seed N]
                [--folder FOLDER]

The same plan, every configuration of the full grid, is swept twice: undisturbed, and with faults. A share of the
configurations misbehaves, the sweep and its workers are killed, stopped and continued, the disk is full now and then,
and the wall clock jumps. Then every key of the plan must be in both once, with the same class of outcome, verified
where it was measured; those that misbehaved must say how.
"""
import argparse
import collections
import json
import mmap
import os
import random
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import random_killer as killer  # noqa: E402  pylint: disable=wrong-import-position

FAMILIES = ["stencil2d{{points=5,n={}}}", "stencil2d{{points=9,n={}}}", "banded{{n={}0,half=3}}", "road{{n={}0}}",
            "block_diagonal{{blocks={},size=6}}", "lp{{rows={}0,cols=700,mean=4}}", "random{{rows={}0,mean=5}}",
            "triangles{{n={},shuffle=50}}"]
# What a trial may be that misbehaved; `measured` where the fault is in a run that timing need not reach.
EXPECTED = {"segfault": {"crashed", "skipped"}, "abort": {"crashed", "skipped"}, "exit": {"crashed", "skipped"},
            "throws": {"error"}, "memory": {"out_of_memory", "skipped"}, "wrong": {"wrong_result"},
            "overrun": {"wrong_result"}, "wrong_later": {"wrong_result", "measured"},
            "hang": {"timeout", "skipped", "measured"}, "killed_once": {"measured"}}
SPOILED_DISK = 0.06  # share of the starts with a disk that is about to be full
JUMP = 0.25  # of the kills that the wall clock jumps before
DISK_FULL = 4  # exit code of a database that cannot be written


class Clock:
    """What the preloaded library adds to the sweep's wall clock."""

    def __init__(self):
        # In memory where there is such a place: a page of a file on disk may have to wait for the disk to be changed.
        place = "/dev/shm" if os.path.isdir("/dev/shm") else None
        self.opened = tempfile.NamedTemporaryFile(prefix="sptune_night_", dir=place)  # pylint: disable=consider-using-with
        self.file = self.opened.name
        self.opened.truncate(8)
        self.map = mmap.mmap(self.opened.fileno(), 8)
        self.jumps = 0

    def jump(self, rng):
        self.map[:] = struct.pack("<q", int(rng.uniform(-7200, 7200) * 1e9))
        self.jumps += 1


def write_suite(folder, matrices):
    """No two of the same size: a line of faults.log names a matrix by it."""
    entries = []
    for i in range(matrices):
        family = FAMILIES[i % len(FAMILIES)].format(17 + 2 * (i // len(FAMILIES)) + i % len(FAMILIES))
        entries.append({"source": "generate:" + family, "name": f"m{i}", "group": f"g{i}"})
    suite = os.path.join(folder, "suite.json")
    with open(suite, "w", encoding="utf-8") as out:
        json.dump({"format": "sptune-suite", "version": 1, "name": "night", "matrices": entries}, out)
    return suite


def programs_with(folder, programs, worker):
    """A sweep takes the worker that stands beside it."""
    place = os.path.join(folder, "programs")
    os.mkdir(place)
    shutil.copy(os.path.join(programs, "sptune"), place)
    shutil.copy(worker, os.path.join(place, "sptune-worker"))
    return os.path.join(place, "sptune")


def start(sweep, rng, tally):
    """On a disk that has little room left, now and then: for some dozens of trials in the write-ahead log."""
    if rng.random() >= SPOILED_DISK or not os.path.exists(sweep.db):
        return sweep.start(), False
    room = rng.randrange(50_000, 1_000_000)
    tally["little room"] += 1
    # SIGXFSZ is ignored here and stays so: a write that finds no room fails, as on a full disk.
    return sweep.start(restore_signals=False,
                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))), True


def measured(sweep):
    """Rows of which a process had to run something."""
    if not sweep.begun():
        return 0
    return sweep.ask("SELECT count(*) FROM trial WHERE outcome <> 'refused'")[0][0]


def disturb(sweep, rng, moments, clock, tally):
    """Kills at moments of the sweep, as so many rows; how many hit, and whether the sweep has finished."""
    hits = 0
    process, little_room = start(sweep, rng, tally)
    while hits < len(moments):
        while process.poll() is None and measured(sweep) < moments[hits]:
            time.sleep(0.05)
        if rng.random() < JUMP:
            clock.jump(rng)
        hit = killer.kill_once(process, rng) if process.poll() is None else None
        if hit is not None:
            hits += hit != "pause"
            tally[hit] += 1
        if process.poll() is None:
            continue
        if hit is None:
            if process.returncode == 0:
                return hits, True
            if process.returncode == DISK_FULL and little_room:
                tally["disk full"] += 1
            elif process.returncode not in (5, 7):
                killer.fail(f"{sweep.db}: exit code {process.returncode}, see {sweep.log}")
        process, little_room = start(sweep, rng, tally)
    process.send_signal(signal.SIGINT)
    if process.wait() not in (0, DISK_FULL, 7, -signal.SIGINT):  # the last: it had hardly begun
        killer.fail(f"{sweep.db}: exit code {process.returncode} after SIGINT, see {sweep.log}")
    return hits, process.returncode == 0


def faults_in(sweep, folder):
    """Of keys as the sweep has them: which faults they had."""
    rows = sweep.ask("SELECT problem_hash, cache, configuration, operation, value_type, nrows, ncols, nnz FROM trial_flat "
                     "WHERE newest = 1")
    names = {"\t".join(str(v) for v in row[3:] + (row[2],)): row[:3] for row in rows}
    if len(names) != len(rows):
        killer.fail("two matrices of one size in the suite")
    found = collections.defaultdict(set)
    with open(os.path.join(folder, "faults.log"), encoding="utf-8") as log:
        for line in log:
            fault, name = line.rstrip("\n").split("\t", 1)
            found[names[name]].add(fault)
    return found


def check_faults(sweep, faults):
    keys = sweep.keys()
    for key, kinds in faults.items():
        if len(kinds) != 1:
            killer.fail(f"{sweep.db}: {key} had several faults: {kinds}")
        if keys[key] not in EXPECTED[min(kinds)]:
            killer.fail(f"{sweep.db}: {key} had the fault {kinds} and is stored as {keys[key]}")
    missing = set(EXPECTED) - {min(kinds) for kinds in faults.values()}
    if missing:
        killer.fail(f"{sweep.db}: no configuration drew {missing}: more matrices, a larger share or another seed")


def check_rows(sweep):
    """What the sweep says of itself alone."""
    unverified = sweep.ask("SELECT count(*) FROM trial_flat WHERE outcome IN ('ok', 'dominated') AND verified = 0 "
                           "AND reaped = 0")[0][0]
    if unverified:
        killer.fail(f"{sweep.db}: {unverified} measured and not verified")
    # Whatever the wall clock did: the order of attempts is that of their times, which the views go by.
    backwards = sweep.ask("SELECT count(*) FROM trial a JOIN trial b USING (context_id, problem_id, config_id) "
                          "WHERE a.attempt < b.attempt AND a.started_at > b.started_at")[0][0]
    if backwards:
        killer.fail(f"{sweep.db}: {backwards} attempts seem older than earlier ones of their key")
    missing = sweep.ask("SELECT count(*) FROM trial t WHERE stop_reason = 'repetitions' AND outcome = 'ok' AND reaped = 0 "
                        "AND NOT EXISTS (SELECT 1 FROM repeated g WHERE g.context_id = t.context_id AND "
                        "g.problem_id = t.problem_id AND g.config_id = t.config_id)")[0][0]
    if missing:
        killer.fail(f"{sweep.db}: {missing} repetitions that no result stands on")


def counts(sweep):
    return dict(sweep.ask("SELECT outcome, count(*) FROM trial_flat WHERE newest = 1 GROUP BY outcome"))


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs")
    parser.add_argument("worker")
    parser.add_argument("clock")
    parser.add_argument("--matrices", type=int, default=24)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--share", type=int, default=60, help="of a thousand configurations misbehave")
    parser.add_argument("--threads", default="2", help="two, on a machine that is busy, take long")
    parser.add_argument("--repetitions", type=int, default=2)
    parser.add_argument("--budget", default="8h", help="of each sweep, which ends before")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folder", help="for the databases, which are kept there; must not exist")
    return parser.parse_args()


def main():
    o = parse()
    killer.hear_signals()
    seed = o.seed or random.SystemRandom().randrange(1, 2**31)
    print(f"night: seed {seed}", flush=True)
    rng = random.Random(seed)
    folder = o.folder or tempfile.mkdtemp(prefix="sptune_night_")
    if o.folder:
        os.mkdir(folder)
    options = ["--suite", write_suite(folder, o.matrices), "--threads", o.threads, "--types", "f64,f32",
               "--operations", "spmv,spgemm", "--search", "exhaustive", "--trial-budget", "0.001s", "--min-samples", "3", "--max-samples", "30",
               "--memory", "400", "--budget", o.budget, "--repetitions", str(o.repetitions), "--finalists-within", "1.1"]
    quiet = killer.Sweep(os.path.join(o.programs, "sptune"), folder, "quiet", options, [])
    begin = time.monotonic()
    quiet.finish()
    quiet_s = time.monotonic() - begin
    trials = sum(n for outcome, n in counts(quiet).items() if outcome != "refused")
    print(f"night: undisturbed: {trials} configurations measured in {quiet_s:.0f} s: {counts(quiet)}", flush=True)

    clock = Clock()
    sweep = killer.Sweep(programs_with(folder, o.programs, o.worker), folder, "night", options, [],
                         SPTUNE_NIGHT=f"{seed}:{o.share}:{folder}", SPTUNE_NIGHT_CLOCK=clock.file, LD_PRELOAD=o.clock)
    tally = collections.Counter()
    begin = time.monotonic()
    # Nine tenths of it: which of its points are finalists, and so how many rows it ends with, is a matter of timing.
    moments = sorted(rng.uniform(0, 0.9 * measured(quiet)) for _ in range(o.kills))
    hits, finished = disturb(sweep, rng, moments, clock, tally)
    print(f"night: {hits} kills in {time.monotonic() - begin:.0f} s: {dict(tally)}, {clock.jumps} jumps of the clock",
          flush=True)
    if hits < o.kills:
        killer.fail(f"the sweep finished after {hits} of {o.kills} kills: more matrices")
    if not finished:
        sweep.finish()
    night_s = time.monotonic() - begin

    faults = faults_in(sweep, folder)
    check_faults(sweep, faults)
    check_rows(quiet)
    check_rows(sweep)
    # A row is lost by a kill, by a full disk, and by a configuration that is asked for again in another process.
    sweep.check(quiet, hits + tally["disk full"] + tally["pause"], faults)
    print(f"night: with faults: {night_s:.0f} s, {night_s / quiet_s:.2f} times the undisturbed: {counts(sweep)}; "
          f"{len(faults)} configurations misbehaved: {dict(collections.Counter(min(k) for k in faults.values()))}; "
          f"rows {sweep.rows()}, undisturbed {quiet.rows()}")
    print(f"night: seed {seed}: every other key as undisturbed, once, verified; sptune db check finds nothing")
    subprocess.run([quiet.program, "db", "check", quiet.db], check=True, stdout=subprocess.DEVNULL)
    if not o.folder:
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())

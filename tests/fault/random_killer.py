#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Kills sweeps and their workers at random moments, resumes them, and compares with undisturbed ones.

usage: random_killer.py FOLDER_OF_SPTUNE [--kills N] [--sweeps N] [--seconds S] [--seed N]

Each of N sweeps or more is killed its share of N times, or until its share of S seconds is over, whichever
comes first; further sweeps follow while there are kills and seconds left. Every other one measures on two cores at
once, a worker each, where there are two. Each is then resumed until it says
that it is finished, and must hold the same keys with the same classes of outcomes as the undisturbed sweep,
one measurement of each in the search, no row `running`, no more rows than kills explain; one resume more must
add nothing. Environment: SPTUNE_KILLER_SEED, SPTUNE_KILLER_SECONDS, SPTUNE_KILLER_KILLS override the options.
"""
import argparse
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

MATRICES = ["stencil2d{points=5,n=6}", "stencil2d{points=9,n=24}", "lp{rows=30,cols=50,mean=3}", "wheel{n=400}"]
# What a worker may be ended by from outside, and what the parent may.
WORKER_SIGNALS = [signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1]
PARENT_SIGNALS = [signal.SIGKILL, signal.SIGKILL, signal.SIGKILL, signal.SIGINT, signal.SIGHUP]
MEASURED = ("ok", "dominated")  # which of the two is a matter of timing


def fail(message):
    raise SystemExit("random_killer: FAILED: " + message)


def hear_signals():
    """What this was started by (nohup, a shell's &) may have it ignore some, which sweeps would inherit and go on."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)


class Sweep:
    def __init__(self, program, folder, name, options, devices, **environment):
        self.program = program
        self.db = os.path.join(folder, name + ".sqlite")
        self.log = os.path.join(folder, name + ".log")
        self.options = options
        self.devices = devices
        self.repetitions = int(options[options.index("--repetitions") + 1])
        self.environment = dict(os.environ, SPTUNE_CACHE=os.path.join(folder, "cache"),
                                SPTUNE_DISTURBED="keep", **environment)  # the machine is disturbed on purpose

    def command(self):
        if self.begun():
            return [self.program, "sweep", "resume", self.db]
        return [self.program, "sweep", "run", "--db", self.db] + self.options

    def begun(self):
        if not os.path.exists(self.db):
            return False
        try:
            return self.ask("SELECT count(*) FROM run")[0][0] > 0
        except sqlite3.OperationalError as error:
            if "no such table" not in str(error):
                raise
            return False

    def start(self, **how):
        with open(self.log, "ab") as log:
            return subprocess.Popen(self.command() + self.devices + ["--progress", "none"], stdout=log, stderr=log,
                                    env=self.environment, **how)

    def finish(self):
        """Resumes until it is finished; few times will do when nobody disturbs it."""
        for _ in range(4):
            code = self.start().wait()
            if code == 0:
                return
            if code != 7:
                fail(f"{self.db}: exit code {code}, see {self.log}")
        fail(f"{self.db}: not finished by four undisturbed resumes, see {self.log}")

    def ask(self, sql):
        # Not read-only: a journal that a killed sweep left has to be played back.
        connection = sqlite3.connect(f"file:{self.db}?mode=rw", uri=True, timeout=10)
        try:
            return connection.execute(sql).fetchall()
        finally:
            connection.close()

    def keys(self):
        rows = self.ask("SELECT problem_hash, cache, configuration, outcome FROM trial_flat WHERE newest = 1")
        return {row[:3]: "measured" if row[3] in MEASURED else row[3] for row in rows}

    def rows(self):
        return self.ask("SELECT count(*) FROM trial")[0][0]

    def check(self, other, kills, faulty=()):
        """Outcomes of the keys in `faulty` are the caller's to judge."""
        mine, theirs = self.keys(), other.keys()
        if set(mine) != set(theirs):
            fail(f"{self.db}: keys differ from {other.db}: {sorted(set(mine) ^ set(theirs))[:5]}")
        differ = [(key, mine[key], theirs[key]) for key in mine if mine[key] != theirs[key] and key not in faulty]
        if differ:
            fail(f"{self.db}: outcomes differ from {other.db}: {differ[:5]}")
        if self.ask("SELECT count(*) FROM trial WHERE outcome = 'running'")[0][0]:
            fail(f"{self.db}: a finished sweep has running trials")
        twice = self.ask("SELECT configuration FROM trial_flat WHERE reaped = 0 AND stop_reason IS NOT 'repetitions' "
                         "GROUP BY context_id, problem_id, config_id HAVING count(*) > 1")
        if twice:
            fail(f"{self.db}: searched twice: {twice[:5]}")
        best, expected = (s.ask("SELECT count(*) FROM best") for s in (self, other))
        if best != expected:
            fail(f"{self.db}: {best} problems with a best point, undisturbed {expected}")
        states = self.ask("SELECT DISTINCT state FROM run")
        if states != [("finished",)]:
            fail(f"{self.db}: states {states}")
        # A kill costs one row. Which points are finalists is a matter of timing.
        rounds = "SELECT count(*) FROM trial WHERE stop_reason = 'repetitions' AND reaped = 0"
        without = self.rows() - self.ask(rounds)[0][0] - (other.rows() - other.ask(rounds)[0][0])
        if without > kills:
            fail(f"{self.db}: {without} rows more than undisturbed after {kills} kills")
        # In every repetition once, or never where one point is far ahead of all others; and once more for points
        # that were killed three times, and so measured after the others.
        sets = self.ask("SELECT count(DISTINCT iif(stop_reason = 'repetitions' AND reaped = 0, started_at, NULL)), "
                        "count(DISTINCT iif(late, config_id, NULL)) FROM (SELECT *, sum(reaped) OVER "
                        "(PARTITION BY context_id, problem_id, config_id) >= 3 OR coalesce(message, '') "
                        "LIKE 'the last of %' AS late FROM trial LEFT JOIN failure USING (trial_id)) "
                        "GROUP BY context_id, problem_id")
        if any(number > self.repetitions + late for number, late in sets):
            fail(f"{self.db}: finalists measured again too often in {self.repetitions} repetitions: {sets}")
        before = self.rows()
        if self.start().wait() != 0 or self.rows() != before:
            fail(f"{self.db}: a resume of the finished sweep added {self.rows() - before} rows")
        checked = subprocess.run([self.program, "db", "check", self.db], capture_output=True, check=False)
        if checked.returncode != 0:
            fail(f"{self.db}: {checked.stdout.decode()}{checked.stderr.decode()}")


def workers_of(pid):
    """Each is the child of the thread that feeds its device."""
    found = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", encoding="ascii") as children:
                found += [int(word) for word in children.read().split()]
    except OSError:
        pass
    return found


def pause_once(process, rng):
    """Stops the sweep or a worker for a while, as a terminal's Ctrl-Z or a debugger does; it goes on as if nothing
    had been. Shorter than any limit of a stage, which is wall time."""
    target = rng.choice([process.pid] + workers_of(process.pid))
    try:
        os.kill(target, signal.SIGSTOP)
        time.sleep(rng.uniform(0.01, 0.3))
        os.kill(target, signal.SIGCONT)
        return "pause"
    except ProcessLookupError:
        return None


def kill_once(process, rng):
    """One kill at a random moment; what was hit, or None when the sweep ended before."""
    deadline = time.monotonic() + rng.uniform(0.0, 0.5) ** 2 * 2
    while time.monotonic() < deadline:
        if process.poll() is not None:
            return None
        time.sleep(0.001)
    if process.poll() is not None:
        return None
    if rng.random() < 0.15:
        return pause_once(process, rng)
    if rng.random() < 0.65:
        workers = workers_of(process.pid)
        if workers:
            try:
                os.kill(rng.choice(workers), rng.choice(WORKER_SIGNALS))
                return "worker"
            except ProcessLookupError:
                pass
    chosen = rng.choice(PARENT_SIGNALS)
    process.send_signal(chosen)
    process.wait()
    return "parent"


def disturb(sweep, rng, kills, seconds, tally):
    begin = time.monotonic()
    done = 0
    process = sweep.start()
    while done < kills and time.monotonic() - begin < seconds:
        hit = kill_once(process, rng)
        if hit is None:
            if process.poll() is None:
                continue  # the worker had just ended
            if process.returncode == 0:
                break  # finished in spite of it
            if process.returncode not in (5, 7):
                fail(f"{sweep.db}: exit code {process.returncode}, see {sweep.log}")
        else:
            done += 1
            tally[hit] += 1
        if process.poll() is not None:
            process = sweep.start()
    code = process.wait()
    if code not in (0, 5, 7):
        fail(f"{sweep.db}: exit code {code}, see {sweep.log}")
    return done


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs")
    parser.add_argument("--kills", type=int, default=int(os.environ.get("SPTUNE_KILLER_KILLS", "1000")))
    parser.add_argument("--sweeps", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=float(os.environ.get("SPTUNE_KILLER_SECONDS", "60")))
    parser.add_argument("--seed", type=int, default=int(os.environ.get("SPTUNE_KILLER_SEED", "0")))
    o = parser.parse_args()
    hear_signals()
    seed = o.seed or random.SystemRandom().randrange(1, 2**31)
    print(f"random_killer: seed {seed}", flush=True)
    rng = random.Random(seed)
    folder = tempfile.mkdtemp(prefix="sptune_killer_")
    suite = os.path.join(folder, "suite.json")
    with open(suite, "w", encoding="utf-8") as out:
        entries = [{"source": "generate:" + m, "name": f"m{i}", "group": f"g{i}"} for i, m in enumerate(MATRICES)]
        json.dump({"format": "sptune-suite", "version": 1, "name": "killed", "matrices": entries}, out)
    tally = {"worker": 0, "parent": 0, "pause": 0}
    begin = time.monotonic()
    number = 0
    while number < o.sweeps or (time.monotonic() - begin < o.seconds and sum(tally.values()) < o.kills):
        options = ["--suite", suite, "--threads", "1", "--grid", "smoke", "--no-baselines",
                   "--trial-budget", "0.01s", "--confidence", "0.000001", "--max-samples", "100000",
                   "--repetitions", str(rng.choice([1, 2, 3])), "--finalists-within", rng.choice(["1.03", "1.5", "3"]),
                   "--operations", rng.choice(["spmv", "spmv,spgemm"]), "--seed", str(rng.randrange(1000))]
        cores = sorted(os.sched_getaffinity(0))
        devices = ["--devices", f"cores:{cores[0]},{cores[1]}"] if number % 2 and len(cores) > 1 else []
        other = Sweep(os.path.join(o.programs, "sptune"), folder, f"undisturbed{number}", options, devices)
        other.finish()
        sweep = Sweep(os.path.join(o.programs, "sptune"), folder, f"killed{number}", options, devices)
        to_come = max(o.sweeps - number, 1)
        share = (o.kills - sum(tally.values())) // to_come
        time_share = (o.seconds - (time.monotonic() - begin)) / to_come
        done = disturb(sweep, rng, share, max(time_share, 1), tally)
        sweep.finish()
        sweep.check(other, done)
        number += 1
        print(f"random_killer: sweep {number}: {done} kills, {sweep.rows()} rows, undisturbed {other.rows()}",
              flush=True)
    shutil.rmtree(folder)
    print(f"random_killer: seed {seed}: {tally['parent']} kills of the sweep and {tally['worker']} of its worker, "
          f"{tally['pause']} pauses "
          f"over {number} sweeps in {time.monotonic() - begin:.0f} s: same keys and outcomes as undisturbed")


if __name__ == "__main__":
    sys.exit(main())

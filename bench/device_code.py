#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the code for the GPU takes: compiler seconds, registers, shared memory and spills of every kernel.

    cmake --preset release && bench/device_code.py build/release -o now.json        # compiles, and keeps nothing
    bench/device_code.py --compare before.json now.json                             # tables in Markdown

Each source of the build folder is compiled by its own command (without ccache), for one architecture, with ptxas saying
what it made. Seconds are the processor's, of nvcc and all that it starts. --only takes a part of the path.
"""
import argparse
import json
import re
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

KERNEL = re.compile(r"Compiling entry function '(\S+)' for '(\S+)'")
SPILLS = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores")
USED = re.compile(r"Used (\d+) registers(?:.*?(\d+) bytes smem)?")


def parse():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("folder", nargs="?", help="build folder with compile_commands.json")
    words.add_argument("-o", "--output", help="JSON; standard output when missing")
    words.add_argument("--only", default="", help="sources whose path has this")
    words.add_argument("--compare", nargs=2, metavar="FILE", help="two such files")
    found = words.parse_args()
    if (found.folder is None) == (found.compare is None):
        words.error("expected a build folder, or --compare with two files")
    return found


def kernels_of(text):
    """Kernels that ptxas names, each with registers, shared memory (of its own) and bytes that it spills."""
    out = []
    for line in text.splitlines():
        if match := KERNEL.search(line):
            out.append({"kernel": match[1], "arch": match[2]})
        elif out and (match := SPILLS.search(line)):
            out[-1].update(stack=int(match[1]), spilled=int(match[2]))
        elif out and (match := USED.search(line)) and "registers" not in out[-1]:
            out[-1].update(registers=int(match[1]), shared=int(match[2] or 0))
    return [k for k in out if "registers" in k]


def compiled(entry):
    with tempfile.TemporaryDirectory() as folder:
        command = [w for w in shlex.split(entry["command"]) if not w.endswith("ccache")]
        command[command.index("-o") + 1] = f"{folder}/out.o"
        if "-MF" in command:
            command[command.index("-MF") + 1] = f"{folder}/out.d"
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.monotonic()
        done = subprocess.run([*command, "-Xptxas=-v"], cwd=entry["directory"], capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"{entry['file']}: the compiler ended with {done.returncode}:\n{done.stderr[-2000:]}")
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"seconds": round(seconds, 2), "wall": round(time.monotonic() - start, 2), "kernels": kernels_of(done.stderr)}


def measure(folder, only):
    try:
        with open(f"{folder}/compile_commands.json", encoding="utf-8") as file:
            entries = json.load(file)
    except OSError as trouble:
        sys.exit(f"{trouble}: configure the folder first, with CUDA")
    sources = {}
    entries = [e for e in entries if e["file"].endswith(".cu") and "/kernels/" in e["file"] and only in e["file"]]
    if not entries:
        sys.exit(f"{folder}: no source for the GPU" + (f" whose path has '{only}'" if only else ""))
    for i, entry in enumerate(sorted(entries, key=lambda e: e["file"])):
        name = entry["file"].split("/kernels/", 1)[1]
        if name in sources:
            continue
        sources[name] = compiled(entry)
        print(f"{i + 1} of {len(entries)} {name} {sources[name]['seconds']} s", file=sys.stderr)
    return sources


def summary(source):
    kernels = source["kernels"]
    if not kernels:
        return None
    registers = sorted(k["registers"] for k in kernels)
    return (len(kernels), source["seconds"], statistics.median_low(registers), registers[-1],
            max(k["shared"] for k in kernels), sum(k.get("spilled", 0) > 0 for k in kernels))


def compare(before, now):
    shown = []
    for name in sorted(set(before) | set(now)):
        pair = [summary(side[name]) if name in side else None for side in (before, now)]
        if pair != [None, None]:
            shown.append((name, *pair))
    print("| source | kernels | compiler, s | registers: median, most | shared memory, most, bytes | kernels that spill |")
    print("| --- | --- | --- | --- | --- | --- |")
    texts = lambda s: ("–",) * 5 if s is None else (s[0], f"{s[1]:.1f}", f"{s[2]}, {s[3]}", s[4], s[5])
    for name, *pair in shown:
        cells = [str(a) if str(a) == str(b) else f"{a} → {b}" for a, b in zip(*map(texts, pair))]
        print(f"| {name} | " + " | ".join(cells) + " |")
    for side, what in ((before, "before"), (now, "now")):
        every = [k for s in side.values() for k in s["kernels"]]
        print(f"\n{what}: {sum(s['seconds'] for s in side.values()):.0f} s of {len(side)} sources, {len(every)} kernels, "
              f"{sum(k.get('spilled', 0) > 0 for k in every)} of them spill")


def main():
    words = parse()
    if words.compare:
        sides = []
        for path in words.compare:
            with open(path, encoding="utf-8") as file:
                sides.append(json.load(file))
        compare(*sides)
        return
    text = json.dumps(measure(words.folder, words.only), indent=1)
    if words.output:
        with open(words.output, "w", encoding="utf-8") as file:
            file.write(text + "\n")
    else:
        print(text)


if __name__ == "__main__":
    main()

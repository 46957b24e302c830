#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""How a product over MPI grows with the ranks: strong scaling of each matrix, then weak scaling.

    bench/distributed_scaling.py --ranks 1,2 --backend cuda 'stencil3d{points=27,n=190}'
    bench/distributed_scaling.py --ranks 1,2 --weak 'banded{n=1000000,half=25}' 'banded{n=2000000,half=25}'

Tables in Markdown on standard output; lines of a table are one matrix on more and more ranks. `whole` is a product from
nothing, `again` one with other values on the kept pattern, the least of --repeat; phases are the slowest rank's, of the
whole product and, after /, the mean of those again.
"""
import argparse
import json
import subprocess
import sys

PHASES = ("lists", "exchange", "plan", "multiply", "merge")


def parse():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("matrices", nargs="*", help="files or ids of generators, each multiplied by itself")
    words.add_argument("--weak", nargs="*", default=[], metavar="MATRIX", help="one for each number of ranks: the work of a rank stays")
    words.add_argument("--ranks", default="1,2", help="numbers of ranks, the first is compared with (default: 1,2)")
    words.add_argument("--backend", default="cuda", choices=("cuda", "cpu"))
    words.add_argument("--transport", default="auto")
    words.add_argument("--scheme", default="needed_rows")
    words.add_argument("--repeat", type=int, default=5)
    words.add_argument("--limit", type=float, default=300, metavar="SECONDS", help="of one run (default: 300)")
    words.add_argument("--program", default="build/release/bin/sptune-distributed")
    words.add_argument("--mpirun", default="mpirun", help="launcher with its options; -n N is added")
    options = words.parse_args()
    options.ranks = [int(n) for n in options.ranks.split(",")]
    if options.weak and len(options.weak) != len(options.ranks):
        words.error(f"--weak: expected {len(options.ranks)} matrices, one for each of --ranks, found {len(options.weak)}")
    if not options.matrices and not options.weak:
        words.error("expected a matrix, or --weak")
    return options


def measure(options, matrix, ranks):
    """What the program says as JSON, or why it says nothing."""
    command = options.mpirun.split() + ["-n", str(ranks), options.program, "multiply", matrix, "--json",
                                        "--scheme", options.scheme, "--repeat", str(options.repeat), "--backend", options.backend]
    if options.backend == "cuda":
        command += ["--transport", options.transport]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=options.limit, check=False)
    except subprocess.TimeoutExpired:
        return f"not done in {options.limit:g} s"
    except OSError as error:
        return str(error)
    if ran.returncode != 0:
        said = [line for line in ran.stderr.splitlines() if line.startswith("sptune")]
        return said[0] if said else f"exit code {ran.returncode}: {ran.stderr.strip()[-200:]}"
    return json.loads(ran.stdout)


def slowest(ranks, phase, repeat):
    first = max(rank["first_seconds"][phase] for rank in ranks)
    again = max((rank["seconds"][phase] - rank["first_seconds"][phase]) / max(repeat, 1) for rank in ranks)
    return f"{first * 1e3:.1f}/{again * 1e3:.1f}"


def row(options, matrix, ranks, run, base):
    if isinstance(run, str):
        return f"| {matrix} | {ranks} | {run} |" + " |" * (9 + len(PHASES))
    again = min(run["again_s"]) if run["again_s"] else float("nan")
    products = sum(rank["products"] for rank in run["ranks"])
    received = sum(rank["bytes_received"] for rank in run["ranks"])
    least = sum(rank["bytes_received_least"] for rank in run["ranks"])
    if not base:
        base.update(whole=run["product_s"], again=again, products=products)
    # Of equal work the factor is time over time; of growing work the rates are compared.
    grown = products / base["products"] if base["products"] else 1
    cells = [matrix, ranks, run.get("gpus", 0), run.get("transport", "-"), f"{products / 1e9:.3f}", f"{run['product_s'] * 1e3:.1f}",
             f"{grown * base['whole'] / run['product_s']:.2f}", f"{again * 1e3:.1f}", f"{grown * base['again'] / again:.2f}",
             f"{received / 1e6:.1f}", f"{least / 1e6:.1f}", f"{run['imbalance']:.3f}"]
    return "| " + " | ".join(str(cell) for cell in cells + [slowest(run["ranks"], phase, options.repeat) for phase in PHASES]) + " |"


def table(options, title, cases):
    print(f"\n{title}\n")
    print("| A·A | ranks | GPUs | transport | products, 1e9 | whole, ms | times as fast | again, ms | times as fast | received, MB | least, MB | imbalance | "
          + " | ".join(f"{phase}, ms" for phase in PHASES) + " |")
    print("| --- " * (12 + len(PHASES)) + "|")
    base = {}
    notes = []
    failed = False
    for matrix, ranks in cases:
        run = measure(options, matrix, ranks)
        failed = failed or isinstance(run, str)
        print(row(options, matrix, ranks, run, base), flush=True)
        if not isinstance(run, str) and run.get("why_transport"):
            notes.append(f"{ranks} ranks: {run['gpu']}; {run['why_transport']}")
    if notes:
        print("\n" + "\n".join(notes))
    return failed


def main():
    options = parse()
    failed = False
    for matrix in options.matrices:
        failed = table(options, f"Strong scaling, {options.scheme}, {options.backend}", [(matrix, n) for n in options.ranks]) or failed
    if options.weak:
        failed = table(options, f"Weak scaling, {options.scheme}, {options.backend}: rates of products", list(zip(options.weak, options.ranks))) or failed
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

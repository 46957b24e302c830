# SPDX-License-Identifier: BSD-3-Clause
"""Times of A @ A and A @ x in PyTorch with the drop-in and without, as a table.

    torch_times.py --library lib/libsptune-cusparse.so [--type float64] [--index int32] [MATRIX.mtx ...]

Without matrices, generated ones. Two processes, one of which has the drop-in, take turns on the same GPU: in every
round each multiplies for a while and says the mean time of a product, host and device together, as a program meets it.
The table has the medians of the rounds, and the ratio's median with its quartiles. Needs SciPy to read files."""
import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import time


def generated(name):
    """name: band:ROWS:WIDTH, random:ROWS:MEAN or zipf:ROWS:MEAN."""
    import numpy
    import scipy.sparse
    kind, rows, mean = name.split(":")
    rows, mean = int(rows), int(mean)
    random = numpy.random.default_rng(1)
    lengths = numpy.full(rows, mean)
    if kind == "zipf":
        lengths = numpy.minimum(rows // 2, random.zipf(1.8, rows) * mean // 3 + 1)
    row = numpy.repeat(numpy.arange(rows), lengths)
    if kind == "band":
        col = numpy.clip(row + random.integers(-mean, mean + 1, row.size), 0, rows - 1)
    else:
        col = random.integers(0, rows, row.size)
    a = scipy.sparse.coo_matrix((random.standard_normal(row.size), (row, col)), (rows, rows)).tocsr()
    a.sort_indices()
    return a


def read(name):
    if ".mtx" not in name:
        return generated(name)
    import lzma
    import scipy.io
    with lzma.open(name) if name.endswith(".xz") else open(name, "rb") as file:
        a = scipy.io.mmread(file).tocsr()
    a.sum_duplicates()
    return a.real if a.dtype.kind == "c" else a


class Worker:
    """Answers on a pipe: load, and time a product."""

    def __init__(self):
        self.a = self.x = None

    def load(self, name, dtype, index):
        import torch
        a = read(name)
        to = getattr(torch, index)
        self.a = torch.sparse_csr_tensor(torch.from_numpy(a.indptr).to(to), torch.from_numpy(a.indices).to(to),
                                         torch.from_numpy(a.data.astype(dtype)), a.shape, device="cuda")
        self.x = torch.randn(a.shape[1], dtype=getattr(torch, dtype), device="cuda")
        return {"rows": a.shape[0], "nnz": int(a.nnz)}

    def time(self, operation, seconds):
        """Microseconds of one product, without and with the wait for each."""
        import torch
        b = self.a if operation == "A@A" else self.x

        def some(n):
            torch.cuda.synchronize()
            begin = time.perf_counter()
            for _ in range(n):
                self.a @ b
            torch.cuda.synchronize()
            return (time.perf_counter() - begin) / n
        once = some(3)
        n = max(3, min(2000, int(seconds / max(once, 1e-6))))
        return {"us": 1e6 * some(n), "n": n}

    def serve(self):
        for line in sys.stdin:
            words = json.loads(line)
            try:
                answer = getattr(self, words[0])(*words[1:])
            except Exception as e:  # too large for one of the two
                answer = {"error": str(e).splitlines()[0][:120]}
            print(json.dumps(answer), flush=True)


def start(**variables):
    return subprocess.Popen([sys.executable, __file__, "--worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            text=True, env={**os.environ, **variables})


def ask(process, *words):
    process.stdin.write(json.dumps(words) + "\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def compare(workers, operation, o):
    """A row of the table; the two take turns, and who is first does, too."""
    times = {name: [] for name in workers}
    for turn in range(o.rounds + 1):
        for name in list(workers)[::1 if turn % 2 else -1]:
            answer = ask(workers[name], "time", operation, o.seconds)
            if "error" in answer:
                return None, f"{name}: {answer['error']}"
            if turn > 0:  # the first round warms up
                times[name].append(answer["us"])
    ratios = sorted(b / a for b, a in zip(times["without"], times["with"]))
    quartiles = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else [ratios[0]] * 3
    low, middle, high = quartiles
    without, with_it = (statistics.median(times[name]) for name in ("without", "with"))
    return middle, f"{without:>12.1f} {with_it:>12.1f} {middle:>8.3f} ({low:.3f} to {high:.3f})"


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("matrices", nargs="*", help="Matrix Market files (.mtx, .mtx.xz), or band|random|zipf:ROWS:MEAN")
    p.add_argument("--library", default=os.environ.get("SPTUNE_CUSPARSE", ""), help="libsptune-cusparse.so")
    p.add_argument("--type", default="float64", choices=("float32", "float64"))
    p.add_argument("--index", default="int32", choices=("int32", "int64"))
    p.add_argument("--operation", action="append", choices=("A@A", "A@x"))
    p.add_argument("--rounds", type=int, default=9)
    p.add_argument("--seconds", type=float, default=0.05, help="of each round")
    p.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    o = p.parse_args()
    if o.worker:
        return Worker().serve()
    if not os.path.isfile(o.library):
        p.error(f"--library: no file '{o.library}'; it is built by the target sptune_cusparse")
    matrices = o.matrices or ["band:2000:3", "random:20000:8", "band:100000:5", "zipf:50000:6", "random:300000:8",
                              "band:1000000:5"]
    workers = {"without": start(), "with": start(LD_PRELOAD=os.path.abspath(o.library))}
    for operation in o.operation or ("A@A", "A@x"):
        print(f"\n{operation}, {o.type}, {o.index}: microseconds of a product in PyTorch")
        print(f"{'matrix':<44} {'rows':>9} {'entries':>10} {'cuSPARSE':>12} {'drop-in':>12} {'ratio':>8} (quartiles)")
        all_ratios = []
        for name in matrices:
            sizes = [ask(w, "load", name, o.type, o.index) for w in workers.values()][0]
            if "error" in sizes:
                print(f"{name[-44:]:<44} {sizes['error']}")
                continue
            ratio, text = compare(workers, operation, o)
            if ratio is not None:
                all_ratios.append(ratio)
            print(f"{name[-44:]:<44} {sizes['rows']:>9} {sizes['nnz']:>10} {text}", flush=True)
        if all_ratios:
            mean = math.exp(sum(map(math.log, all_ratios)) / len(all_ratios))
            print(f"geometric mean of {len(all_ratios)}: {mean:.3f}, least {min(all_ratios):.3f}")
    for w in workers.values():
        w.stdin.close()
        w.wait()
    return None


if __name__ == "__main__":
    sys.exit(main())

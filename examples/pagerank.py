#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""PageRank of a random web by the package sptune, and by SciPy beside it.

    pagerank.py [NODES]
"""
import sys
import time

import numpy
import scipy.sparse
import sptune

nodes = int(sys.argv[1]) if len(sys.argv) > 1 else 100000
damping, runs = 0.85, 50

# Few pages are linked often: targets are drawn with a heavy tail. Column j holds what page j gives away.
rng = numpy.random.default_rng(1)
targets = (nodes * rng.random(8 * nodes) ** 3).astype(numpy.int32)
sources = numpy.repeat(numpy.arange(nodes, dtype=numpy.int32), 8)
links = scipy.sparse.csr_matrix((numpy.full(8 * nodes, 1 / 8), (targets, sources)), shape=(nodes, nodes))


def ranks(multiply):
    rank = numpy.full(nodes, 1 / nodes)
    began = time.perf_counter()
    for _ in range(runs):
        rank = (1 - damping) / nodes + damping * multiply(rank)
    return rank, (time.perf_counter() - began) / runs


began = time.perf_counter()
spmv = sptune.spmv(links, expected_runs=runs, constant_values=True)
planning = time.perf_counter() - began
found, tuned = ranks(spmv)
expected, plain = ranks(lambda rank: links @ rank)

print(f"{nodes} pages, {links.nnz} links; the first: {found[0] * nodes:.1f} times the mean")
print(f"SciPy {plain * 1e3:.3f} ms, sptune {tuned * 1e3:.3f} ms, planning {planning * 1e3:.3f} ms")
print(spmv.explanation)
difference = abs(found - expected).max() * nodes
print(f"largest difference: {difference:.1e} of the mean")
sys.exit(0 if difference < 1e-9 else 1)

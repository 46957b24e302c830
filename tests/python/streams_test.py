# SPDX-License-Identifier: BSD-3-Clause
"""One product after the other on different streams of a GPU."""
import unittest
import unittest.mock

import products_test
import sptune
from sptune import _plans


class Order(unittest.TestCase):
    def test_the_next_product_follows_the_copies_of_the_last(self):
        case = products_test.SciPy("test_64_bit_indices")
        case.setUp()
        A = case.sparse.random(300, 300, 0.05, "csr", random_state=19)
        plan = sptune.spgemm(A, A)
        did, real = [], _plans.call

        def call(name, *arguments):
            if name in ("sptune_plan_multiply", "sptune_plan_recompute"):
                did.append(name)
            real(name, *arguments)

        def copy(part):
            did.append("copy")
            return type(plan.kind).copy(plan.kind, part)
        with (unittest.mock.patch.object(_plans, "call", call), unittest.mock.patch.object(plan.kind, "copy", copy),
              unittest.mock.patch.object(plan.kind, "mark", lambda former: did.append(("mark", former)) or len(did)),
              unittest.mock.patch.object(plan.kind, "follow", lambda mark: did.append(("follow", mark)))):
            plan()
            plan.recompute()
            plan(copy=False)
        self.assertEqual(did, [("follow", None), "sptune_plan_multiply", *["copy"] * 3, ("mark", None),
                               ("follow", 6), "sptune_plan_recompute", *["copy"] * 3, ("mark", 6),
                               ("follow", 12), "sptune_plan_multiply"])


class Streams:
    """`of`: the library's case, whose helpers serve."""

    def setUp(self):
        self.case = self.of("test_on_a_stream_of_its_own")
        self.case.setUp()

    def test_a_copy_is_not_overtaken_by_the_next_product(self):
        A = self.case.sparse.random(4000, 4000, 0.01, "csr", random_state=14)
        A.data[:] = 1
        a = self.case.here(A)
        plan = sptune.spgemm(a, a)
        plan()
        one, other = self.stream(), self.stream()

        def copy_late(part):
            one.synchronize()
            self.busy()
            return type(plan.kind).copy(plan.kind, part)
        with self.current(one), unittest.mock.patch.object(plan.kind, "copy", copy_late):
            C = plan()
        with self.current(other):
            values = self.case.values(a)
            values *= 2
            D = plan.recompute()
        one.synchronize()
        other.synchronize()
        self.case.assertSame(C, A @ A, "the first, whose copies took their time")
        self.case.assertSame(D, 4 * (A @ A), "the second")


class CuPyStreams(Streams, unittest.TestCase):
    of = products_test.CuPy

    def stream(self):
        return self.case.cupy.cuda.Stream(non_blocking=True)

    def current(self, stream):
        return stream

    def busy(self):
        some = self.case.cupy.ones((4096, 4096))
        for _ in range(20):
            some @ some


class TorchStreams(Streams, unittest.TestCase):
    of = products_test.TorchOnGpu

    def stream(self):
        return self.case.torch.cuda.Stream()

    def current(self, stream):
        return self.case.torch.cuda.stream(stream)

    def busy(self):
        self.case.torch.cuda._sleep(50_000_000)  # cycles: some 30 ms

# SPDX-License-Identifier: BSD-3-Clause
"""Matrices over arrays that are the same under other names, and what a run looks at."""
import importlib.util
import unittest
import unittest.mock

import sptune
from sptune import _arrays, _matrix, _plans


@unittest.skipIf(importlib.util.find_spec("scipy") is None, "the Python package scipy is not installed")
class Runs(unittest.TestCase):
    def setUp(self):
        import numpy
        import scipy.sparse
        self.numpy, self.x = numpy, numpy.ones(3)
        self.A = scipy.sparse.csr_matrix(numpy.arange(1.0, 10.0).reshape(3, 3))

    def test_other_objects_of_the_same_memory_are_looked_at_once(self):
        A = self.A
        M = sptune.matrix(A)
        for step in (A.prune, A.eliminate_zeros, A.sum_duplicates, lambda: setattr(A, "data", A.data.view())):
            step()
            self.assertEqual(list(M @ self.x), [6, 15, 24])
            with unittest.mock.patch.object(_matrix.Matrix, "_look", side_effect=AssertionError("looked at again")):
                self.assertEqual(list(M @ self.x), [6, 15, 24])

    def test_of_new_values_and_another_array_the_later_one_holds(self):
        A = self.A
        M = sptune.matrix(A)
        self.assertEqual(list(M @ self.x), [6, 15, 24])
        M.update_values(2 * A.data)
        self.assertEqual(list(M @ self.x), [12, 30, 48])
        A.data = A.data.view()
        self.assertEqual(list(M @ self.x), [6, 15, 24])
        A.data = A.data.view()
        M.update_values(3 * A.data)
        self.assertEqual(list(M @ self.x), [18, 45, 72])

    def test_no_columns_are_a_product_without_columns(self):
        M = sptune.matrix(self.A.astype("f4"))
        found = M @ self.numpy.empty((3, 0), "f4")
        self.assertEqual((found.shape, found.dtype, type(found)), ((3, 0), "f4", self.numpy.ndarray))
        self.assertRaisesRegex(TypeError, "^X holds float64", M.__matmul__, self.numpy.empty((3, 0)))
        self.assertRaisesRegex(ValueError, r"^X has the shape \(4, 0\), expected \(3, 0\)", M.__matmul__,
                               self.numpy.empty((4, 0), "f4"))

    def test_arrays_that_are_as_the_plan_takes_them_are_not_looked_at_in_full(self):
        X, Y = self.numpy.ones((3, 2)), self.numpy.empty((3, 2))
        spmv, spmm, M = sptune.spmv(self.A), sptune.spmm(self.A, 2), sptune.matrix(self.A)
        self.assertEqual(list(M @ self.x), [6, 15, 24])
        by_columns = sptune.spmm(self.A, 2, "F")
        with unittest.mock.patch.object(_arrays, "_by_interface", side_effect=AssertionError("looked at")):
            for y in (spmv(self.x), M @ self.x, spmm(X, out=Y)[:, 1], by_columns(self.numpy.asfortranarray(X))[:, 0]):
                self.assertEqual(list(y), [6, 15, 24])
            self.assertRaises(AssertionError, spmv, self.x[::-1])

    def test_out_in_memory_that_may_be_read_is_refused(self):
        plan, former, new = sptune.spmv(self.A), self.A.data, self.A.data.copy()
        both = self.numpy.ones(5)
        for x, out in ((both[:3], both[2:]), (both[2:], both[:3]), (both[:3], both[:3])):
            self.assertRaisesRegex(ValueError, "out is in the memory of x", plan, x, out=out)
        real = _plans.call

        def refuses(name, *arguments):
            if name == "sptune_plan_update_values":
                raise sptune.Error("for this test")
            real(name, *arguments)
        with unittest.mock.patch.object(_plans, "call", refuses):
            self.assertRaises(sptune.Error, plan.update_values, new)
        for values in (former, new):  # it is not known which of them the plan reads
            self.assertRaisesRegex(ValueError, "out is in the memory of the matrix", plan, self.x, out=values[:3])
        readonly = self.numpy.zeros(3)
        readonly.flags.writeable = False
        self.assertRaisesRegex(ValueError, "out is not writable", plan, self.x, out=readonly)

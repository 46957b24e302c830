# SPDX-License-Identifier: BSD-3-Clause
"""Arrays that must not be taken as they are: too wide, not aligned, or in the memory of the matrix."""
import importlib.util
import sys
import types
import unittest
import unittest.mock

import sptune
from sptune import _arrays


@unittest.skipIf(importlib.util.find_spec("scipy") is None, "the Python package scipy is not installed")
class Arrays(unittest.TestCase):
    def setUp(self):
        import numpy
        import scipy.sparse
        self.numpy, self.sparse = numpy, scipy.sparse

    def unaligned(self, x):
        """The same numbers, a byte beyond an address that is theirs."""
        return self.numpy.frombuffer(bytearray(b"x" + x.tobytes()), x.dtype, offset=1).reshape(x.shape)

    def matrix(self):
        return self.sparse.csr_matrix(self.numpy.arange(1.0, 10.0).reshape(3, 3))

    def test_columns_that_32_bits_cannot_hold_are_refused_in_every_library(self):
        numpy = self.numpy

        class Tensor:  # as far as it is asked
            def __init__(self, values):
                self.values = numpy.array(values)

            def numel(self):
                return self.values.size

            def min(self):
                return self.values.min()

            def max(self):
                return self.values.max()

            def to(self, dtype):
                return self.values.astype(dtype)
        torch = _arrays.Torch(types.SimpleNamespace(type="cpu", index=None))
        for kind, made in ((_arrays.NumPy(), numpy.array), (_arrays.CuPy(0), numpy.array), (torch, Tensor)):
            with self.subTest(kind.name), unittest.mock.patch.dict(
                    sys.modules, cupy=numpy, torch=types.SimpleNamespace(int32=numpy.int32)):
                for wrong in ([0, 2**32 + 1], [2**31], [-1]):
                    self.assertRaisesRegex(ValueError, r"expected 0 to 2\^31-1", kind.to_int32,
                                           made(numpy.array(wrong, "i8")))
                for right in ([0, 2**31 - 1], []):
                    self.assertEqual(list(kind.to_int32(made(numpy.array(right, "i8")))), right)

    def test_out_in_the_memory_of_the_matrix_is_refused(self):
        A = self.matrix()
        for out in (A.data[:3], A.data[6:]):
            for product, x in ((sptune.spmv(A), self.numpy.ones(3)), (sptune.spmm(A, 1), self.numpy.ones((3, 1)))):
                self.assertRaisesRegex(ValueError, "out is in the memory of the matrix", product, x,
                                       out=out.reshape(x.shape))
        plan = sptune.spmv(A)
        former = A.data
        plan.update_values(2 * A.data)
        self.assertEqual(list(plan(self.numpy.ones(3), out=former[:3])), [12, 30, 48])  # it is read no more

    def test_arrays_that_are_not_aligned(self):
        A, x, X = self.matrix(), self.numpy.arange(3.0), self.numpy.arange(6.0).reshape(3, 2)
        self.assertFalse(self.unaligned(x).flags.aligned)
        seen = []
        real = _arrays._by_interface
        with unittest.mock.patch.object(_arrays, "_by_interface",
                                        lambda *given: seen.append(real(*given)) or seen[-1]):
            self.assertEqual(list(sptune.spmv(A)(self.unaligned(x))), list(A @ x))
            for order in "CF":
                self.assertTrue((sptune.spmm(A, 2, order)(self.unaligned(X)) == A @ X).all())
        self.assertTrue(all(array.pointer % 4 == 0 for array in seen if array.order))
        self.assertRaisesRegex(ValueError, "out is not .*aligned", sptune.spmv(A), x, out=self.unaligned(x))
        for name in ("data", "indices", "indptr"):
            other = self.matrix()
            setattr(other, name, self.unaligned(getattr(other, name)))
            self.assertRaisesRegex(ValueError, "not .*aligned", sptune.spmv, other)

    def test_a_sparse_array_of_one_dimension_is_refused(self):
        class Line(self.sparse.csr_array):  # newer versions of SciPy have them
            ndim = 1
            shape = (3,)
        line = self.sparse.csr_array(self.numpy.ones((1, 3)))
        line.__class__ = Line
        for take in (sptune.spmv, sptune.matrix):
            self.assertRaisesRegex(ValueError, r"expected a matrix, found an array of shape \(3,\)", take, line)

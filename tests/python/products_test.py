# SPDX-License-Identifier: BSD-3-Clause
"""Products of matrices of every library that is installed, on the CPU and on the GPU, against SciPy."""
import concurrent.futures
import gc
import importlib.util
import unittest
import unittest.mock

import sptune
from sptune import _plans


def reason_without(*modules):
    """Why tests that need these are skipped, or nothing."""
    for module in modules:
        if importlib.util.find_spec(module) is None:
            gpu = "no CUDA device is looked for: " if module in ("cupy", "torch") else ""
            return f"{gpu}the Python package {module} is not installed"
    return ""


class Products:
    """What must hold in every library; `here` brings an array or a matrix of SciPy's there, `back` fetches one."""
    needs = ("numpy", "scipy")

    def setUp(self):
        why = reason_without(*self.needs)
        if why:
            self.skipTest(why)
        self.begin()
        import numpy
        import scipy.sparse
        self.numpy, self.sparse = numpy, scipy.sparse

    def begin(self):
        pass

    def matrices(self):
        """Awkward ones, values small integers so that sums are exact."""
        numpy, sparse = self.numpy, self.sparse
        rng = numpy.random.default_rng(20261122)

        def integers(A):
            A.data[:] = rng.integers(-4, 5, A.data.size)
            return A
        yield "no_rows", sparse.csr_matrix((0, 5))
        yield "no_columns", sparse.csr_matrix((5, 0))
        yield "no_entries", sparse.csr_matrix((5, 7))
        yield "one_row", integers(sparse.random(1, 300, 0.5, "csr", random_state=1))
        yield "one_column", integers(sparse.random(300, 1, 0.5, "csr", random_state=2))
        yield "random", integers(sparse.random(301, 299, 0.02, "csr", random_state=3))
        dense_row = sparse.random(120, 400, 0.01, "lil", random_state=4)
        dense_row[57, :] = 1
        yield "dense_row", integers(dense_row.tocsr())

    def types(self, A):
        """The same in other types."""
        for dtype in (self.numpy.float32, self.numpy.float64):
            yield self.here(A.astype(dtype)), dtype

    def x_for(self, count, *columns):
        shape = (count, *columns)
        return self.numpy.arange(self.numpy.prod(shape, dtype=int)).reshape(shape) % 9 - 4.0

    def assertSame(self, found, expected, name):
        found = self.back(found)
        self.assertEqual(found.shape, expected.shape, name)
        self.assertTrue((found == expected).all() if not self.sparse.issparse(found) else
                        abs(found - expected).sum() == 0, name)

    def test_spmv(self):
        for name, A in self.matrices():
            for a, dtype in self.types(A):
                x = self.x_for(A.shape[1])
                y = sptune.spmv(a, threads=1)(self.here(x.astype(dtype)))
                self.assertSame(y, A @ x, name)
                self.assertEqual(self.back(y).dtype, dtype)

    def test_alpha_beta_and_out(self):
        for name, A in self.matrices():
            x, y = self.x_for(A.shape[1]), self.numpy.full(A.shape[0], 3.0)
            out = self.here(y)
            plan = sptune.spmv(self.here(A))
            self.assertIs(plan(self.here(x), alpha=2, beta=0.5, out=out), out)
            self.assertSame(out, 2 * (A @ x) + 1.5, name)

    def test_spmm_by_rows_and_columns(self):
        for name, A in self.matrices():
            for a, dtype in self.types(A):
                X = self.x_for(A.shape[1], 3)
                self.assertSame(sptune.spmm(a, 3)(self.here(X.astype(dtype))), A @ X, name)
                by_columns = self.here(X.T.astype(dtype)).T
                self.assertSame(sptune.spmm(a, 3, "F")(by_columns), A @ X, name)
                # In the other order than the plan's, or with gaps: it is copied.
                self.assertSame(sptune.spmm(a, 3)(by_columns), A @ X, name)
                wide = self.here(self.x_for(A.shape[1], 5).astype(dtype))
                self.assertSame(sptune.spmm(a, 1)(wide[:, 2:3]), A @ self.back(wide)[:, 2:3], name)
                self.assertSame(sptune.spmv(a)(wide[:, 2]), A @ self.back(wide)[:, 2], name)

    def test_spgemm(self):
        for name, A in self.matrices():
            B = A.T.tocsr()
            for (a, dtype), (b, _) in zip(self.types(A), self.types(B)):
                plan = sptune.spgemm(a, b)
                self.assertSame(plan(), A @ B, name)
                self.assertSame(plan.recompute(), A @ B, name)
                self.assertEqual(self.back(plan(copy=False)).dtype, dtype)

    def test_matrix_multiplies_vectors_dense_and_sparse(self):
        for name, A in self.matrices():
            M, x, X = sptune.matrix(self.here(A)), self.x_for(A.shape[1]), self.x_for(A.shape[1], 2)
            for _ in range(2):
                self.assertSame(M @ self.here(x), A @ x, name)
                self.assertSame(M @ self.here(X), A @ X, name)
                self.assertSame(M @ self.here(A.T.tocsr()), A @ A.T, name)
            self.assertSame(M @ sptune.matrix(self.here(A.T.tocsr())), A @ A.T, name)

    def test_unsorted_rows_and_duplicates(self):
        A = self.sparse.csr_matrix((self.numpy.array([1.0, 2, 4, 8]), self.numpy.array([2, 0, 2, 1]), [0, 3, 3, 4]),
                                   shape=(3, 3))
        a = self.here(A)
        x = self.x_for(3)
        self.assertSame(sptune.spmv(a, validate="full")(self.here(x)), A.toarray() @ x, "duplicates")
        self.assertSame(sptune.spgemm(a, a)(), self.sparse.csr_matrix(A.toarray() @ A.toarray()), "duplicates")

    def test_values_change_in_place_and_by_update(self):
        A = self.sparse.random(200, 200, 0.05, "csr", random_state=5)
        A.data[:] = self.x_for(A.nnz)
        a, x = self.here(A.copy()), self.x_for(200)
        plan, product = sptune.spmv(a), sptune.spgemm(a, a, expected_runs=9, repeat="values")
        product()
        values = self.values(a)
        values *= 2
        self.assertSame(plan(self.here(x)), 2 * (A @ x), "in place")
        self.assertSame(product.recompute(), 4 * (A @ A), "in place")
        plan.update_values(self.here(3 * A.data))
        product.update_values(self.here(3 * A.data))
        del values
        gc.collect()
        self.assertSame(plan(self.here(x)), 3 * (A @ x), "another array")
        self.assertSame(product.recompute(), 9 * (A @ A), "another array")

    def test_values_that_are_refused_change_nothing(self):
        A = self.sparse.random(300, 300, 0.05, "csr", random_state=8)
        A.data[:] = 1
        B = A.copy()
        product = sptune.spgemm(self.here(A.copy()), self.here(B.copy()))
        self.assertSame(product(), A @ B, "before")
        new = self.here(7 * A.data)
        self.assertRaisesRegex(ValueError, "29 values, the matrix has", product.update_values, a=new,
                               b=self.here(self.x_for(29)))
        self.assertSame(product.recompute(), A @ B, "after values were refused")
        del new
        gc.collect()
        scribbles = [self.here(self.numpy.full(A.nnz, -9.0)) for _ in range(20)]
        product.update_values(b=self.here(3 * B.data))
        self.assertSame(product.recompute(), 3 * (A @ B), "A's are those that it had")
        self.assertEqual(len(scribbles), 20)

    def test_values_that_the_plan_refuses_change_nothing(self):
        A = self.sparse.random(300, 300, 0.05, "csr", random_state=8)
        A.data[:] = 1
        product = sptune.spgemm(self.here(A.copy()), self.here(A.copy()))
        real = _plans.call

        def refuses(name, *arguments):
            if name == "sptune_plan_update_values":
                raise sptune.Error("for this test")
            real(name, *arguments)
        with unittest.mock.patch.object(_plans, "call", refuses):
            self.assertRaises(sptune.Error, product.update_values, a=self.here(7 * A.data))
        product.update_values(b=self.here(3 * A.data))
        self.assertSame(product(), 3 * (A @ A), "A's are those that it had")

    def test_plans_and_results_keep_what_they_read(self):
        A = self.sparse.random(500, 500, 0.05, "csr", random_state=6)
        A.data[:] = 1
        x = self.x_for(500)
        plan = sptune.spmv(self.here(A.copy()))
        C = sptune.spgemm(self.here(A.copy()), self.here(A.copy()))(copy=False)
        gc.collect()
        scribbles = [self.here(self.numpy.full(A.nnz, 7.0)) for _ in range(20)]
        self.assertSame(plan(self.here(x)), A @ x, "the matrix was dropped")
        self.assertSame(C, A @ A, "the plan was dropped")
        self.assertEqual(len(scribbles), 20)

    def test_a_plan_is_not_closed_under_its_result(self):
        A = self.sparse.random(300, 300, 0.05, "csr", random_state=9)
        A.data[:] = 1
        plan = sptune.spgemm(self.here(A.copy()), self.here(A.copy()))
        C = plan(copy=False)
        self.assertRaisesRegex(ValueError, r"drop it before, or take a copy", plan.close)
        self.assertSame(C, A @ A, "after close was refused")
        values = self.values(C)
        del C
        gc.collect()
        self.assertRaisesRegex(ValueError, r"drop it before, or take a copy", plan.close)
        del values
        gc.collect()
        own = plan()
        plan.close()
        self.assertSame(own, A @ A, "a copy")
        plan.close()

    def test_many_threads_run_one_plan(self):
        A = self.sparse.random(2000, 2000, 0.01, "csr", random_state=7)
        A.data[:] = 1
        a, plan = self.here(A), sptune.spmv(self.here(A), threads=1)

        def work(seed):
            x = self.x_for(2000) + seed
            own = sptune.spmv(a, threads=1)
            return all(((self.back(p(self.here(x))) == A @ x).all()) for p in [plan, own] for _ in range(10))
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            self.assertTrue(all(pool.map(work, range(8))))

    def test_arrays_that_do_not_fit_are_refused(self):
        A = self.sparse.random(20, 30, 0.2, "csr", random_state=8)
        a, good = self.here(A), self.here(self.x_for(30))
        plan = sptune.spmv(a)
        self.assertRaisesRegex(ValueError, r"x has the shape \(29,\)", plan, self.here(self.x_for(29)))
        self.assertRaisesRegex(ValueError, "x has the shape", plan, self.here(self.x_for(30, 1)))
        self.assertRaisesRegex(TypeError, "x holds f4", plan, self.here(self.x_for(30).astype("f4")))
        self.assertRaisesRegex(TypeError, "x holds i8", plan, self.here(self.x_for(30).astype("i8")))
        self.assertRaises(TypeError, plan, [1.0] * 30)
        self.assertRaises(TypeError, plan, None)
        self.assertRaisesRegex(ValueError, "out has the shape", plan, good, out=self.here(self.x_for(21)))
        self.assertRaisesRegex(ValueError, "out is not writable, or not contiguous", plan, good,
                               out=self.here(self.x_for(20, 2))[:, 0])
        self.assertRaisesRegex(ValueError, "beta is not 0", plan, good, beta=1)
        square = sptune.spmv(self.here(self.sparse.identity(30, format="csr")))
        self.assertRaisesRegex(ValueError, "out is x", square, good, out=good)
        self.assertRaisesRegex(ValueError, "29 values, the matrix has", plan.update_values, self.here(self.x_for(29)))
        self.assertRaisesRegex(TypeError, "values are f4", plan.update_values, self.here(A.data.astype("f4")))
        self.assertRaisesRegex(ValueError, "A has 30 columns and B has 20 rows", sptune.spgemm, a, a)
        self.assertRaises(ValueError, sptune.spmm, a, -1)
        plan.close()
        self.assertRaisesRegex(ValueError, "the plan was closed", plan, good)
        plan.close()


class SciPy(Products, unittest.TestCase):
    def here(self, x):
        return x.copy()

    def back(self, x):
        return x

    def values(self, a):
        return a.data

    def test_64_bit_indices(self):
        for name, A in self.matrices():
            wide = A.copy()
            wide.indptr, wide.indices = wide.indptr.astype("i8"), wide.indices.astype("i8")
            x = self.x_for(A.shape[1])
            self.assertSame(sptune.spmv(wide)(x), A @ x, name)
            self.assertSame(sptune.spgemm(wide, wide.T.tocsr())(), A @ A.T, name)

    def test_sparse_arrays(self):
        A = self.sparse.csr_array(self.sparse.random(20, 20, 0.2, "csr", random_state=9))
        C = sptune.matrix(A) @ A
        self.assertIsInstance(C, self.sparse.csr_array)
        self.assertLess(abs(C - A @ A).max(), 1e-15)

    def test_other_matrices_are_refused(self):
        A = self.sparse.random(20, 20, 0.2, "csr", random_state=10)
        for other in (A.tocsc(), A.tocoo()):
            self.assertRaisesRegex(TypeError, "expected a matrix in CSR form", sptune.spmv, other)
        self.assertRaisesRegex(TypeError, "expected a CSR matrix", sptune.spmv, A.toarray())
        self.assertRaisesRegex(TypeError, "expected a CSR matrix", sptune.spmv, None)
        self.assertRaisesRegex(TypeError, "expected float32 or float64", sptune.spmv, A.astype(complex))
        self.assertRaisesRegex(TypeError, "expected float32 or float64", sptune.spmv, A.astype(int))
        self.assertRaisesRegex(ValueError, "A holds f64 and B holds f32", sptune.spgemm, A, A.astype("f4"))
        self.assertRaises(TypeError, lambda: sptune.matrix(A) @ 3)

    def test_broken_matrices_are_refused_in_the_librarys_words(self):
        A = self.sparse.random(20, 20, 0.2, "csr", random_state=11)
        outside = A.copy()
        outside.indices[3] = 20
        self.assertRaisesRegex(ValueError, "has an entry in column 20", sptune.spmv, outside, validate="full")
        wide = A.copy()
        wide.indices = wide.indices.astype("i8")
        wide.indices[3] = 2**32
        self.assertRaisesRegex(ValueError, "expected 0 to 2", sptune.spmv, wide)
        shifted = A.copy()
        shifted.indptr[0] = 1
        self.assertRaisesRegex(ValueError, "row offsets from 1", sptune.spmv, shifted)
        short = A.copy()
        short.indptr = short.indptr[:-1]
        self.assertRaisesRegex(ValueError, "20 rows and .* 20 offsets", sptune.spmv, short)
        gaps = A.copy()
        gaps.data = self.numpy.repeat(gaps.data, 2)[::2]
        self.assertRaisesRegex(ValueError, "not contiguous", sptune.spmv, gaps)


class CuPy(Products, unittest.TestCase):
    needs = ("numpy", "scipy", "cupy")

    def begin(self):
        import cupy
        import cupyx.scipy.sparse
        self.cupy, self.cupy_sparse = cupy, cupyx.scipy.sparse
        try:
            count = cupy.cuda.runtime.getDeviceCount()
        except cupy.cuda.runtime.CUDARuntimeError:
            count = 0
        if count == 0:
            self.skipTest("no CUDA device")

    def matrices(self):  # CuPy's have at least one row and one column
        return ((name, A) for name, A in super().matrices() if 0 not in A.shape)

    def here(self, x):
        return self.cupy_sparse.csr_matrix(x) if self.sparse.issparse(x) else self.cupy.array(x, order="C")

    def back(self, x):
        return x.get()

    def values(self, a):
        return a.data

    def test_on_a_stream_of_its_own(self):
        A = self.sparse.random(3000, 3000, 0.01, "csr", random_state=12)
        A.data[:] = 1
        x = self.x_for(3000)
        with self.cupy.cuda.Stream(non_blocking=True) as stream:
            plan = sptune.spmv(self.here(A))
            y = plan(self.here(x))
            for _ in range(10):
                plan(self.here(x), beta=1, out=y)
            C = sptune.matrix(self.here(A)) @ self.here(A)
            stream.synchronize()
        self.assertSame(y, 11 * (A @ x), "stream")
        self.assertSame(C, A @ A, "stream")

    def test_host_arrays_are_refused(self):
        plan = sptune.spmv(self.here(self.sparse.identity(5, format="csr")))
        self.assertRaisesRegex(TypeError, "expected an array on the GPU", plan, self.x_for(5))


class TorchOnCpu(Products, unittest.TestCase):
    needs = ("numpy", "scipy", "torch")
    device = "cpu"

    def begin(self):
        import torch
        self.torch = torch

    def here(self, x):
        if not self.sparse.issparse(x):
            return self.torch.as_tensor(self.numpy.array(x, order="C")).to(self.device)
        return self.torch.sparse_csr_tensor(self.torch.as_tensor(x.indptr.astype("i8")),
                                            self.torch.as_tensor(x.indices.astype("i8")), self.torch.as_tensor(x.data),
                                            size=x.shape).to(self.device)

    def back(self, x):
        if x.layout == self.torch.strided:
            return x.cpu().numpy()
        x = x.cpu()
        return self.sparse.csr_matrix((x.values().numpy(), x.col_indices().numpy(), x.crow_indices().numpy()),
                                      shape=tuple(x.shape))

    def values(self, a):
        return a.values()

    def test_what_wants_gradients_is_refused(self):
        plan = sptune.spmv(self.here(self.sparse.identity(5, format="csr")))
        x = self.torch.ones(5, dtype=self.torch.float64, device=self.device, requires_grad=True)
        self.assertRaisesRegex(ValueError, "wants gradients", plan, x)


class TorchOnGpu(TorchOnCpu):
    device = "cuda:0"

    def begin(self):
        super().begin()
        if not self.torch.cuda.is_available():
            self.skipTest("no CUDA device")

    def test_on_a_stream_of_its_own(self):
        A = self.sparse.random(3000, 3000, 0.01, "csr", random_state=13)
        A.data[:] = 1
        x = self.x_for(3000)
        stream = self.torch.cuda.Stream()
        with self.torch.cuda.stream(stream):
            plan = sptune.spmv(self.here(A))
            y = plan(self.here(x))
            for _ in range(10):
                plan(self.here(x), beta=1, out=y)
            C = sptune.matrix(self.here(A)) @ self.here(A)
            stream.synchronize()
        self.assertSame(y, 11 * (A @ x), "stream")
        self.assertSame(C, A @ A, "stream")

    def test_tensors_elsewhere_are_refused(self):
        plan = sptune.spmv(self.here(self.sparse.identity(5, format="csr")))
        self.assertRaisesRegex(ValueError, "a tensor is on cpu", plan, self.torch.ones(5, dtype=self.torch.float64))

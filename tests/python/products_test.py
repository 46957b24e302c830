# SPDX-License-Identifier: BSD-3-Clause
"""Products of matrices of every library that is installed, on the CPU and on the GPU, against SciPy."""
import concurrent.futures
import copy
import gc
import importlib.util
import json
import pathlib
import pickle
import tempfile
import unittest
import unittest.mock
import weakref

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
        known = sptune.matrix(self.here(self.sparse.identity(3, format="csr")), columns="sorted")  # not of the other
        for product in (known @ a, known @ sptune.matrix(a), sptune.matrix(a) @ known):
            self.assertEqual((self.back(product).nnz, self.back(product).sum()), (3, 15), "duplicates")

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

    def assertMatrixIs(self, M, A, name):
        x, X = self.x_for(A.shape[1]), self.x_for(A.shape[1], 2)
        self.assertSame(M @ self.here(x), A @ x, name)
        self.assertSame(M @ self.here(X), A @ X, name)
        self.assertSame(M @ self.here(A.T.tocsr()), A @ A.T, name)

    def test_matrix_takes_other_values(self):
        A = self.sparse.random(200, 200, 0.05, "csr", random_state=5)
        A.data[:] = self.x_for(A.nnz)
        for options in ({}, {"constant_values": True}):
            a = self.here(A.copy())
            M, former = sptune.matrix(a, **options), sptune.matrix(a, **options)
            self.assertMatrixIs(M, A, "before")
            M.update_values(self.here(3 * A.data))
            gc.collect()
            scribbles = [self.here(self.numpy.full(A.nnz, 7.0)) for _ in range(20)]
            self.assertMatrixIs(M, 3 * A, "after")
            self.assertMatrixIs(former, A, "another of the same arrays")
            self.assertSame(M @ a, 3 * (A @ A), "of A, whose values they are not")
            self.assertSame(former @ M, 3 * (A @ A), "on the right")
            self.assertSame(M @ M, 9 * (A @ A), "on both sides")
            fresh = sptune.matrix(a, **options)
            fresh.update_values(self.here(2 * A.data))
            self.assertMatrixIs(fresh, 2 * A, "before a plan was made")
            self.assertRaisesRegex(ValueError, "29 values, the matrix has", M.update_values, self.here(self.x_for(29)))
            self.assertRaisesRegex(TypeError, "values are float32", M.update_values, self.here(A.data.astype("f4")))
            self.assertMatrixIs(M, 3 * A, "after values were refused")
            self.assertEqual(len(scribbles), 20)

    def test_matrix_with_copies_of_values_that_change_in_place(self):
        A = self.sparse.random(200, 200, 0.05, "csr", random_state=5)
        A.data[:] = self.x_for(A.nnz)
        a, x = self.here(A.copy()), self.x_for(200)
        M = sptune.matrix(a, force="sell", constant_values=True)
        self.assertSame(M @ self.here(x), A @ x, "before")
        values = self.values(a)
        values *= 2
        M.update_values(values)
        self.assertSame(M @ self.here(x), 2 * (A @ x), "after")

    def test_matrix_that_cannot_update_a_plan_has_the_former_values(self):
        A = self.sparse.random(200, 200, 0.05, "csr", random_state=5)
        A.data[:] = self.x_for(A.nnz)
        M = sptune.matrix(self.here(A.copy()))
        self.assertMatrixIs(M, A, "before")
        real, updates = _plans.call, []

        def refuses_the_second(name, *arguments):
            if name == "sptune_plan_update_values":
                updates.append(name)
                if len(updates) == 2:
                    raise sptune.Error("for this test")
            real(name, *arguments)
        with unittest.mock.patch.object(_plans, "call", refuses_the_second):
            self.assertRaises(sptune.Error, M.update_values, self.here(3 * A.data))
        self.assertMatrixIs(M, A, "after")

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
        self.assertRaisesRegex(TypeError, "x holds float32, the matrix float64", plan, self.here(self.x_for(30).astype("f4")))
        self.assertRaisesRegex(TypeError, "x holds int64", plan, self.here(self.x_for(30).astype("i8")))
        self.assertRaisesRegex(TypeError, "^x: expected a.* found list", plan, [1.0] * 30)
        self.assertRaisesRegex(TypeError, "^x: expected a.* found NoneType", plan, None)
        self.assertRaisesRegex(TypeError, "^out: expected a.* found list", plan, good, out=[0.0] * 20)
        self.assertRaisesRegex(ValueError, "out has the shape", plan, good, out=self.here(self.x_for(21)))
        self.assertRaisesRegex(ValueError, "out is not writable, or not contiguous", plan, good,
                               out=self.here(self.x_for(20, 2))[:, 0])
        self.assertRaisesRegex(ValueError, "beta is not 0", plan, good, beta=1)
        square = sptune.spmv(self.here(self.sparse.identity(30, format="csr")))
        self.assertRaisesRegex(ValueError, "out is in the memory of x", square, good, out=good)
        both = self.here(self.x_for(40))
        self.assertRaisesRegex(ValueError, "out is in the memory of x", square, both[:30], out=both[10:])
        halves = self.here(self.x_for(60))
        self.assertSame(square(halves[:30], out=halves[30:]), self.x_for(30), "side by side")
        self.assertRaisesRegex(TypeError, "^alpha is '2', expected a number", plan, good, alpha="2")
        self.assertRaisesRegex(TypeError, "^beta is None, expected a number", plan, good, beta=None)
        self.assertRaisesRegex(ValueError, "29 values, the matrix has", plan.update_values, self.here(self.x_for(29)))
        self.assertRaisesRegex(TypeError, "values are float32", plan.update_values, self.here(A.data.astype("f4")))
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

    def test_matrix_follows_arrays_that_are_put_in_the_place_of_others(self):
        A = self.sparse.random(200, 200, 0.05, "csr", random_state=5)
        A.data[:] = self.x_for(A.nnz)
        other = self.sparse.random(200, 200, 0.03, "csr", random_state=6)
        other.data[:] = self.x_for(other.nnz)
        M, own = sptune.matrix(A), sptune.matrix(A, constant_values=True)
        right = sptune.matrix(self.sparse.identity(200, format="csr"))
        for data in (A.data, 2 * A.data, A.data.astype("f4"), 3 * A.data, other.data):
            A.data = data
            if data is other.data:
                A.indices, A.indptr = other.indices, other.indptr
            for factor, m in ((1, M), (1, own), (7, own)):
                if factor == 7:  # holds until A.data is another array
                    own.update_values(7 * data)
                for product in (self.x_for(200), self.x_for(200, 2), A):
                    product = product.astype(data.dtype)
                    self.assertSame(m @ product, factor * (A @ product), "after a step")
                if data.dtype == "f8":
                    self.assertSame(right @ m, factor * A, "on the right")
        A.data = A.data.astype(int)
        self.assertRaisesRegex(TypeError, "values are int64, expected float32 or float64", M.__matmul__, self.x_for(200))
        A.data = other.data.astype(float)[:-1]
        self.assertRaisesRegex(ValueError, "values, but", M.__matmul__, self.x_for(200))
        A.data = other.data.astype(float)
        self.assertSame(M @ self.x_for(200), A @ self.x_for(200), "mended")

    def test_matrix_follows_another_number_of_columns(self):
        A = self.sparse.random(50, 40, 0.1, "csr", random_state=7)
        A.data[:] = self.x_for(A.nnz)
        M = sptune.matrix(A)
        for columns in (40, 60, 30):
            A.resize((50, columns))
            self.assertEqual(M.shape, (50, columns))
            self.assertSame(M @ self.x_for(columns), A @ self.x_for(columns), "a vector")
            self.assertSame(M @ self.x_for(columns, 2), A @ self.x_for(columns, 2), "two")
            self.assertSame(M @ A.T.tocsr(), A @ A.T, "a product")

    def test_arrays_of_other_types_are_named(self):
        A = self.sparse.random(20, 20, 0.2, "csr", random_state=9)
        x, plan, M = self.x_for(20), sptune.spmv(A), sptune.matrix(A)
        masked = self.numpy.ma.masked_array(x, mask=x < 0)
        for typed, words in ((x.astype(object), "holds object"), (x.astype("M8[s]"), r"holds datetime64\[s\]"),
                             (x.astype(str), "holds <U32"), (x.astype(complex), "holds complex128"),
                             (x.astype(">f8"), "holds >f8"), (x > 0, "holds bool"), (x.astype("f2"), "holds float16"),
                             (masked, ": expected a numpy array .*, found MaskedArray")):
            with self.subTest(words):
                for product in (plan, M.__matmul__):
                    self.assertRaisesRegex(TypeError, f"^x ?{words}", product, typed)
                self.assertRaisesRegex(TypeError, f"^out ?{words}", plan, x, out=typed)
                self.assertRaisesRegex(TypeError, f"^X ?{words}", M.__matmul__, typed.reshape(10, 2))
                of_values = words.replace("holds", "are") + ", expected float32" * ("holds" in words)
                for update in (plan.update_values, M.update_values):
                    self.assertRaisesRegex(TypeError, f"^values ?{of_values}", update, typed)
        wrong = A.copy()
        wrong.indices = wrong.indices + 0.5
        self.assertRaisesRegex(TypeError, "^columns hold float64, expected int32 or int64", sptune.spmv, wrong)
        wrong = A.copy()
        wrong.indptr = wrong.indptr.astype("u4")
        self.assertRaisesRegex(TypeError, "^row offsets hold uint32, expected int32 or int64", sptune.spmv, wrong)

    def test_matrix_in_solvers_of_scipy(self):
        import scipy.sparse.linalg
        line = self.sparse.diags([-1.0, 3.0, -1.0], [-1, 0, 1], shape=(50, 50), format="csr")
        M, b = sptune.matrix(line), self.x_for(50)
        self.assertEqual((M.dtype, M.shape), (line.dtype, (50, 50)))
        for solve in (getattr(scipy.sparse.linalg, name) for name in "cg cgs bicgstab gmres lgmres".split()):
            found, flag = solve(M, b, atol=0)
            self.assertEqual(flag, 0, solve)
            self.assertLess(abs(line @ found - b).max(), 1e-3, solve)
        self.assertSame(scipy.sparse.linalg.aslinearoperator(M).matmat(self.x_for(50, 2)), line @ self.x_for(50, 2), "")

    def test_who_is_told_what_won_may_ask_the_plan(self):
        A = self.sparse.diags([1.0] * 9, range(-4, 5), shape=(3000, 3000), format="csr")
        for operation in ("spmv", "spgemm"):
            # A model that can tell nothing apart.
            models = pathlib.Path(__file__).resolve().parents[2] / "models"
            model = json.loads((models / f"{operation}-cpu-f64.json").read_text())
            del model["checksum"]
            model["rule"].update(apart=10.0, apart_units=1000.0)
            with self.subTest(operation), tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder, "model.json")
                path.write_text(json.dumps(model))
                told = []

                def ask(winner):
                    told.append((winner, plan.configuration, plan.describe()["memory_bytes"], repr(plan)))
                    self.assertRaisesRegex(ValueError, "settled", plan.close)
                operands, x = ((A,), (self.x_for(3000),)) if operation == "spmv" else ((A, A), ())
                plan = getattr(sptune.Dispatcher(path), operation)(*operands, expected_runs=1e9, threads=1,
                                                                   constant_values=True, probe="at_once", settled=ask)
                self.assertIn("probed in the first runs", plan.explanation)
                for _ in range(200):
                    plan(*x)
                (winner, planned, held, shown), = told
                self.assertRegex(winner, r"^\w+\{")
                self.assertIn(planned, shown)
                self.assertGreater(held, 0)

    def test_a_plan_that_its_own_function_refers_to_is_collected(self):
        def make():
            plan = sptune.spmv(self.sparse.identity(3, format="csr"), settled=lambda winner: print(plan))
            return weakref.ref(plan)
        made = make()
        gc.collect()
        self.assertIsNone(made())

    def test_matrix_on_the_right_is_refused(self):
        A = self.sparse.random(20, 20, 0.2, "csr", random_state=9)
        for left in (self.x_for(20), self.x_for(20, 20), A, 2):
            with self.subTest(type(left)), self.assertRaisesRegex(TypeError, "unsupported operand type.*'Matrix'"):
                left @ sptune.matrix(A)

    def test_what_belongs_to_the_process_is_not_copied(self):
        A = self.sparse.random(20, 20, 0.2, "csr", random_state=9)
        for made in (sptune.spmv(A), sptune.spmm(A, 2), sptune.spgemm(A, A), sptune.matrix(A), sptune.Dispatcher()):
            for copied in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.subTest(made=made, copied=copied), self.assertRaisesRegex(
                        TypeError, f"sptune.{type(made).__name__} cannot be copied or pickled: make it anew"):
                    copied(made)

    def test_matrix_times_another_form_says_what_to_do(self):
        A = self.sparse.random(20, 20, 0.2, "csr", random_state=9)
        self.assertRaisesRegex(TypeError, r"found csc: A.tocsr\(\)", sptune.matrix(A).__matmul__, A.tocsc())

    def test_matrix_of_sorted_columns_times_dense(self):
        A = self.sparse.random(20, 20, 0.2, "csr", random_state=9)
        X = self.x_for(20, 3)
        self.assertLess(abs(sptune.matrix(A, columns="sorted") @ X - A @ X).max(), 1e-14)

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
        self.assertRaisesRegex(ValueError, "x is a tensor on cpu", plan, self.torch.ones(5, dtype=self.torch.float64))

# SPDX-License-Identifier: BSD-3-Clause
"""Matrices that make and keep their plans."""
from ._arrays import kind_of, kind_of_sparse, require
from ._library import Held
from ._plans import Given, View, numbers_like

# What options of a matrix, which are of plans that run often on its pattern alone, are for a plan of M @ B.
_ONE_PRODUCT = {"expected_runs": 1, "repeat": "whole", "probe": "none", "settled": None, "pattern_id": 0}


class Matrix(Held):
    """A matrix with plans that are made when they are first needed: A @ x, A @ X, A @ B.

    It follows the matrix that it was made of. Values that change in place count as they do for a plan (not where
    constant_values was promised, until update_values). An array that was put in the place of A.data counts from the
    next product on; where A.indices, A.indptr or A.shape are others, or the type or number of values, plans are made
    anew."""

    def __init__(self, dispatcher, A, options):
        self._dispatcher, self._source, self._options = dispatcher, A, dict(options)
        self._columns = self._options.pop("columns", "unknown")  # of A, and of no other operand
        self._kind, self._plans, self._values = kind_of(A), {}, None
        self._parts, self._arrays = self._look()
        self._shape = self.shape
        View(self._now())  # what cannot be a matrix is said here, not by the first product

    __array_ufunc__ = None  # NumPy does not take it for a number: array @ M is a TypeError

    @property
    def dtype(self):
        """Type of the values, as the matrix's library has it."""
        return self._kind.parts(self._source)[2].dtype

    @property
    def shape(self):
        """Rows and columns."""
        return tuple(self._kind.parts(self._source)[3])

    def update_values(self, values):
        """Other values on the same pattern, one per entry in the order of A.data, for all products from now on, until
        this is called again or A.data is another array. They are read where they are, and A does not get them. With
        constant_values=True call this for values that changed in place, too. TypeError, ValueError where they do not
        fit; then all is as it was."""
        self._follow()
        with self._kind.current():
            numbers_like(self._kind, values, self._arrays[2])
        self._replace(values)
        self._values = values

    def __matmul__(self, other):
        self._follow()
        left = right = self._now()
        if isinstance(other, Matrix):
            if other is not self:
                other._follow()
                right = other._now()
        elif kind_of_sparse(other) is None:
            return self._times_dense(other)
        else:
            right = other
        return self._dispatcher.spgemm(left, right, **{**self._options, **_ONE_PRODUCT})(copy=False)

    def matvec(self, x):
        """A @ x, as solvers of SciPy ask for it that need no product with the transpose: scipy.sparse.linalg.cg(M, b)."""
        return self @ x

    def __repr__(self):
        rows, cols = self.shape
        return f"<sptune.Matrix {rows}x{cols}, {len(self._plans)} plans>"

    def _look(self):
        """Row offsets, columns and values of the source as they are now: objects, and Arrays."""
        parts = self._kind.parts(self._source)[:3]
        with self._kind.current():
            return parts, [self._kind.array(part, name)
                           for part, name in zip(parts, ("row offsets", "columns", "values"))]

    def _follow(self):
        """Takes arrays of the source that are others than before, and other numbers of rows and columns."""
        now = self._kind.parts(self._source)
        same_shape = tuple(now[3]) == self._shape  # A.resize may leave the arrays as they are
        if same_shape and all(new is old for new, old in zip(now, self._parts)):
            return  # always with SciPy and CuPy; PyTorch makes objects anew
        parts, arrays = self._look()
        offsets, columns, values = (new[1:] == old[1:] for new, old in zip(arrays, self._arrays))
        # The same memory as other objects, as A.prune() leaves it. Values of update_values end there: A.data was put in
        # its place later. PyTorch's objects say nothing of that.
        later = self._values is not None and self._kind.keeps_objects and parts[2] is not self._parts[2]
        if same_shape and offsets and columns and values and not later:
            self._parts, self._arrays = parts, arrays
            return
        numbers, former = arrays[2], self._arrays[2]
        if same_shape and offsets and columns and (numbers.dtype, numbers.shape) == (former.dtype, former.shape):
            self._replace(numbers.owner)
        else:
            View(Given(self._source, None, self._columns))
            self._plans.clear()
        self._parts, self._arrays, self._shape, self._values = parts, arrays, self.shape, None

    def _replace(self, values):
        try:
            for plan in self._plans.values():
                plan.update_values(values)
        except BaseException:
            self._plans.clear()  # some read these values now, others the former: those to come read the former
            raise

    def _now(self):
        """What plans are made of."""
        return Given(self._source, self._values, self._columns)

    def _plan(self, key, make):
        if key not in self._plans:
            self._plans[key] = make(self._now())
        return self._plans[key]

    def _times_dense(self, x):
        dimensions = getattr(x, "ndim", None)
        if dimensions == 1:
            return self._plan(1, lambda A: self._dispatcher.spmv(A, **self._options))(x)
        if dimensions != 2:
            raise TypeError(f"expected a vector, a dense or a CSR matrix, found {type(x).__name__}")
        kind, dtype, columns = self._kind, self._arrays[2].dtype, x.shape[1]
        if columns == 0:  # nothing to plan
            with kind.current():
                require("X", kind.array(x, "X"), dtype, (self._shape[1], 0))
                return kind.empty((self._shape[0], 0), dtype)
        by_rows = kind.address(x, dtype, tuple(x.shape), "C") is not None
        order = "C" if by_rows or kind.array(x, "X").order != "F" else "F"
        key = (columns, order)
        return self._plan(key, lambda A: self._dispatcher.spmm(A, *key, **self._options))(x)

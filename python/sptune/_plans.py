# SPDX-License-Identifier: BSD-3-Clause
"""Dispatchers and plans."""
import contextlib
import ctypes
import inspect
import operator
import os
import warnings
import weakref

from . import _library
from ._arrays import kind_of
from ._library import LISTENER, call, made


def _number_of(table, value, name):
    try:
        return table[value]
    except (KeyError, TypeError):
        raise ValueError(f"{name} is {value!r}, known are {', '.join(map(repr, table))}") from None


def _integer(value, name, bits):
    """ctypes would cut off what does not fit."""
    value = operator.index(value)
    if not -(2**(bits - 1)) <= value < 2**(bits - 1):
        raise ValueError(f"{name} is {value}, expected an integer of {bits} bits")
    return value


class _View:
    """A handle of a matrix, and what keeps its arrays."""

    def __init__(self, A, columns="unknown"):
        self.matrix, self.kind = A, kind_of(A)
        indptr, indices, values, self.shape = self.kind.parts(A)
        with self.kind.current():
            if self.kind.array(indices).dtype != "i4":
                indices = self.kind.to_int32(indices)  # the library's columns have 32 bits
            offsets, places = self.kind.array(indptr), self.kind.array(indices)
            numbers = self._values(values)
        self.keep = [offsets, places, numbers]
        self.dtype = numbers.dtype
        self.count = numbers.shape[0]
        if self.shape[0] + 1 != offsets.shape[0] or places.shape != numbers.shape:
            raise ValueError(f"{self.shape[0]} rows and {self.count} values, but {offsets.shape[0]} offsets and "
                             f"{places.shape[0]} columns")
        if "C" not in offsets.order or "C" not in places.order:
            raise ValueError("offsets or columns of the matrix are not contiguous")
        self.handle = made("sptune_matrix_create_csr", self.shape[0], self.shape[1], self.count, offsets.pointer,
                           _number_of(_library.OFFSET_TYPES, offsets.dtype, "the type of offsets"), places.pointer,
                           numbers.pointer, _library.VALUE_TYPES[numbers.dtype], self.kind.space)
        weakref.finalize(self, call, "sptune_matrix_destroy", self.handle)
        call("sptune_matrix_set_order", self.handle, _number_of(_library.ORDERS, columns, "columns"))

    def _values(self, values):
        numbers = self.kind.array(values)
        if numbers.dtype not in _library.VALUE_TYPES:
            raise TypeError(f"values are {numbers.dtype}, expected float32 or float64")
        if "C" not in numbers.order or len(numbers.shape) != 1:
            raise ValueError("values of the matrix are not contiguous")
        return numbers

    def checked(self, values):
        """The array of values that may take the place of those there are."""
        numbers = self._values(values)
        if numbers.dtype != self.dtype:
            raise TypeError(f"values are {numbers.dtype}, those of the matrix {self.dtype}")
        if numbers.shape[0] != self.count:
            raise ValueError(f"{numbers.shape[0]} values, the matrix has {self.count} entries")
        return numbers

    def point_to(self, numbers):
        call("sptune_matrix_set_values", self.handle, numbers.pointer)

    def forget(self, numbers):
        """All values but these are read no more."""
        self.keep[2:] = [numbers]


@contextlib.contextmanager
def _options(kind, expected_runs=None, threads=None, memory_limit=None, force=None, explain=False,
             constant_values=False, validate="cheap", pattern_id=0, probe="none", settled=None,
             repeat="whole"):
    """A handle of options while a plan is made; numbers as sptune_options_set_… has them."""
    handle = made("sptune_options_create")
    try:
        def put(name, *value):
            call("sptune_options_set_" + name, handle, *value)
        if expected_runs is not None:
            put("expected_runs", float(expected_runs))
        put("repeat", _number_of(_library.REPEAT, repeat, "repeat"))
        if threads is not None:
            put("threads", _integer(threads, "threads", 32))
        if memory_limit is not None:
            put("memory_limit", _integer(memory_limit, "memory_limit", 64))
        if force is not None:
            if not isinstance(force, str):
                raise TypeError(f"force is {force!r}, expected a configuration's text")
            put("force", force.encode())
        put("explain", bool(explain))
        put("constant_values", bool(constant_values))
        put("validate", _number_of(_library.VALIDATE, validate, "validate"))
        put("pattern_id", operator.index(pattern_id) % 2**64)
        put("probe", _number_of(_library.PROBE, probe, "probe"))
        put("stream", kind.stream())
        if settled is not None:
            put("settled", settled, None)
        yield handle
    finally:
        call("sptune_options_destroy", handle)


_KNOWN = [*list(inspect.signature(_options).parameters)[1:], "columns"]


def _check(function, options):
    """A slip in a name is an error of the function that was called, not of one that nobody knows."""
    for name in options:
        if name not in _KNOWN:
            raise TypeError(f"{function}() has no option {name!r}, known are {', '.join(_KNOWN)}")


def _destroy(handle, kind, keep, process):
    """`keep`: what the plan may read until now. In a child that was forked there is no GPU to give back to."""
    if kind.space == 1 and os.getpid() != process:
        return
    with kind.current():
        call("sptune_plan_destroy", handle)
    keep.clear()


class _Plan:
    """A product that is ready to run."""

    def __init__(self, make, dispatcher, views, settled=None, **options):
        self._views, self.kind = views, views[0].kind
        listener = None
        if settled is not None:
            listener = LISTENER(lambda line, user: settled(line.decode()))
        with self.kind.current(), _options(self.kind, settled=listener, **options) as chosen:
            self._handle = make(dispatcher, chosen)
        self._finalizer = weakref.finalize(self, _destroy, self._handle, self.kind, [*views, listener],
                                           os.getpid())

    def describe(self):
        """What was chosen and why: texts and numbers by name."""
        out = {}
        for i, name in enumerate(_library.TEXTS):
            text = ctypes.c_char_p()
            call("sptune_plan_get_text", self._alive(), i, ctypes.byref(text))
            out[name] = text.value.decode()
        for i, name in enumerate(_library.NUMBERS):
            number = ctypes.c_double()
            call("sptune_plan_get_number", self._alive(), i, ctypes.byref(number))
            out[name] = number.value
        return out

    @property
    def configuration(self):
        """What runs, as SPTUNE_FORCE takes it."""
        return self.describe()["configuration"]

    @property
    def explanation(self):
        """A few lines for people."""
        return self.describe()["explanation"]

    def close(self):
        """Gives back what the plan holds, now and not when nobody refers to it any more."""
        self._finalizer()

    def _alive(self):
        if not self._finalizer.alive:
            raise ValueError("the plan was closed")
        return self._handle

    def _update(self, values):
        """Per view its new values, or None for those that it has."""
        plan = self._alive()
        with self.kind.current():
            taken = [view.keep[2] if new is None else view.checked(new) for view, new in zip(self._views, values)]
            for view, numbers in zip(self._views, taken):
                view.keep.append(numbers)  # until it is known which the plan reads
            try:
                for view, numbers in zip(self._views, taken):
                    view.point_to(numbers)
                handles = [view.handle for view in self._views] + [None]
                call("sptune_plan_update_values", plan, handles[0], handles[1], self.kind.stream())
            except BaseException:
                for view in self._views:
                    view.point_to(view.keep[2])
                raise
        for view, numbers in zip(self._views, taken):
            view.forget(numbers)

    def __repr__(self):
        rows, cols = self.shape
        what = self.configuration if self._finalizer.alive else "closed"
        return f"<sptune.{type(self).__name__} {rows}x{cols} {what}>"


class _Dense(_Plan):
    """What SpMV and SpMM have alike."""

    def __init__(self, make, dispatcher, A, columns="unknown", **options):
        view = _View(A, columns)
        self.shape, self.dtype = view.shape, view.dtype
        super().__init__(lambda d, o: make(d, view, o), dispatcher, [view], **options)

    def update_values(self, values):
        """Other values on the same pattern, one per entry in the order of the matrix's own. The plan reads this array
        from now on, and the former no more."""
        self._update([values])

    def _require(self, name, array, shape):
        if array.dtype != self.dtype:
            raise TypeError(f"{name} holds {array.dtype}, the matrix {self.dtype}")
        if array.shape != shape:
            raise ValueError(f"{name} has the shape {array.shape}, expected {shape}")

    def _run(self, x, alpha, beta, out, order, extent):
        kind = self.kind
        with kind.current():
            left = kind.array(x)
            self._require("x", left, (self.shape[1], *extent))
            if order not in left.order:
                left = kind.array(kind.contiguous(x) if order == "C" else kind.contiguous(x.T).T)
            if out is None:
                if beta != 0:
                    raise ValueError("beta is not 0: out says what it multiplies")
                out = kind.empty((self.shape[0], *extent), self.dtype, order)
            right = kind.array(out)
            self._require("out", right, (self.shape[0], *extent))
            if order not in right.order or not right.writable:
                raise ValueError(f"out is not writable, or not contiguous in order {order!r}")
            if right.pointer and right.pointer == left.pointer:
                raise ValueError("out is x: the product cannot take the place of what it reads")
            call("sptune_plan_run", self._alive(), float(alpha), left.pointer, float(beta), right.pointer,
                 kind.stream())
        return out


class Spmv(_Dense):
    """y = alpha*A@x + beta*y."""

    def __call__(self, x, alpha=1.0, beta=0.0, out=None):
        """Returns y, which is `out` where that is given. On a GPU it is enqueued on the current stream of CuPy or
        PyTorch."""
        return self._run(x, alpha, beta, out, "C", ())


class Spmm(_Dense):
    """Y = alpha*A@X + beta*Y for dense X with a fixed number of columns."""

    def __init__(self, make, dispatcher, A, extent, order, **options):
        self._extent, self.order = extent, order
        super().__init__(make, dispatcher, A, **options)

    def __call__(self, X, alpha=1.0, beta=0.0, out=None):
        """Returns Y, as Spmv does; both in the order that the plan was made for."""
        return self._run(X, alpha, beta, out, self.order, (self._extent,))


class _Lent:
    """What a matrix in the plan's memory keeps: the plan, which is not closed while it is there."""

    def __init__(self, plan):
        self.plan = plan


class Spgemm(_Plan):
    """C = A@B."""

    def __init__(self, dispatcher, A, B, columns="unknown", **options):
        left = _View(A, columns)
        right = left if B is A else _View(B, columns)
        if type(left.kind) is not type(right.kind):
            raise TypeError(f"A is {left.kind.name}'s and B is {right.kind.name}'s: they must be of one library")
        self.shape, self._lent = (left.shape[0], right.shape[1]), weakref.WeakSet()
        super().__init__(lambda d, o: made("sptune_plan_spgemm", d, left.handle, right.handle, o), dispatcher,
                         [left, right], **options)

    def __call__(self, copy=True):
        """C as a matrix of the library that A is of. copy=False: it stands in the plan's memory, and must not be used
        once the plan multiplies again."""
        return self._result("sptune_plan_multiply", copy)

    def close(self):
        """As any plan's; refused while a matrix of copy=False, or an array of it, is there."""
        if self._finalizer.alive and len(self._lent) > 0:
            raise ValueError("a result of copy=False stands in the plan's memory: drop it before, or take a copy")
        super().close()

    def recompute(self, copy=True):
        """The same after the values of A or B have changed, in place or by update_values; their pattern has not."""
        return self._result("sptune_plan_recompute", copy)

    def update_values(self, a=None, b=None):
        """Other values of A and of B for the next recompute; None: those that it has."""
        if self._views[0] is self._views[1]:
            if b is not None and b is not a:
                raise ValueError("the plan was made of A and A: give the values of a alone")
            b = a
        self._update([a, b])

    def _result(self, name, copy):
        kind = self.kind
        with kind.current():
            c = ctypes.c_void_p()
            call(name, self._alive(), kind.stream(), ctypes.byref(c))
            count, order = ctypes.c_int64(), ctypes.c_int()
            offsets, columns, values = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
            call("sptune_matrix_get_csr", c, None, None, ctypes.byref(count), ctypes.byref(offsets), None,
                 ctypes.byref(columns), ctypes.byref(values), None, None, ctypes.byref(order))
            lent = _Lent(self)
            self._lent.add(lent)
            parts = [kind.wrap(offsets.value, self.shape[0] + 1, "i8", lent),
                     kind.wrap(columns.value, count.value, "i4", lent),
                     kind.wrap(values.value, count.value, self._views[0].dtype, lent)]
            if copy:
                parts = [kind.copy(part) for part in parts]
            return kind.matrix(self._views[0].matrix, self.shape, *parts, order.value == _library.ORDERS["sorted"])


class Matrix:
    """A matrix with plans that are made when they are first needed: A @ x, A @ X, A @ B."""

    def __init__(self, dispatcher, A, options):
        self._dispatcher, self._matrix, self._options = dispatcher, A, options
        self.shape, self._plans = _View(A).shape, {}

    def _plan(self, key, make):
        if key not in self._plans:
            self._plans[key] = make()
        return self._plans[key]

    def __matmul__(self, other):
        if isinstance(other, Matrix):
            other = other._matrix
        try:
            kind_of(other)
        except TypeError:
            return self._times_dense(other)
        return self._dispatcher.spgemm(self._matrix, other, **self._options)(copy=False)

    def _times_dense(self, x):
        dimensions = getattr(x, "ndim", None)
        if dimensions == 1:
            return self._plan(1, lambda: self._dispatcher.spmv(self._matrix, **self._options))(x)
        if dimensions != 2:
            raise TypeError(f"expected a vector, a dense or a CSR matrix, found {type(x).__name__}")
        order = "F" if kind_of(self._matrix).array(x).order == "F" else "C"
        key = (x.shape[1], order)
        return self._plan(key, lambda: self._dispatcher.spmm(self._matrix, *key, **self._options))(x)


def _warn(line, user):
    warnings.warn(line.decode(errors="replace"), RuntimeWarning, stacklevel=2)


class Dispatcher:
    """Chooses and plans by model files. `models`: a path or several, of files or folders; one that cannot be used
    raises Error. None: those of $SPTUNE_MODEL, where that is a warning, and without any the defaults run."""

    def __init__(self, models=None):
        paths = [models] if isinstance(models, (str, os.PathLike)) else list(models or [])
        texts = [os.fsencode(path) for path in paths]
        self._listener = LISTENER(_warn)
        self._handle = made("sptune_dispatcher_create", (ctypes.c_char_p * len(texts))(*texts), len(texts),
                            self._listener, None)
        weakref.finalize(self, lambda handle, listener: call("sptune_dispatcher_destroy", handle), self._handle,
                         self._listener)

    def __len__(self):
        """How many models were loaded."""
        count = ctypes.c_size_t()
        call("sptune_dispatcher_models", self._handle, ctypes.byref(count))
        return count.value

    def spmv(self, A, **options):
        """A plan for y = alpha*A@x + beta*y. Options: expected_runs, threads, memory_limit, force, explain,
        constant_values, validate, pattern_id, probe, settled; columns="sorted" where rows are known to be."""
        _check("spmv", options)
        return Spmv(lambda d, view, o: made("sptune_plan_spmv", d, view.handle, o), self._handle, A, **options)

    def spmm(self, A, columns, order="C", **options):
        """A plan for Y = alpha*A@X + beta*Y, X with so many columns, both by rows ("C") or by columns ("F")."""
        _check("spmm", options)
        layout = _number_of({"C": 0, "F": 1}, order, "order")
        columns = _integer(columns, "columns", 64)
        return Spmm(lambda d, view, o: made("sptune_plan_spmm", d, view.handle, columns, layout, 0, 0, o),
                    self._handle, A, columns, order, **options)

    def spgemm(self, A, B, **options):
        """A plan for C = A@B, both CSR matrices of one library. Options as for spmv, and repeat="values" where
        the expected runs are recompute(), for values that change on one pattern."""
        _check("spgemm", options)
        return Spgemm(self._handle, A, B, **options)

    def matrix(self, A, **options):
        """A with an @ of its own, for vectors, dense matrices and CSR matrices."""
        _check("matrix", options)
        return Matrix(self, A, options)

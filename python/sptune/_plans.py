# SPDX-License-Identifier: BSD-3-Clause
"""Plans."""
import contextlib
import ctypes
import math
import os
import threading
import typing
import weakref

from . import _library
from ._arguments import flag, integer, listener, number_of, pattern_name, real, text
from ._arrays import kind_of, overlap, require
from ._library import Held, call, made, once_gone


class Given(typing.NamedTuple):
    """A matrix with what is known of its columns, and other values than its own where there are some."""
    matrix: object
    values: object
    columns: str


def numbers_of(kind, values):
    """The array of a matrix's values."""
    numbers = kind.array(values, "values")
    if numbers.dtype not in _library.VALUE_TYPES:
        raise TypeError(f"values are {numbers.holds}, expected float32 or float64")
    if "C" not in numbers.order or len(numbers.shape) != 1:
        raise ValueError("values of the matrix are not contiguous, or not aligned")
    return numbers


def numbers_like(kind, values, former):
    """The array of values that may take the place of the array `former`."""
    numbers = numbers_of(kind, values)
    if numbers.dtype != former.dtype:
        raise TypeError(f"values are {numbers.holds}, those of the matrix {former.holds}")
    if numbers.shape != former.shape:
        raise ValueError(f"{numbers.shape[0]} values, the matrix has {former.shape[0]} entries")
    return numbers


class View:
    """A handle of a matrix, of a library's or Given, and what keeps its arrays. `columns`: of one of a library's."""

    def __init__(self, A, columns="unknown"):
        A, own, columns = A if isinstance(A, Given) else (A, None, columns)
        self.matrix, self.kind = A, kind_of(A)
        indptr, indices, values, self.shape = self.kind.parts(A)
        with self.kind.current():
            offsets, places = self.kind.array(indptr, "row offsets"), self.kind.array(indices, "columns")
            for array, name in ((offsets, "row offsets"), (places, "columns")):
                if array.dtype not in _library.OFFSET_TYPES:
                    raise TypeError(f"{name} hold {array.holds}, expected int32 or int64")
            if places.dtype != "i4":  # the library's columns have 32 bits
                places = self.kind.array(self.kind.to_int32(indices), "columns")
            numbers = numbers_of(self.kind, values if own is None else own)
        self.keep = [offsets, places, numbers]
        self.spans = [array.span for array in self.keep]  # where no result may go
        self.dtype = numbers.dtype
        self.count = numbers.shape[0]
        if self.shape[0] + 1 != offsets.shape[0] or places.shape != numbers.shape:
            raise ValueError(f"{self.shape[0]} rows and {self.count} values, but {offsets.shape[0]} offsets and "
                             f"{places.shape[0]} columns")
        if "C" not in offsets.order or "C" not in places.order:
            raise ValueError("offsets or columns of the matrix are not contiguous, or not aligned")
        self.handle = made("sptune_matrix_create_csr", self.shape[0], self.shape[1], self.count, offsets.pointer,
                           _library.OFFSET_TYPES[offsets.dtype], places.pointer,
                           numbers.pointer, _library.VALUE_TYPES[numbers.dtype], self.kind.space)
        once_gone(self, call, "sptune_matrix_destroy", self.handle)
        call("sptune_matrix_set_order", self.handle, number_of(_library.ORDERS, columns, "columns"))

    def point_to(self, numbers):
        call("sptune_matrix_set_values", self.handle, numbers.pointer)

    def take(self, numbers):
        """These values may be read, too."""
        self.keep.append(numbers)
        self.spans = [array.span for array in self.keep]

    def forget(self, numbers):
        """All values but these are read no more."""
        self.keep[2:] = [numbers]
        self.spans = [array.span for array in self.keep]


@contextlib.contextmanager
def options_of(kind, expected_runs=None, threads=None, memory_limit=None, force=None, explain=False,
             constant_values=False, validate="cheap", pattern_id=0, probe="none", settled=None,
             repeat="whole"):
    """A handle of options while a plan is made; numbers as sptune_options_set_… has them. TypeError and ValueError name
    the option."""
    handle = made("sptune_options_create")
    try:
        def put(name, *value):
            call("sptune_options_set_" + name, handle, *value)
        if expected_runs is not None:
            put("expected_runs", real(expected_runs, "expected_runs"))
        put("repeat", number_of(_library.REPEAT, repeat, "repeat"))
        if threads is not None:
            put("threads", integer(threads, "threads", 32))
        if memory_limit is not None:
            put("memory_limit", integer(memory_limit, "memory_limit", 64))
        if force is not None:
            if not isinstance(force, str):
                raise TypeError(f"force is {force!r}, expected a configuration's text")
            put("force", text(force.encode(), "force"))
        put("explain", flag(explain, "explain"))
        put("constant_values", flag(constant_values, "constant_values"))
        put("validate", number_of(_library.VALIDATE, validate, "validate"))
        put("pattern_id", pattern_name(pattern_id))
        put("probe", number_of(_library.PROBE, probe, "probe"))
        put("stream", kind.stream())
        if settled is not None:
            put("settled", settled, None)
        yield handle
    finally:
        call("sptune_options_destroy", handle)


def _destroy(handle, kind, keep, process):
    """`keep`: what the plan may read until now. In a child that was forked there is no GPU to give back to."""
    if kind.space == 1 and os.getpid() != process:
        return
    with kind.current():
        call("sptune_plan_destroy", handle)
    keep.clear()


class _Telling:
    """Calls `settled`, and knows which thread is at it: within one of the plan's runs."""

    def __init__(self, settled):
        self.settled, self.thread = settled, None

    def __call__(self, winner):
        self.thread = threading.get_ident()
        try:
            self.settled(winner)
        finally:
            self.thread = None


class _Plan(Held):
    """A product that is ready to run."""

    def __init__(self, make, dispatcher, views, settled=None, **options):
        self._views, self.kind = views, views[0].kind
        # Only runs call it; not among what the finalizer keeps, since it may refer to this plan.
        self._telling = _Telling(settled)
        self._told = None if settled is None else listener(settled, "settled", self._telling)
        with self.kind.current(), options_of(self.kind, settled=self._told, **options) as chosen:
            self._handle = make(dispatcher, chosen)
        self._finalizer = once_gone(self, _destroy, self._handle, self.kind, [*views], os.getpid())

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
        """What was chosen, as SPTUNE_FORCE takes it. With `probe` it runs first, and `settled` tells what won."""
        return self.describe()["configuration"]

    @property
    def explanation(self):
        """A few lines for people."""
        return self.describe()["explanation"]

    def close(self):
        """Gives back what the plan holds, now and not when nobody refers to it any more. Refused within `settled`."""
        if self._telling.thread == threading.get_ident():
            raise ValueError("the plan is in the run that calls `settled`: close it when that has returned")
        self._finalizer()

    def _alive(self):
        if not self._finalizer.alive:
            raise ValueError("the plan was closed")
        return self._handle

    def _update(self, values):
        """Per view its new values, or None for those that it has."""
        plan = self._alive()
        with self.kind.current():
            taken = [view.keep[2] if new is None else numbers_like(self.kind, new, view.keep[2])
                     for view, new in zip(self._views, values)]
            for view, numbers in zip(self._views, taken):
                view.take(numbers)  # until it is known which the plan reads
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
        view = View(A, columns)
        self.shape, self.dtype = view.shape, view.dtype
        super().__init__(lambda d, o: make(d, view, o), dispatcher, [view], **options)

    def update_values(self, values):
        """Other values on the same pattern, one per entry in the order of the matrix's own. The plan reads this array
        from now on, and the former no more."""
        self._update([values])

    def _span(self, begin, shape):
        return begin, begin + math.prod(shape) * int(self.dtype[1])

    def _read(self, name, x, shape, order):
        """Where an operand begins that is not as the plan takes it, or its copy that is, and what keeps that."""
        kind = self.kind
        array = kind.array(x, name)
        require(name, array, self.dtype, shape)
        if order not in array.order:
            array = kind.array(kind.contiguous(x) if order == "C" else kind.contiguous(x.T).T, name)
        return array.pointer, array.owner

    def _written(self, name, left, out, shape, order):
        """Where `out` begins, in memory of its own: `left` is that of the operand `name`."""
        begin = self.kind.address(out, self.dtype, shape, order, written=True)
        if begin is None:
            array = self.kind.array(out, "out")
            require("out", array, self.dtype, shape)
            if order not in array.order or not array.writable:
                raise ValueError(f"out is not writable, or not contiguous in order {order!r}, or not aligned")
            begin = array.pointer
        own = self._span(begin, shape)
        if overlap(own, left):
            raise ValueError(f"out is in the memory of {name}: the product cannot take the place of what it reads")
        if any(overlap(own, span) for span in self._views[0].spans):
            raise ValueError("out is in the memory of the matrix: the product cannot take the place of what it reads")
        return begin

    def _run(self, name, x, alpha, beta, out, order, extent):
        """`name`: what the caller calls x."""
        kind, alpha, beta = self.kind, real(alpha, "alpha"), real(beta, "beta")
        reads, writes = (self.shape[1], *extent), (self.shape[0], *extent)
        with kind.current():
            left = kind.address(x, self.dtype, reads, order)
            if left is None:
                left, x = self._read(name, x, reads, order)
            if out is None:
                if beta != 0:
                    raise ValueError("beta is not 0: out says what it multiplies")
                out = kind.empty(writes, self.dtype, order)  # which nothing else has a part of
                right = kind.address(out, self.dtype, writes, order)
                if right is None:
                    right = kind.array(out, "out").pointer
            else:
                right = self._written(name, self._span(left, reads), out, writes, order)
            call("sptune_plan_run", self._alive(), alpha, left, beta, right, kind.stream())
        return out


class Spmv(_Dense):
    """y = alpha*A@x + beta*y."""

    def __call__(self, x, alpha=1.0, beta=0.0, out=None):
        """Returns y, which is `out` where that is given. On a GPU it is enqueued on the current stream of CuPy or
        PyTorch."""
        return self._run("x", x, alpha, beta, out, "C", ())


class Spmm(_Dense):
    """Y = alpha*A@X + beta*Y for dense X with a fixed number of columns."""

    def __init__(self, make, dispatcher, A, extent, order, **options):
        self._extent, self.order = extent, order
        super().__init__(make, dispatcher, A, **options)

    def __call__(self, X, alpha=1.0, beta=0.0, out=None):
        """Returns Y, as Spmv does; both in the order that the plan was made for."""
        return self._run("X", X, alpha, beta, out, self.order, (self._extent,))


class _Lent:
    """What a matrix in the plan's memory keeps: the plan, which is not closed while it is there."""

    def __init__(self, plan):
        self.plan = plan


class Spgemm(_Plan):
    """C = A@B."""

    def __init__(self, dispatcher, A, B, columns="unknown", **options):
        left = View(A, columns)
        right = left if B is A else View(B, columns)
        if type(left.kind) is not type(right.kind):
            raise TypeError(f"A is {left.kind.name}'s and B is {right.kind.name}'s: they must be of one library")
        self.shape, self._lent = (left.shape[0], right.shape[1]), weakref.WeakSet()
        self._copied = None  # the kind's mark behind the last copy of C
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
            c, plan = ctypes.c_void_p(), self._alive()
            kind.follow(self._copied)  # which another stream may still be at
            call(name, plan, kind.stream(), ctypes.byref(c))
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
                try:
                    parts = [kind.copy(part) for part in parts]
                finally:
                    self._copied = kind.mark(self._copied)
            return kind.matrix(self._views[0].matrix, self.shape, *parts, order.value == _library.ORDERS["sorted"])

# SPDX-License-Identifier: BSD-3-Clause
"""Dispatchers: models, and plans by them."""
import ctypes
import inspect
import os
import sys
import warnings

from ._arguments import integer, number_of, text
from ._library import Held, call, heard, made, once_gone
from ._matrix import Matrix
from ._plans import Spgemm, Spmm, Spmv, options_of

_KNOWN = [*list(inspect.signature(options_of).parameters)[1:], "columns"]


def _check(function, options):
    """A slip in a name is an error of the function that was called, not of one that nobody knows."""
    for name in options:
        if name not in _KNOWN:
            raise TypeError(f"{function}() has no option {name!r}, known are {', '.join(_KNOWN)}")


def _warn(line):
    """A warning of the line that called the package."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__package__") == __package__:
        level, frame = level + 1, frame.f_back
    warnings.warn(line, RuntimeWarning, stacklevel=level)


class Dispatcher(Held):
    """Chooses and plans by model files. `models`: a path or several, of files or folders; one that cannot be used
    raises Error, two that answer one question ValueError. None: those of $SPTUNE_MODEL, where that is a warning, or
    where it is not set those that ship; SPTUNE_MODEL=none: none, and the defaults run."""

    def __init__(self, models=None):
        try:
            one = isinstance(models, (str, bytes, os.PathLike))
            texts = [text(os.fsencode(path), "models") for path in ([models] if one else () if models is None else models)]
        except TypeError:
            raise TypeError(f"models is {models!r}, expected a path or several") from None
        if models is not None and not texts:
            raise ValueError("models is empty: None takes those of $SPTUNE_MODEL, or those that ship")
        self._listener = heard(_warn)
        self._handle = made("sptune_dispatcher_create", (ctypes.c_char_p * len(texts))(*texts), len(texts),
                            self._listener, None)
        once_gone(self, lambda handle, listener: call("sptune_dispatcher_destroy", handle), self._handle,
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
        layout = number_of({"C": 0, "F": 1}, order, "order")
        extent = integer(columns, "columns", 64)
        return Spmm(lambda d, view, o: made("sptune_plan_spmm", d, view.handle, extent, layout, 0, 0, o),
                    self._handle, A, extent, order, **options)

    def spgemm(self, A, B, **options):
        """A plan for C = A@B, both CSR matrices of one library. Options as for spmv, and repeat="values" where
        the expected runs are recompute(), for values that change on one pattern; columns="sorted" is of both."""
        _check("spgemm", options)
        return Spgemm(self._handle, A, B, **options)

    def matrix(self, A, **options):
        """A with an @ of its own, for vectors, dense matrices and CSR matrices. columns="sorted" is of A alone."""
        _check("matrix", options)
        return Matrix(self, A, options)

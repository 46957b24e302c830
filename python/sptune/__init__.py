# SPDX-License-Identifier: BSD-3-Clause
"""Tuned sparse matrix products, by libsptune.

    import sptune
    spmv = sptune.spmv(A)            # A: CSR of SciPy, CuPy or PyTorch
    y = spmv(x)
    C = sptune.matrix(A) @ B
    trials = sptune.read("trials.sqlite")

docs/python.md says more.
"""
from ._dispatcher import Dispatcher
from ._library import Error, device_name, version
from ._matrix import Matrix
from ._plans import Spgemm, Spmm, Spmv
from ._read import read

__all__ = ["Dispatcher", "Error", "Matrix", "Spgemm", "Spmm", "Spmv", "device_name", "matrix", "read", "spgemm",
           "spmm", "spmv", "version"]

_default = None


def _dispatcher():
    """With the models of $SPTUNE_MODEL, made when it is first asked for."""
    global _default
    if _default is None:
        _default = Dispatcher()
    return _default


def spmv(A, **options):
    """Dispatcher.spmv with the models of $SPTUNE_MODEL."""
    return _dispatcher().spmv(A, **options)


def spmm(A, columns, order="C", **options):
    """Dispatcher.spmm with the models of $SPTUNE_MODEL."""
    return _dispatcher().spmm(A, columns, order, **options)


def spgemm(A, B, **options):
    """Dispatcher.spgemm with the models of $SPTUNE_MODEL."""
    return _dispatcher().spgemm(A, B, **options)


def matrix(A, **options):
    """Dispatcher.matrix with the models of $SPTUNE_MODEL."""
    return _dispatcher().matrix(A, **options)

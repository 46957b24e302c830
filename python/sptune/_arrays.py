# SPDX-License-Identifier: BSD-3-Clause
"""Arrays and CSR matrices of NumPy and SciPy, CuPy, and PyTorch as pointers, and back."""
import contextlib
import ctypes
import sys
import typing

DTYPES = {"<f4": "f4", "<f8": "f8", "<i4": "i4", "<i8": "i8"}
NAMES = {"f4": "float32", "f8": "float64", "i4": "int32", "i8": "int64"}  # for people


class Array(typing.NamedTuple):
    """An array as the library needs to know it."""
    owner: object      # keeps the memory
    pointer: int
    dtype: str         # f4, f8, i4, i8, or what its library calls it
    shape: tuple
    order: str         # in which elements follow each other without gaps: "C", "F", "CF" for both; "": with gaps, or
                       # at addresses that are not for numbers of their size
    writable: bool
    bytes: int         # of all elements, gaps left out

    @property
    def holds(self):
        """The type of its elements, for people."""
        return NAMES.get(self.dtype, self.dtype)

    @property
    def span(self):
        """Where it begins and ends, of one without gaps."""
        return self.pointer, self.pointer + self.bytes


def overlap(one, other):
    """Whether two spans have memory in common."""
    return max(one[0], other[0]) < min(one[1], other[1])


def require(name, array, dtype, shape):
    """That an operand has the type of the matrix's values and the shape that the product takes."""
    if array.dtype != dtype:
        raise TypeError(f"{name} holds {array.holds}, the matrix {NAMES[dtype]}: they must be of one type")
    if array.shape != shape:
        raise ValueError(f"{name} has the shape {array.shape}, expected {shape}")


def _order(pointer, shape, strides, itemsize):
    """Array.order; strides None: by rows."""
    if itemsize and pointer % itemsize:
        return ""
    def steps(axes):
        step, out = itemsize, {}
        for axis in axes:
            if shape[axis] != 1:
                out[axis] = step
            step *= shape[axis]
        return out
    if 0 in shape or (strides is None and len(shape) == 1):  # the second for each run of a plan
        return "CF"
    axes = range(len(shape))
    wanted = {"C": steps(reversed(axes)), "F": steps(axes)}
    found = wanted["C"] if strides is None else {axis: strides[axis] for axis in axes if shape[axis] != 1}
    return "".join(order for order in wanted if wanted[order] == found)


def _require_32_bits(count, least, most):
    """Columns that go to the library, which has 32 bits for one; `least` and `most` are asked where there are any."""
    if count and not (0 <= least() and most() < 2**31):
        raise ValueError(f"columns from {int(least())} to {int(most())}: expected 0 to 2^31-1")


def _by_interface(owner, interface):
    """Of an array of NumPy or CuPy. Its interface's type has no size where elements are objects, dates, texts."""
    shape = tuple(interface["shape"])
    pointer, readonly = interface["data"]
    pointer = pointer or 0
    dtype = DTYPES.get(interface["typestr"]) or str(owner.dtype)  # whose text takes as long as the rest
    order = _order(pointer, shape, interface.get("strides"), owner.dtype.itemsize)
    return Array(owner, pointer, dtype, shape, order, not readonly, owner.nbytes)


class NumPy:
    """Host memory: numpy arrays, scipy.sparse matrices."""
    name, space, device = "NumPy", 0, None
    keeps_objects = True  # a matrix has the same array objects until it is given others

    def array(self, x, name):
        """`name`: what the caller calls it, for errors."""
        import numpy
        if not isinstance(x, numpy.ndarray) or isinstance(x, numpy.ma.MaskedArray):
            raise TypeError(f"{name}: expected a numpy array as the matrix is SciPy's, found {type(x).__name__}")
        return _by_interface(x, x.__array_interface__)

    def address(self, x, dtype, shape, order, written=False):
        """Where an array begins that is as a plan takes it, which most are: in half of the time that `array` takes. None:
        `array` says what it is."""
        import numpy
        if type(x) is not numpy.ndarray:
            return None
        interface = x.__array_interface__
        pointer, readonly = interface["data"]
        dense = interface["strides"] is None if order == "C" else x.flags.f_contiguous
        if (not dense or interface["shape"] != shape or DTYPES.get(interface["typestr"]) != dtype
                or pointer % int(dtype[1]) or (written and readonly)):
            return None
        return pointer

    def contiguous(self, x):
        import numpy
        return numpy.require(x, requirements=["C_CONTIGUOUS", "ALIGNED"])

    def to_int32(self, x):
        import numpy
        _require_32_bits(x.size, x.min, x.max)
        return x.astype(numpy.int32)

    def empty(self, shape, dtype, order="C"):
        import numpy
        return numpy.empty(shape, dtype, order)

    def stream(self):
        return None

    def current(self):
        return contextlib.nullcontext()

    def parts(self, A):
        return A.indptr, A.indices, A.data, A.shape

    def wrap(self, pointer, count, dtype, plan):
        """An array of the plan's memory, which keeps the plan."""
        import numpy
        if count == 0:
            return numpy.empty(0, dtype)
        element = {"f4": ctypes.c_float, "f8": ctypes.c_double, "i4": ctypes.c_int32, "i8": ctypes.c_int64}[dtype]
        memory = (element * count).from_address(pointer)
        memory.plan = plan
        return numpy.frombuffer(memory, dtype)

    def matrix(self, like, shape, indptr, indices, data, is_sorted):
        import numpy
        if len(data) <= numpy.iinfo(numpy.int32).max:
            indptr = indptr.astype(numpy.int32)  # SciPy wants both alike
        C = type(like)((data, indices, indptr), shape=shape, copy=False)
        if is_sorted:
            C.has_canonical_format = True
        return C

    def copy(self, x):
        return x.copy()

    def mark(self, former):
        """A mark behind what is enqueued on the current stream, in the place of a former one; None: nothing to wait
        for. A stream that is captured is its owner's to order: the former one stays."""
        return None

    def follow(self, mark):
        """What is enqueued on the current stream from now on comes after the mark."""


class CuPy(NumPy):
    """The memory of a GPU: cupy arrays, cupyx.scipy.sparse matrices."""
    name, space = "CuPy", 1

    def __init__(self, device):
        self.device = device

    def array(self, x, name):
        import cupy
        if not hasattr(x, "__cuda_array_interface__"):
            raise TypeError(f"{name}: expected an array on the GPU as the matrix is there, found {type(x).__name__}")
        x = cupy.asarray(x)  # another library's: no copy, and its stream is waited for
        if x.device.id != self.device:
            raise ValueError(f"{name} is on GPU {x.device.id}, the matrix on {self.device}")
        return _by_interface(x, x.__cuda_array_interface__)

    def address(self, x, dtype, shape, order, written=False):
        return None

    def contiguous(self, x):
        import cupy
        return cupy.ascontiguousarray(x)

    def to_int32(self, x):
        import cupy
        _require_32_bits(x.size, x.min, x.max)
        return cupy.asarray(x, dtype=cupy.int32)

    def empty(self, shape, dtype, order="C"):
        import cupy
        return cupy.empty(shape, dtype, order)

    def stream(self):
        import cupy
        return cupy.cuda.get_current_stream().ptr

    def current(self):
        import cupy
        return cupy.cuda.Device(self.device)

    def wrap(self, pointer, count, dtype, plan):
        import cupy
        if count == 0:
            return cupy.empty(0, dtype)
        memory = cupy.cuda.UnownedMemory(pointer, count * int(dtype[1]), plan, self.device)
        return cupy.ndarray((count,), dtype, cupy.cuda.MemoryPointer(memory, 0))

    def matrix(self, like, shape, indptr, indices, data, is_sorted):
        import cupy
        if len(data) > 2**31 - 1:
            raise ValueError(f"the product has {len(data)} entries, CuPy's matrices take 2147483647")
        C = type(like)((data, indices, indptr.astype(cupy.int32)), shape=shape)
        if is_sorted:
            C.has_canonical_format = True
        return C

    def mark(self, former):
        import cupy
        stream = cupy.cuda.get_current_stream()
        if stream.is_capturing():
            return former
        event = former or cupy.cuda.Event(disable_timing=True)
        event.record(stream)
        return event

    def follow(self, mark):
        import cupy
        stream = cupy.cuda.get_current_stream()
        if mark is not None and not stream.is_capturing():
            stream.wait_event(mark)


class _Shared:
    """What torch.as_tensor takes: memory of a plan, which it keeps."""

    def __init__(self, pointer, count, dtype, plan):
        self.plan = plan
        self.__cuda_array_interface__ = {"shape": (count,), "typestr": "<" + dtype, "data": (pointer, False),
                                         "version": 2}


class Torch:
    """Tensors of PyTorch, on the CPU or on a GPU."""
    name, keeps_objects = "PyTorch", False

    def __init__(self, device):
        self.torch_device, self.device = device, device.index
        self.space = 1 if device.type == "cuda" else 0

    def array(self, x, name):
        import torch
        if not isinstance(x, torch.Tensor):
            raise TypeError(f"{name}: expected a tensor as the matrix is PyTorch's, found {type(x).__name__}")
        if x.device != self.torch_device:
            raise ValueError(f"{name} is a tensor on {x.device}, the matrix on {self.torch_device}")
        if x.layout != torch.strided:
            raise TypeError(f"{name}: expected a dense tensor, found one of layout {x.layout}")
        if x.requires_grad:
            raise ValueError(f"{name} wants gradients, which are not computed here: pass its .detach()")
        dtype = {torch.float32: "f4", torch.float64: "f8", torch.int32: "i4", torch.int64: "i8"}.get(x.dtype)
        size = x.element_size()
        return Array(x, x.data_ptr(), dtype or str(x.dtype), tuple(x.shape),
                     _order(x.data_ptr(), x.shape, [s * size for s in x.stride()], size), True, x.numel() * size)

    def address(self, x, dtype, shape, order, written=False):
        return None

    def contiguous(self, x):
        import torch
        x = x.contiguous()
        return x.clone(memory_format=torch.contiguous_format) if x.data_ptr() % x.element_size() else x

    def to_int32(self, x):
        import torch
        _require_32_bits(x.numel(), x.min, x.max)
        return x.to(torch.int32)

    def _dtype(self, dtype):
        import torch
        return {"f4": torch.float32, "f8": torch.float64, "i4": torch.int32, "i8": torch.int64}[dtype]

    def empty(self, shape, dtype, order="C"):
        import torch
        if order == "F":
            return torch.empty(shape[::-1], dtype=self._dtype(dtype), device=self.torch_device).t()
        return torch.empty(shape, dtype=self._dtype(dtype), device=self.torch_device)

    def stream(self):
        import torch
        return torch.cuda.current_stream(self.torch_device).cuda_stream if self.space == 1 else None

    def current(self):
        import torch
        return torch.cuda.device(self.torch_device) if self.space == 1 else contextlib.nullcontext()

    def parts(self, A):
        return A.crow_indices(), A.col_indices(), A.values(), tuple(A.shape)

    def wrap(self, pointer, count, dtype, plan):
        import torch
        if count == 0:
            return self.empty((0,), dtype)
        if self.space == 0:
            return torch.from_numpy(NumPy().wrap(pointer, count, dtype, plan))
        return torch.as_tensor(_Shared(pointer, count, dtype, plan), device=self.torch_device)

    def matrix(self, like, shape, indptr, indices, data, is_sorted):
        import torch
        offsets = like.crow_indices().dtype  # PyTorch wants both alike
        if offsets == torch.int32 and len(data) > 2**31 - 1:
            offsets = torch.int64
        return torch.sparse_csr_tensor(indptr.to(offsets), indices.to(offsets), data, size=shape)

    def copy(self, x):
        return x.clone()

    def mark(self, former):
        import torch
        if self.space == 0 or torch.cuda.is_current_stream_capturing():
            return former
        event = former or torch.cuda.Event()
        event.record(torch.cuda.current_stream(self.torch_device))
        return event

    def follow(self, mark):
        import torch
        if mark is not None and not torch.cuda.is_current_stream_capturing():
            torch.cuda.current_stream(self.torch_device).wait_event(mark)


def kind_of_sparse(A):
    """The library that a CSR matrix belongs to; None for what is no sparse matrix of one that is known, TypeError for a
    sparse one in another form."""
    def loaded(name):
        return sys.modules.get(name)

    def require_csr(format_, remedy):
        if format_ != "csr":
            raise TypeError(f"expected a matrix in CSR form, found {format_}: {remedy}")

    if loaded("scipy.sparse") and loaded("scipy.sparse").issparse(A):
        require_csr(A.format, "A.tocsr()")
        if len(A.shape) != 2:
            raise ValueError(f"expected a matrix, found an array of shape {A.shape}")
        return NumPy()
    if loaded("cupyx.scipy.sparse") and loaded("cupyx.scipy.sparse").issparse(A):
        require_csr(A.format, "A.tocsr()")
        return CuPy(A.data.device.id)
    torch = loaded("torch")
    if torch and isinstance(A, torch.Tensor) and A.layout != torch.strided:
        require_csr("csr" if A.layout == torch.sparse_csr else str(A.layout), "A.to_sparse_csr()")
        if A.dim() != 2:
            raise ValueError(f"expected a matrix, found a batch of shape {tuple(A.shape)}")
        return Torch(A.values().device)
    return None


def kind_of(A):
    """As kind_of_sparse; TypeError for None."""
    kind = kind_of_sparse(A)
    if kind is None:
        raise TypeError("expected a CSR matrix of SciPy, CuPy or PyTorch, found "
                        f"{type(A).__module__}.{type(A).__name__}")
    return kind

# SPDX-License-Identifier: BSD-3-Clause
"""libsptune.so as ctypes sees it: where it is, what it holds, and its errors as exceptions."""
import ctypes
import functools
import os
import pathlib
import sys
import threading
import weakref

SONAME = "libsptune.so.0"

# Numbers of include/sptune/sptune.h.
ERROR_ARGUMENT, ERROR_MEMORY = 2, 8
VALUE_TYPES = {"f4": 0, "f8": 1}
OFFSET_TYPES = {"i4": 0, "i8": 1}
ORDERS = {"unknown": 0, "any": 1, "sorted": 2}
VALIDATE = {"none": 0, "cheap": 1, "full": 2}
REPEAT = {"whole": 0, "values": 1}
PROBE = {"none": 0, "at_once": 1, "as_paid": 2}
TEXTS = ("explanation", "configuration", "match", "reason", "considered")
NUMBERS = ("expected_gain", "gain_low", "gain_high", "predicted_seconds", "prepare_seconds", "break_even_runs",
           "decide_seconds", "copies_values", "remembered", "memory_bytes")

LISTENER = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_void_p)
_P, _I, _L, _D, _S = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64, ctypes.c_double, ctypes.c_char_p

# Arguments of every function that returns a status.
FUNCTIONS = {
    "sptune_device_name": [_P],
    "sptune_dispatcher_create": [_P, _P, ctypes.c_size_t, LISTENER, _P],
    "sptune_dispatcher_models": [_P, _P],
    "sptune_dispatcher_destroy": [_P],
    "sptune_matrix_create_csr": [_P, _L, _L, _L, _P, _I, _P, _P, _I, _I],
    "sptune_matrix_set_order": [_P, _I],
    "sptune_matrix_set_values": [_P, _P],
    "sptune_matrix_get_csr": [_P] * 11,
    "sptune_matrix_destroy": [_P],
    "sptune_options_create": [_P],
    "sptune_options_set_expected_runs": [_P, _D],
    "sptune_options_set_repeat": [_P, _I],
    "sptune_options_set_threads": [_P, _I],
    "sptune_options_set_memory_limit": [_P, _L],
    "sptune_options_set_force": [_P, _S],
    "sptune_options_set_explain": [_P, _I],
    "sptune_options_set_constant_values": [_P, _I],
    "sptune_options_set_validate": [_P, _I],
    "sptune_options_set_stream": [_P, _P],
    "sptune_options_set_pattern_id": [_P, ctypes.c_uint64],
    "sptune_options_set_probe": [_P, _I],
    "sptune_options_set_settled": [_P, LISTENER, _P],
    "sptune_options_destroy": [_P],
    "sptune_plan_spmv": [_P, _P, _P, _P],
    "sptune_plan_spmm": [_P, _P, _P, _L, _I, _L, _L, _P],
    "sptune_plan_spgemm": [_P, _P, _P, _P, _P],
    "sptune_plan_run": [_P, _D, _P, _D, _P, _P],
    "sptune_plan_multiply": [_P, _P, _P],
    "sptune_plan_recompute": [_P, _P, _P],
    "sptune_plan_update_values": [_P, _P, _P, _P],
    "sptune_plan_get_text": [_P, _I, _P],
    "sptune_plan_get_number": [_P, _I, _P],
    "sptune_plan_destroy": [_P],
}


class Error(RuntimeError):
    """What the library refuses for another reason than its arguments: `status` is a name of sptune.h."""

    def __init__(self, message, status="SPTUNE_ERROR_INTERNAL"):
        super().__init__(message)
        self.status = status


def _candidates():
    """Files to look at, before the loader is asked."""
    here = pathlib.Path(__file__).resolve().parent
    folders = [here, here / "lib"]
    beside = here.parent / "libdir"  # `cmake --install` says there where it has put the library
    if beside.is_file():
        folders.append(here.parent / beside.read_text(encoding="utf-8").strip())
    return [folder / SONAME for folder in [*folders, pathlib.Path(sys.prefix) / "lib"]]


@functools.lru_cache(maxsize=None)
def library():
    """The library, opened when it is first needed."""
    named = os.environ.get("SPTUNE_LIBRARY")
    found = named or next((str(f) for f in _candidates() if f.exists()), SONAME)
    try:
        opened = ctypes.CDLL(found)
    except OSError as why:
        raise Error(f"{why}; install libsptune where the loader or sys.prefix/lib has it, or name the file in "
                    "SPTUNE_LIBRARY", "SPTUNE_ERROR_INPUT") from None
    try:
        for name, arguments in FUNCTIONS.items():
            function = getattr(opened, name)
            function.argtypes, function.restype = arguments, ctypes.c_int
        for name in ("sptune_last_error", "sptune_status_name", "sptune_version_string"):
            getattr(opened, name).restype = ctypes.c_char_p
    except AttributeError as why:
        raise Error(f"{found} is no libsptune, or an older one: {why}", "SPTUNE_ERROR_INPUT") from None
    return opened


_calls = threading.local()  # raised: by listeners, in the call that this thread is in


def heard(function):
    """A function of one line of text as the library calls it. No exception finds its way through the library: `call`
    raises it when that is back."""
    def listen(line, user):
        try:
            function(line.decode(errors="replace"))
        except BaseException as why:
            raised = getattr(_calls, "raised", None)
            if raised is None:  # in a thread of the library's own there is no call to raise it: ctypes says it
                raise
            raised.append(why)
    return LISTENER(listen)


def call(name, *arguments):
    """Calls a function, and raises what it answers: ValueError, MemoryError, or Error; and what a listener raised."""
    opened = library()
    outer, _calls.raised = getattr(_calls, "raised", None), []
    try:
        status = getattr(opened, name)(*arguments)
    finally:
        raised, _calls.raised = _calls.raised, outer
    if raised:
        raise raised[0]
    if status == 0:
        return
    message = opened.sptune_last_error().decode(errors="replace")
    if status == ERROR_ARGUMENT:
        raise ValueError(message)
    if status == ERROR_MEMORY:
        raise MemoryError(message)
    raise Error(message, opened.sptune_status_name(status).decode())


def made(name, *arguments):
    """Calls a function that makes a handle."""
    handle = ctypes.c_void_p()
    try:
        call(name, ctypes.byref(handle), *arguments)
    except BaseException:
        if handle:  # a listener raised
            call(f"sptune_{name.split('_')[1]}_destroy", handle)
        raise
    return handle


def once_gone(owner, function, *arguments):
    """A finalizer that nothing but the owner's end, or a call, sets off: at the interpreter's exit others that run then
    may use what is there, and arrays in its memory. The process gives it back."""
    finalizer = weakref.finalize(owner, function, *arguments)
    finalizer.atexit = False
    return finalizer


class Held:
    """Something whose memory the library holds for this process: a copy would not be held."""

    def __reduce__(self):
        raise TypeError(f"sptune.{type(self).__name__} cannot be copied or pickled: make it anew, of its matrix or its "
                        "models, in the process that is to use it")


def version():
    """Version of the library, "0.1.0"."""
    return library().sptune_version_string().decode()


def device_name():
    """Name of the current GPU. Error, and why, where there is none."""
    name = ctypes.c_char_p()
    call("sptune_device_name", ctypes.byref(name))
    return name.value.decode()

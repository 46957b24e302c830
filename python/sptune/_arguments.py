# SPDX-License-Identifier: BSD-3-Clause
"""Arguments as the library takes them: what ctypes would cut off or misread is an error that names the argument."""
import operator

from ._library import heard


def number_of(table, value, name):
    """The number that a word stands for; ValueError with the words there are."""
    try:
        return table[value]
    except (KeyError, TypeError):
        raise ValueError(f"{name} is {value!r}, known are {', '.join(map(repr, table))}") from None


def integer(value, name, bits, signed=True):
    """TypeError for what is no integer, ValueError for one that does not fit."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}, expected an integer") from None
    low, high = (-(2**(bits - 1)), 2**(bits - 1)) if signed else (0, 2**bits)
    if not low <= number < high:
        kind = "an integer" if signed else "an integer from 0"
        raise ValueError(f"{name} is {number}, expected {kind} of {bits} bits")
    return number


def pattern_name(value):
    """What a caller calls a pattern. hash() of Python, which may be negative, is a likely one."""
    try:
        return integer(value, "pattern_id", 64, signed=False)
    except ValueError as why:
        raise ValueError(f"{why}: pattern_id % 2**64 is one") from None


def real(value, name):
    """A float; TypeError for what is no real number, a text that spells one among it, ValueError for one too large."""
    if isinstance(value, float):
        return value
    try:
        # Of a complex number of NumPy's float() takes the real part, with no more than a warning.
        if isinstance(value, (str, bytes)) or getattr(getattr(value, "dtype", None), "kind", None) == "c":
            raise TypeError
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} is {value!r}, expected a number") from None
    except OverflowError:
        raise ValueError(f"{name} is too large for a float") from None


def flag(value, name):
    """A bool, NumPy's, too. Not whatever is true: of "no" that is "yes"."""
    if isinstance(value, bool) or (type(value).__module__, type(value).__name__) in (("numpy", "bool_"),
                                                                                     ("numpy", "bool")):
        return bool(value)
    raise TypeError(f"{name} is {value!r}, expected True or False")


def listener(function, name, call=None):
    """A function of one line of text as the library calls it; by `call` where there is one."""
    if not callable(function):
        raise TypeError(f"{name} is {function!r}, expected a function that takes a line of text")
    return heard(call or function)


def text(value, name):
    """Bytes for the library, which would end them at a NUL: ValueError."""
    if b"\0" in value:
        raise ValueError(f"{name} holds a NUL: {value!r}")
    return value

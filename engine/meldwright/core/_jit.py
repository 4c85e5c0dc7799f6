"""The one place that imports numba: the decorator of every compiled function, and two bit operations.

With ``NUMBA_DISABLE_JIT=1`` the same sources run as plain Python over numpy records.
"""

from __future__ import annotations

from ..lab import cache

cache.prepare()  # chooses the folder of compiled code, which numba reads when it is imported

import numba  # noqa: E402
import numpy as np  # noqa: E402
from numba import types  # noqa: E402
from numba.extending import intrinsic  # noqa: E402

try:
    from ._whole import EntryCompiler, InnerCompiler

    _inner = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": InnerCompiler}
    _entry = {"cache": True, "no_cfunc_wrapper": True, "pipeline_class": EntryCompiler}
except (ImportError, AttributeError):  # a numba built otherwise: its own way works too
    _inner = {"cache": True}
    _entry = {"cache": True}

njit = numba.njit(nogil=True, **_inner)
"""Compile a function that only other compiled functions call."""

entry = numba.njit(nogil=True, **_entry)
"""Compile a function that Python calls, with all it reaches; the code is kept in the cache."""


def as_entry(function):
    """A compiled function made callable from Python; in interpreted runs the function itself."""
    return entry(function.py_func) if hasattr(function, "py_func") else function


if numba.config.DISABLE_JIT:
    np.seterr(over="ignore")  # 64-bit arithmetic wraps around in the compiled code too

    def lowest_bit(mask):
        """Index of the lowest bit set in a non-zero 64-bit mask."""
        m = int(mask)
        return (m & -m).bit_length() - 1

    def bit_count(mask):
        """Number of bits set in a 64-bit mask."""
        return int(mask).bit_count()

else:

    @intrinsic
    def _cttz(typingctx, mask):
        def codegen(context, builder, signature, args):
            value = builder.cttz(args[0], context.get_constant(types.boolean, 1))
            return value

        return types.uint64(types.uint64), codegen

    @intrinsic
    def _ctpop(typingctx, mask):
        def codegen(context, builder, signature, args):
            return builder.ctpop(args[0])

        return types.uint64(types.uint64), codegen

    @njit
    def lowest_bit(mask):
        """Index of the lowest bit set in a non-zero 64-bit mask."""
        return np.int64(_cttz(np.uint64(mask)))

    @njit
    def bit_count(mask):
        """Number of bits set in a 64-bit mask."""
        return np.int64(_ctpop(np.uint64(mask)))

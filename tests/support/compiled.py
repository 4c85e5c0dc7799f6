"""Compiled functions as a test calls them."""

from __future__ import annotations

from functools import cache
from typing import Any

from meldwright.core import _jit


@cache  # compiled once, whichever tests ask for it
def from_python(function: Any) -> Any:
    """A function of the core or of a bot, callable from Python whatever way it is compiled."""
    return getattr(_jit, "as_entry", lambda f: f)(function)

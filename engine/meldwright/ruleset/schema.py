"""Checks the shape of a merged ruleset against the JSON Schema, in words of our own."""

from __future__ import annotations

from .diagnostics import Diagnostic
from .merge import Merged


def validate(merged: Merged) -> list[Diagnostic]:
    """Everything found by loading and by the schema, sorted; empty when there is nothing to say."""
    raise NotImplementedError

"""Meldwright: the rules of rummy card games as data."""

from ._version import __version__

__all__ = ["__version__"]

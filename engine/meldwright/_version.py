"""The version of the package, read by the build and by `meldwright --version`."""

__version__ = "0.1.0"

"""`python -m meldwright` is the `meldwright` command."""

from .cli import main

if __name__ == "__main__":
    main()

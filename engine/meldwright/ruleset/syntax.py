"""What PyYAML's two parsers say about faulty YAML, said so that it helps a person."""

from __future__ import annotations

from .diagnostics import quote

_SYNTAX = (
    ("mapping values are not allowed", "a second `: ` on this line; if it belongs to the value, put that in quotes"),
    ("could not find expected ':'", "a `:` is missing after this key (or the line above is not finished)"),
    ("did not find expected ',' or", "a `,` or the closing bracket is missing here"),
    ("expected ',' or", "a `,` or the closing bracket is missing here"),
    ("did not find expected <document start>", "this does not fit what is above it"),
    ("expected '<document start>'", "this does not fit what is above it"),
    ("did not find expected key", "this line does not fit in; its indentation differs from the lines it belongs to"),
    ("expected <block end>", "this line does not fit in; its indentation differs from the lines it belongs to"),
    ("did not find expected '-' indicator", "this line does not fit in; a list goes on with `- ` at the same depth"),
    ("block sequence entries are not allowed", "a list (`- `) cannot begin here; put it on its own line"),
    ("unexpected end of stream", "the file ends inside a quoted text; a closing quote is missing"),
    ("unknown escape character", "there is no such escape in double quotes; use single quotes or \\\\"),
    ("duplicate anchor", "this &name is already used"),
    ("undefined alias", "this *name repeats a value that no &name names"),
)


def say(problem: str, context: str, char: str) -> tuple[str, str]:
    """Code and message for the parser's own words about what it found at `char`."""
    if "maximum nesting depth" in problem:
        return "too-deep", "values are nested too deep"
    if char == "\t" or "\\t" in problem:
        return "tab", "a tab cannot be used to indent or align; use spaces"
    if "cannot start any token" in problem:
        return "yaml-syntax", f"a value cannot begin with {quote(char)}; put it in quotes"
    for words, ours in _SYNTAX:
        if words in problem:
            return "yaml-syntax", ours
    return "yaml-syntax", f"this is not YAML: {problem}{f' ({context})' if context else ''}"

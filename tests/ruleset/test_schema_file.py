"""The schema file itself: valid, documented to the last key, with examples and defaults that fit it."""

import json

import pytest
from jsonschema import Draft202012Validator

from meldwright.ruleset import library
from meldwright.ruleset.merge import load_tree
from meldwright.ruleset.schema import load_schema, validate

SCHEMA = load_schema()
#: Keys that have no default: the format version, and what every game must say.
REQUIRED = {"meldwright", "name", "players", "deal.cards", "melds.*.pattern", "scoring.*.to", "match.eliminate.at"}


def resolved(schema):
    return SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else schema


def keys(schema=SCHEMA, path=""):
    """All keys of the format: (dotted path, schema). The scoring rows of match.final are those of scoring."""
    for name, below in resolved(schema).get("properties", {}).items():
        here = f"{path}.{name}" if path else name
        yield here, below
        yield from keys(below, here)
        entries = below.get("additionalProperties")
        if isinstance(entries, dict) and here != "match.final":
            yield from keys(entries, f"{here}.*")


KEYS = dict(keys())


def test_the_schema_is_a_schema():
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_the_file_is_formatted():
    text = library.schema_path().read_text(encoding="utf-8")
    assert text == json.dumps(SCHEMA, indent=2, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("path", KEYS)
def test_every_key_is_documented(path):
    schema = KEYS[path]
    assert schema["title"] and len(schema["description"]) > 20
    assert schema["description"].rstrip().endswith(".")
    assert ("default" in schema) == (path not in REQUIRED)
    if resolved(schema).get("type") not in (["boolean", "null"],):
        assert "examples" in schema or "properties" in schema, "an example says more than a type"


@pytest.mark.parametrize("path", KEYS)
def test_defaults_and_examples_fit(path):
    schema = KEYS[path]
    checker = Draft202012Validator({**schema, "$defs": SCHEMA["$defs"]})
    samples = list(schema.get("examples", []))
    if schema.get("default") is not None:
        samples.append(schema["default"])
    for sample in samples:
        assert checker.is_valid(sample), sample
    assert schema.get("default", "none") not in samples[: len(schema.get("examples", []))] or path == "turn.draw.from"


@pytest.mark.parametrize("path", [p for p, s in KEYS.items() if "enum" in s])
def test_every_choice_is_explained(path):
    schema = KEYS[path]
    assert len(schema["enum"]) == len(schema["enumDescriptions"])
    assert all(schema["enumDescriptions"])
    assert schema["enum"][-1] is None, "null takes an inherited value away"


def test_every_key_but_the_version_may_be_taken_away():
    for path, schema in KEYS.items():
        types = resolved(schema).get("type", [])
        assert (path == "meldwright") != ("null" in types), path


def test_mappings_are_closed():
    def walk(schema):
        if isinstance(schema, dict):
            if "properties" in schema:
                assert schema.get("additionalProperties") is False
            for below in schema.values():
                walk(below)
        elif isinstance(schema, list):
            for below in schema:
                walk(below)

    walk({k: v for k, v in SCHEMA.items() if k != "examples"})


def test_no_mapping_is_chosen_blindly():
    text = json.dumps(SCHEMA)
    assert '"oneOf"' not in text and '"anyOf"' not in text


@pytest.mark.parametrize("id", [e.id for e in (*library.list_games(), *library.list_overlays())])
def test_every_built_in_file_fits(id):
    assert validate(load_tree(id)) == []

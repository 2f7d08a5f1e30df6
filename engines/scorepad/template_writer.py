"""Writes a template: as JSON for a record, as TOML for a file. Defaults are left out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from engines.engine import Json
from engines.scorepad.template_parts import shapes_of, write_changed
from engines.scorepad.template_values import Template


def value_of(template: Template) -> dict[str, Json]:
    """Return a template as JSON, as `template.read` reads it."""
    return write_changed(template, shapes_of(()))


def write(template: Template) -> str:
    """Return the text of a file, as `template.load` reads it."""
    return "\n".join(_rows(value_of(template))) + "\n"


def _rows(value: Mapping[str, Json]) -> Iterator[str]:
    """Yield plain keys, then tables and lists of tables."""
    tables = {}
    for key, each in value.items():
        if (isinstance(each, dict) and key != "title") or _is_tables(each):
            tables[key] = each
        else:
            yield f"{key} = {_toml(each)}"
    for key, each in tables.items():
        for table in [each] if isinstance(each, dict) else each:
            yield ""
            yield f"[{key}]" if isinstance(each, dict) else f"[[{key}]]"
            yield from (f"{inner} = {_toml(what)}" for inner, what in table.items())


def _is_tables(value: Json) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _toml(value: Json) -> str:
    """Return a value on one line; texts are quoted as in JSON, which is valid TOML."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case dict():
            return "{ " + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + " }"
        case list():
            return "[" + ", ".join(_toml(each) for each in value) + "]"
        case _:
            return json.dumps(value, ensure_ascii=False)

"""Messages that no page of ours would send, for every kind of request that the box knows.

The kinds and their fields are read from the code of `messages`, so that a new one is included by
itself. Messages are texts, as JSON has values that Python does not write (1e400, half a character).
"""

from __future__ import annotations

import json
import random
import sys
import unicodedata
from collections.abc import Iterator
from itertools import product

from firmware_py.panels.web import messages

NUMBERS = (
    "0", "-1", "1", "1.0", "1e30", "1e400", "-1e400", "NaN", "Infinity", "-Infinity", "1e-400",
    "9223372036854775808", "1" + "0" * 200, "0.1",
)  # fmt: skip
SHAPES = (
    "null", "true", "false", '""', "[]", "{}", "[[]]", '[{"a":[1]}]', "[" * 90 + "]" * 90, "[" * 90,
    '{"a":' * 40 + "1" + "}" * 40, '"\\ud800"', '"\\udc00\\ud800"', '"a\\u0000b"', '"\\u202e"',
    '"' + "x" * 200 + '"', "{", "'", "", "\\", '{"kind":"turn","steps":1}',
)  # fmt: skip
KEYS = ("match", "before", "game", "name", "is_own", "key", "value", "old", "new")
"""What the requests with an object in their text look for."""
OBJECT_VALUES = ("null", "true", "-1", "1e400", "[]", '"\\ud800"')
WORDS = (
    "1_000", " 1", "1 ", "+1", "-1", "1e3", "0x1", "007", "1.5", "\u2212" + "1", "\u00b2", "\u0663",
    "\u2460", "\u00bd", "\u5341", "\U0001d7d9", "turn", "table", "on", "language", "../../etc",
    "row:\u00b2:0", "row:0:0", "%s {0} {name}", "\u0130\u0131\ufb03",
)  # fmt: skip


def kinds() -> dict[str, tuple[str, ...]]:
    """Return every kind of message that the box reads, and the fields of each."""
    return {kind: tuple(fields) for kind, fields in messages.KINDS.items()}


def characters() -> list[str]:
    """Return a character of every Unicode category, none of them ASCII."""
    found: dict[str, str] = {}
    for number in range(128, sys.maxunicode + 1):
        found.setdefault(unicodedata.category(chr(number)), chr(number))
    return list(found.values())


def texts() -> list[str]:
    """Return texts for the field that is free: characters, numbers that are none, and JSON."""
    objects = [f'{{"{key}":{value}}}' for key, value in product(KEYS, OBJECT_VALUES)]
    return [*characters(), *WORDS, *NUMBERS, *SHAPES, *objects]


def requests() -> Iterator[tuple[str, str]]:
    """Return every message once, and what it wants an answer to ("": nothing)."""
    for what, text in product(sorted(messages.WANTS), texts()):
        yield want(what, text), what
    values = [*NUMBERS, *SHAPES, *(json.dumps(each) for each in (*characters(), *WORDS))]
    for kind, fields in kinds().items():
        yield _message(kind, {}), ""
        for number, field in enumerate(fields):
            whole = {each: '"knob"' if each == "control" else "true" for each in fields}
            for value in values:
                yield _message(kind, whole | {field: value, "more": value}), ""
            yield _message(kind, dict(list(whole.items())[:number])), ""
    for value in (*NUMBERS, *SHAPES):
        yield value, ""
        yield f'{{"kind":{value}}}', ""


def random_request(lot: random.Random) -> tuple[str, str]:
    """Return a message put together by chance, and what it wants an answer to."""
    signs = [chr(lot.randrange(sys.maxunicode + 1)) for _ in range(lot.randrange(4))]
    text = "".join((*signs, lot.choice((*WORDS, *NUMBERS, *SHAPES))))
    if lot.random() < 0.4:
        keys = lot.sample(KEYS, lot.randrange(1, 4))
        inside = ",".join(f'"{key}":{lot.choice((*NUMBERS, *SHAPES))}' for key in keys)
        text = f"{{{inside}}}"
    if lot.random() < 0.7:
        what = lot.choice(sorted(messages.WANTS))
        return want(what, text), what
    kind, fields = lot.choice(sorted(kinds().items()))
    values = (*NUMBERS, *SHAPES, json.dumps(text))
    return _message(kind, {field: lot.choice(values) for field in fields}), ""


def want(what: str, text: str) -> str:
    """Return a request with a text."""
    return json.dumps({"kind": "want", "what": what, "text": text})


def _message(kind: str, fields: dict[str, str]) -> str:
    inside = "".join(f',"{name}":{value}' for name, value in fields.items())
    return f'{{"kind":"{kind}"{inside}}}'

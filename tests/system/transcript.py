"""Plays fixed random games of every kind and prints a digest of all that was said.

Run by test_transcripts.py under other interpreters and hash seeds; uses the engines alone.
"""

from __future__ import annotations

import hashlib
import json
import random

from engines import catalog
from engines.match import Match, replay

WAYS: list[tuple[str, int, dict[str, object]]] = [
    ("mana", 2, {}),
    ("mana", 2, {"edition": "2005"}),
    ("mana", 2, {"advanced": True, "ask_bird": True}),
    ("mandala", 2, {}),
    ("mandala", 2, {"table": "full"}),
    ("stones", 2, {}),
    ("stones", 4, {"tracking": "board"}),
    ("icehouse", 2, {"path": "entered"}),
    ("icehouse", 5, {}),
]


def main() -> None:
    """Print one line for each way to play."""
    for name, seats, options in WAYS:
        engine = catalog.load(name)
        rng = random.Random(f"{name} {seats} {sorted(options)}")
        start = catalog.begin(engine, seats=seats, seed=11, options=options)
        match = Match(engine, start)
        said = hashlib.sha256()
        for _ in range(300):
            if match.turn is None:
                break
            texts = [engine.write(choice) for choice in engine.legal(match.state)]
            events = match.play(texts[rng.randrange(len(texts))])
            said.update(json.dumps(texts).encode())
            said.update(json.dumps(engine.view(match.state)).encode())
            said.update(" ".join(event.code for event in events).encode())
        record = match.record()
        assert replay(record, engine).state == match.state
        said.update(record.encode())
        print(name, seats, json.dumps(options), len(match.lines), said.hexdigest()[:16])


main()

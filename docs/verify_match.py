#!/usr/bin/env python3
"""Check a signed match file without any code of Tablemate: `verify_match.py FILE [KEY]`.

It needs Python 3.11 or later and PyNaCl (`pip install pynacl`). club.md describes the file. With
KEY, the public key of a box in hexadecimal, the last signature must be by that box.

For every game: the events are complete, in order and linked by their hashes, the last is a result,
and the signature after it is valid. A match of Mana is also played again by the rules in this file,
written from rules/mana.md: each choice must be legal and the result must follow. The exit code is 0
if all of that is right, else 1.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from nacl.exceptions import CryptoError
from nacl.signing import VerifyKey

FORMAT, RECORD = "tablemate signed match 1", "tablemate record 1"
KINDS = {"undo": "undone", "redo": "redone", "edit": "edited"}
LINES = {"played", *KINDS.values()}
OTHERS = {"began", "paused", "resumed", "ended", "abandoned", "signed"}
Lines = list[tuple[str, str]]  # who acted (a seat, table or dealer), and what
FIELDS = [(int,), (int,), (str,), (str,), (str,), (str, type(None)), (int, type(None)), (int,)]
ERRORS = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError, CryptoError)


class Wrong(ValueError):
    """The file does not show what it claims to show."""


def need(condition: object, why: str) -> None:
    """Raise Wrong with the reason unless the condition holds."""
    if not condition:
        raise Wrong(why)


def read_log(data: bytes) -> tuple[int, dict[str, Any], Lines, dict[str, Any], str]:
    """Return match, header, lines, outcome and the key of the box; raise Wrong."""
    need(data.isascii() and len(data) < 2**23, "the file is not ASCII, or longer than 8 MB")
    first, empty, *rows = data.decode().split("\n")
    need((first, empty) == (FORMAT, "") and len(rows) > 3, f"it does not begin with {FORMAT!r}")
    need(rows.pop() == "", "the file is cut off")
    before, counted, key, events = b"", 0, b"", list[list[Any]]()
    for number, row in enumerate(rows):
        event, place = json.loads(row), f"event {number}"
        need(json.dumps(event) == row and type(event) is list, f"{place} is written otherwise")
        fits = [type(each) in types for each, types in zip(event, FIELDS, strict=False)]
        need(len(event) == 8 and all(fits), f"{place} has other fields")
        match, own, kind, who, text, clock, at, lines = event
        counted += kind in LINES
        events.append(event)
        need((match, own, lines) == (events[0][0], number, counted), f"{place} is out of order")
        need((kind == "began") == (number == 0), f"{place} is not in its place")
        word = text.partition(" ")[0] if who == "table" else ""
        of_line = KINDS.get(text if word in ("undo", "redo") else word, "played")
        is_fit = kind == of_line if kind in LINES else kind in OTHERS and who == "table"
        need(is_fit, f"{place} cannot be {kind!r} of {who!r}")
        if kind == "signed":
            need(clock is None and at is None, f"{place}: a signature has neither clock nor date")
            key, signature = (bytes.fromhex(each) for each in text.split(" "))
            need(text == f"{key.hex()} {signature.hex()}", f"{place} is written otherwise")
            VerifyKey(key).verify(f"{FORMAT}\n".encode() + before, signature)
        before = sha256(before + row.encode()).digest()
    ends = [event[2] for event in events[-2:]]
    need(ends == ["ended", "signed"], "the file does not end with a result and its signature")
    played = [(event[3], event[4]) for event in events if event[2] in LINES]
    first, *rows = events[0][4].rstrip("\n").split("\n")
    need(first == RECORD, f"the header is not {RECORD!r}")
    pairs = [row.partition(" ") for row in rows]
    header = {name: value if name == "game" else json.loads(value) for name, _, value in pairs}
    needed, outcome = {"game", "rules", "options", "seats", "first"}, json.loads(events[-2][4])
    need(needed <= set(header) and len(header) == len(pairs), "the header has other lines")
    need(outcome.keys() == {"winners", "scores", "by"}, "the result has other fields")
    return events[0][0], header, played, outcome, key.hex()


# --- Mana, from the rules page ---

Square = tuple[int, int]  # file and rank, each from 0: (0, 0) is a1
NAMES = {f"{file}{y + 1}": (x, y) for x, file in enumerate("abcdef") for y in range(6)}
SQUARES = list(NAMES.values())
CHART = ["122312", "313132", "231213", "213231", "131312", "322132"]  # the kinds, from rank 6 down
OWN, SPOT = ("bB", "wW"), "([a-f][1-6])"
POSITION = rf"((?:[bBwW.]{{6}}/?){{6}}) ([bw]) ([0-3])(?:@{SPOT})? (\d)(\d) (free|-)(?: \^(\d+))?"


def rules_of(options: Mapping[str, Any]) -> set[str]:
    """Return the rules that differ from the plain edition with the bird."""
    if options.get("edition") == "2005":
        return {"2005", "advanced", "free"} | ({"drop"} if options.get("drop_anywhere") else set())
    asked = {name for name in ("bird_must_fly", "bird_blocks") if options.get(name)}
    rules = asked | ({"ask_bird"} if asked or options.get("ask_bird") else set()) | {"drop"}
    rules |= {"advanced"} if options.get("advanced") else set()
    return rules | ({"free"} if options.get("blocked") == "free" else set())


@dataclass(frozen=True)
class Table:
    """A table of Mana. Side 0 is the first player, with B and b (daimio and ronins); 1 has W, w."""

    rules: set[str]
    first: int
    turned: int | None  # degrees by which the board was turned; None before that (2005)
    pieces: dict[Square, str] = field(default_factory=dict)
    side: int = 0
    kind: int = 0  # the kind of square that binds the next player; 0 before the first move
    bird: Square | None = None
    lost: tuple[int, int] = (0, 0)  # the captured ronins of each side
    free: bool = False  # whether the other player has just lost a turn
    ready: bool = False
    result: tuple[int | None, str] | None = None  # the seat that won (None: a draw), and why

    def kind_at(self, at: Square) -> int:
        """Return 1 for a single square, 2 for a double, 3 for a triple one."""
        x, y = at
        for _ in range((self.turned or 0) // 90):
            x, y = 5 - y, x
        return int(CHART[5 - y][x])

    def is_open(self, at: Square) -> bool:
        """Return whether nothing is in the way on a square."""
        return at not in self.pieces and not ("bird_blocks" in self.rules and at == self.bird)

    def reach(self, way: tuple[Square, ...], steps: int) -> set[Square]:
        """Return where a piece that came this way ends with this number of steps left."""
        x, y = way[-1]
        near = ({(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & set(SQUARES)) - set(way)
        ends = {at for at in near if self.is_open(at)}
        if steps > 1:
            return {end for at in ends for end in self.reach((*way, at), steps - 1)}
        return ends | {at for at in near if self.pieces.get(at, "") in tuple(OWN[1 - self.side])}

    def choices(self) -> tuple[dict[Square, set[Square]], set[Square]]:
        """Return where each piece may go, and where a ronin may come back."""
        own = [at for at, piece in self.pieces.items() if piece in OWN[self.side]]
        moves = {at: ends for at in own if (ends := self.reach((at,), self.kind_at(at)))}
        demanded = [at for at in own if self.kind_at(at) == self.kind and not self.free]
        obeying = {at: moves[at] for at in demanded if at in moves}
        if obeying or (demanded and "free" not in self.rules):
            return obeying, set()
        is_back = self.lost[self.side] and (self.kind or self.free)
        back = {at for at in SQUARES if is_back and self.is_open(at)}
        anywhere = self.free or "drop" in self.rules
        return moves, {at for at in back if anywhere or self.kind_at(at) == self.kind}

    def play(self, text: str) -> Table:
        """Return the table after a choice of the side on turn; raise Wrong."""
        if self.turned is None:
            need(text in ("^0", "^90", "^180", "^270"), "the board is turned first")
            return replace(self, turned=int(text[1:]))
        if not self.ready:
            return self.set_up(text)
        moves, drops = self.choices()
        if text == "pass":
            need(not moves and not drops, "something can be played, so the turn is not lost")
            return replace(self, side=1 - self.side, free=True).settled()
        if not (found := re.fullmatch(rf"(?:{SPOT}-|\*){SPOT}(?:@({SPOT}|--))?", text)):
            raise Wrong("it is not a choice of Mana")
        end, bird, pieces, lost = NAMES[found[2]], found[3], dict(self.pieces), list(self.lost)
        need(end in (moves.get(NAMES[found[1]], ()) if found[1] else drops), "it is not legal")
        taken = pieces.get(end, "")
        pieces[end] = pieces.pop(NAMES[found[1]]) if found[1] else "bw"[self.side]
        lost[self.side] -= not found[1]
        lost[1 - self.side] += taken in ("b", "w")
        after = replace(
            self, pieces=pieces, side=1 - self.side, kind=self.kind_at(end), free=False,
            lost=(lost[0], lost[1]), bird=end if "2005" in self.rules else None,
        )  # fmt: skip
        won = taken in ("B", "W")
        need((bird is not None) == (not won and "ask_bird" in self.rules), "the bird's square")
        if bird is None:
            return replace(after, result=(self.side ^ self.first, "daimio")) if won else after
        perches = {at for at in SQUARES if at not in pieces and self.kind_at(at) == after.kind}
        if "bird_must_fly" in self.rules and perches != {self.bird}:
            perches -= {self.bird or (-1, -1)}
        need(NAMES[bird] in perches if bird != "--" else not perches, "the bird may not go there")
        return replace(after, bird=NAMES[bird] if bird != "--" else None)

    def set_up(self, text: str) -> Table:
        """Return the table after a side placed its pieces; raise Wrong."""
        if not (found := re.fullmatch(rf"={SPOT}(:[a-f1-6,]+)?", text)):
            raise Wrong("the pieces are set up first")
        anywhere = "advanced" in self.rules
        ranks = [0, 1][: 1 + anywhere] if self.side == 0 else [5, 4][: 1 + anywhere]
        home = {(x, y) for x in range(6) for y in ranks}
        daimio, names = NAMES[found[1]], (found[2] or ":")[1:].split(",")
        need(anywhere or (not found[2] and self.kind_at(daimio) == 2), "the daimio is on a double")
        ronins = [NAMES[name] for name in names] if anywhere else sorted(home - {daimio})
        need(len(ronins) == 5 and len({daimio, *ronins}) == 6, "six pieces are set up")
        need(home >= {daimio, *ronins}, "a piece is set up outside its rows")
        letters = dict.fromkeys(ronins, "bw"[self.side]) | {daimio: "BW"[self.side]}
        letters |= self.pieces
        return replace(self, pieces=letters, side=1 - self.side, ready=self.side == 1)

    def settled(self) -> Table:
        """Return the table, as a draw if the player with the free turn cannot play either."""
        return (
            self
            if any(self.choices()) or not self.free
            else replace(self, result=(None, "blocked"))
        )

    def corrected(self, text: object) -> Table:
        """Return the table as people set it by hand; raise Wrong."""
        found = re.fullmatch(POSITION, text) if isinstance(text, str) else None
        rows = found[1].split("/") if found else []
        if found is None or [len(row) for row in rows] != [6] * 6:
            raise Wrong("the corrected table cannot be read")
        pieces = {at: rows[5 - at[1]][at[0]] for at in SQUARES if rows[5 - at[1]][at[0]] != "."}
        side, lost, has_white = "bw".index(found[2]), found[5] + found[6], set("wW") & set(found[1])
        fresh = (found[3], lost, found[7]) == ("0", "00", "-")
        ready = not fresh or bool(has_white or (pieces and not side))
        turned = (
            None if "2005" in self.rules and not pieces and not found[8] else int(found[8] or 0)
        )
        after = Table(
            self.rules, self.first, turned, pieces, side, int(found[3]),
            NAMES[found[4]] if found[4] else None, (int(lost[0]), int(lost[1])),
            found[7] == "free", ready,
        )  # fmt: skip
        alive = [each for each in (0, 1) if "BW"[each] in pieces.values()]
        if ready and len(alive) == 1:
            return replace(after, result=(alive[0] ^ self.first, "daimio"))
        return after.settled()

    def after_line(self, who: str, text: str) -> Table:
        """Return the table after a line of the record; raise Wrong."""
        if who == "table" and text.startswith("edit "):
            return self.corrected(json.loads(text.removeprefix("edit ")))
        need(self.result is None and who in ("0", "1"), "the match is over, or there is no seat")
        if text in ("resign", "draw", "end"):
            result = (1 - int(who), "resignation") if text == "resign" else (None, "agreed")
            return replace(self, result=result)
        need(int(who) == self.side ^ self.first, "it is the turn of the other player")
        return self.play(text)


def replay(header: dict[str, Any], lines: Lines, outcome: dict[str, Any]) -> None:
    """Play a match of Mana again; raise Wrong at the first line that the rules forbid."""
    rules = rules_of(header["options"])
    need(header["seats"] == 2 and header["first"] in (0, 1), "Mana is for two players")
    table = Table(rules, header["first"], None if "2005" in rules else 0)
    tables = [table.corrected(header["position"]) if header.get("position") else table]
    undone: list[Table] = []
    for number, (who, text) in enumerate(lines, 1):
        try:
            if who == "table" and text in ("undo", "redo"):
                here, there = (tables, undone) if text == "undo" else (undone, tables)
                need(len(here) > (text == "undo"), f"there is nothing to {text}")
                there.append(here.pop())
            elif who != "table" or not text.startswith("note "):
                tables.append(tables[-1].after_line(who, text))
                undone.clear()
        except Wrong as wrong:
            raise Wrong(f"line {number}, {text!r}: {wrong}") from wrong
    if (result := tables[-1].result) is None:
        raise Wrong("the match is not over")
    winners = [seat for seat in (0, 1) if result[0] in (None, seat)]
    scores = [int(seat == result[0]) for seat in (0, 1)]
    need(outcome == {"winners": winners, "scores": scores, "by": result[1]}, "another result")


def verify(data: bytes, key: str = "") -> str:
    """Return what a file shows; raise Wrong."""
    match, head, lines, outcome, signed_by = read_log(data)
    need(key in ("", signed_by), f"it is signed by another box, {signed_by}")
    if is_mana := (head["game"], head["rules"]) == ("mana", 1):
        replay(head, lines, outcome)
    names = head.get("names") or [f"seat {seat}" for seat in range(head["seats"])]
    won = ", ".join(names[seat] for seat in outcome["winners"])
    edits = sum(who == "table" and text.startswith("edit ") for who, text in lines)
    rules = "each legal by the rules" if is_mana else "not replayed: the rules are not in here"
    return f"""match {match} of {head["game"]}, rules {head["rules"]}, {head["options"]}
{", ".join(names)}; won by {won} ({outcome["by"]}), points {outcome["scores"]}
practice: {head.get("practice", False)}; levels of seats that the box played: {head.get("levels")}
{len(lines)} lines, {rules}; the table was corrected by hand {edits} times
signed by the box {signed_by}"""


def main(arguments: list[str]) -> int:
    """Check the file that the arguments name."""
    try:
        print(verify(Path(arguments[0]).read_bytes(), *arguments[1:2]))
    except ERRORS as error:
        print(f"NOT VALID: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

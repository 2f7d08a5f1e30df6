"""The style sheet of table pictures, for the page and for files on their own.

Colours are custom properties, so that a page can override them; dark follows the reader's system,
or a class `dark` or `light` of any element around the picture.
"""

from __future__ import annotations

import re

_LIGHT = {
    "felt": "#e9e4d8",
    "wood": "#c9ac82",
    "pale": "#f3e8d2",
    "deep": "#e6d3b0",
    "strip": "#f7f3ea",
    "mat": "#d9cfbb",
    "peak": "#efe3c8",
    "field": "#e9ecdc",
    "water": "#d3e2ec",
    "turn": "#fff6dc",
    "ink": "#26211b",
    "soft": "#6b6257",
    "edge": "#8b7d69",
    "mark": "#0b62a8",
    "cursor": "#c2410c",
    "against": "#a3121f",
    "line": "#1b1815",
    "huea": "#0a4191",
    "hueb": "#d95f00",
    "huec": "#009088",
    "hued": "#d81fd0",
    "huee": "#6d3500",
    "huef": "#26211b",
}
_DARK = {
    "felt": "#20261f",
    "wood": "#5b4630",
    "pale": "#8a7454",
    "deep": "#7a6548",
    "strip": "#2c332b",
    "mat": "#332f28",
    "peak": "#4a4232",
    "field": "#3a4234",
    "water": "#24384a",
    "turn": "#3d4632",
    "ink": "#f3eee2",
    "soft": "#b9b2a3",
    "edge": "#8f8672",
    "mark": "#8ecbff",
    "cursor": "#ffb454",
    "against": "#ff8a80",
    "line": "#d8d0be",
    "huea": "#5f86ff",
    "hueb": "#e06010",
    "huec": "#31d572",
    "hued": "#d060ac",
    "huee": "#ffc200",
    "huef": "#f3eee2",
}
_ALWAYS = {
    "red": "#b3261e",
    "orange": "#ef8d22",
    "yellow": "#f6d949",
    "green": "#0f8a5f",
    "blue": "#2166b8",
    "purple": "#7f4fa3",
    "black": "#2b2a2c",
    "white": "#fbf8f0",
    "ochre": "#dfa63a",
    "turquoise": "#3fc0c0",
    "clear": "#dfe7ea",
    "back": "#5a6f7f",
}
"""Piece colours do not depend on the theme; each piece has a letter or a shape as well."""

_VARIABLE = re.compile(r"var\(--p-([a-z]+)\)")
_BRIGHT = ("orange", "yellow", "white", "ochre", "turquoise", "clear")
"""Colours with dark text on them."""


def _variables(values: dict[str, str]) -> str:
    return "".join(f"--p-{name}:{value};" for name, value in values.items())


def _colours() -> str:
    """Return the rules for colours, and for what is drawn on them."""
    rules = [".table-picture text{fill:var(--p-ink);font-size:22px}"]
    for name in _ALWAYS:
        on = "#221e1a" if name in _BRIGHT else "#fffdf7"
        rules.append(f".table-picture .{name}{{fill:var(--p-{name})}}")
        rules.append(f".table-picture .on-{name}{{fill:{on};color:{on}}}")
    return "\n".join(rules)


_DASHES = ("none", "16 8", "3 8", "18 7 3 7", "9 5")
"""Dash patterns, so that crossing lines differ without their colours."""


def _lines() -> str:
    """Return the rules for lines that belong to a player: a colour and dashes."""
    hues = [
        f".table-picture .hue{place}{{color:var(--p-hue{letter})}}"
        for place, letter in enumerate("abcdef", 1)
    ]
    dashes = [
        f".table-picture .dash{place}{{stroke-dasharray:{dash}}}"
        for place, dash in enumerate(_DASHES, 1)
    ]
    return "\n".join((*hues, *dashes))


_RULES = """
.table-picture{color:var(--p-ink);
font-family:system-ui,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
.table-picture .tiny{font-size:12px}
.table-picture .s{font-size:16px}
.table-picture .m{font-size:22px}
.table-picture .ml{font-size:30px}
.table-picture .l{font-size:32px}
.table-picture .xl{font-size:40px}
.table-picture .mid{text-anchor:middle}
.table-picture .end{text-anchor:end}
.table-picture .strong{font-weight:700}
.table-picture .soft{fill:var(--p-soft)}
.table-picture .print text{fill:var(--p-ink);opacity:.75}
.table-picture .felt{fill:var(--p-felt)}
.table-picture .wood{fill:var(--p-wood)}
.table-picture .pale{fill:var(--p-pale)}
.table-picture .deep{fill:var(--p-deep)}
.table-picture .mat{fill:var(--p-mat)}
.table-picture .claimed{stroke:var(--p-cursor);stroke-width:4;stroke-dasharray:12 8}
.table-picture .peak{fill:var(--p-peak)}
.table-picture .field{fill:var(--p-field)}
.table-picture .water{fill:var(--p-water)}
.table-picture .heap{fill:var(--p-strip);stroke:var(--p-line);stroke-width:2.5}
.table-picture .weave{fill:none;stroke:#fffdf7;stroke-width:2;opacity:.6}
.table-picture .slot-fill{fill:var(--p-strip);stroke:var(--p-edge);stroke-width:2}
.table-picture .stone-laid{fill:var(--p-wood);stroke:var(--p-line);stroke-width:2.5}
.table-picture .ring{fill:var(--p-pale);stroke:var(--p-edge);stroke-width:3}
.table-picture .sketch{fill:none;stroke:var(--p-ink);stroke-width:3.5;stroke-linecap:round}
.table-picture .sketch-fill{fill:none;stroke:var(--p-ink);stroke-width:2;
stroke-linejoin:round}
.table-picture .strip{fill:var(--p-strip)}
.table-picture .tint{fill:var(--p-turn)}
.table-picture .turn{fill:var(--p-turn);stroke:var(--p-cursor);stroke-width:3}
.table-picture .slot{fill:none;stroke:var(--p-edge);stroke-width:2;stroke-dasharray:5 5}
.table-picture .rule{fill:none;stroke:var(--p-edge);stroke-width:2}
.table-picture .hair{fill:none;stroke:var(--p-edge);stroke-width:1;opacity:.5}
.table-picture .course{fill:none;stroke:currentColor;stroke-width:5;stroke-linejoin:round}
.table-picture .emblem{fill:currentColor;stroke:var(--p-strip);stroke-width:2}
.table-picture .piece{stroke:var(--p-line);stroke-width:2.5}
.table-picture .rim{fill:none;stroke:currentColor;stroke-width:2}
.table-picture .crest{stroke:currentColor;stroke-width:2;stroke-linejoin:round}
.table-picture .pip,.table-picture .sign{stroke:none}
.table-picture .dot,.table-picture .dot-word{fill:var(--p-ink)}
.table-picture .dot{opacity:.8}
.table-picture .bird{fill:#1f5f8b;stroke:#fffdf7;stroke-width:3;stroke-linejoin:round}
.table-picture .perch{fill:var(--p-pale);opacity:.9}
.table-picture .token{fill:#1f5f8b;stroke:#fffdf7;stroke-width:3}
.table-picture .ghost{opacity:.62}
.table-picture .faint-dot{fill:var(--p-edge)}
.table-picture .none-fill{fill:transparent}
.table-picture .pawn{fill:var(--p-strip);stroke:var(--p-ink);stroke-width:3}
.table-picture .pawn.on-turn{stroke:var(--p-cursor);stroke-width:5}
.table-picture .eye{fill:none;stroke:var(--p-edge);stroke-width:3}
.table-picture .road{stroke-width:16;opacity:.45}
.table-picture .none{fill:none;stroke:none}
.table-picture .quiet,.table-picture [data-id]{pointer-events:none}
.table-picture .open{fill:none;stroke:var(--p-mark);stroke-width:4}
.table-picture .reached{fill:none;stroke:var(--p-mark);stroke-width:4;stroke-dasharray:7 7}
.table-picture .picked{fill:none;stroke:var(--p-cursor);stroke-width:4}
.table-picture .cursor{fill:none;stroke:var(--p-cursor);stroke-width:7}
.table-picture .proposed{stroke:var(--p-cursor);stroke-dasharray:6 7;opacity:.55}
.table-picture .proposed .way-trace{stroke-dasharray:6 12;stroke-width:5}
.table-picture .hit{fill:transparent;stroke:none}
.table-picture .last{fill:none;stroke:var(--p-soft);stroke-width:3;stroke-dasharray:3 6}
.table-picture .against{fill:none;stroke:var(--p-against);stroke-width:7;stroke-linecap:round}
.table-picture .against-frame{fill:none;stroke:var(--p-against);stroke-width:6;
stroke-dasharray:10 6}
.table-picture .trace{fill:none;stroke-linecap:round;stroke-linejoin:round}
.table-picture .way-trace{stroke:var(--p-cursor);stroke-width:7}
.table-picture .way-tip{fill:var(--p-cursor)}
.table-picture .last-trace{stroke:var(--p-soft);stroke-width:4;stroke-dasharray:3 9}
.table-picture .last-tip{fill:var(--p-soft)}
.table-picture .tap{cursor:pointer;outline:none}
.table-picture .tap:focus-visible{outline:4px solid var(--p-mark);outline-offset:2px}
"""


def _rules() -> str:
    dark = _variables(_DARK)
    return "\n".join(
        (
            f".table-picture{{{_variables(_LIGHT)}{_variables(_ALWAYS)}}}",
            "@media (prefers-color-scheme:dark){.table-picture{" + dark + "}}",
            f".light .table-picture{{{_variables(_LIGHT)}}}",
            f".dark .table-picture{{{dark}}}",
            _colours(),
            _lines(),
            _RULES.strip(),
        )
    )


STYLE = _rules()


def _plain(values: dict[str, str], rules: str) -> str:
    """Replace custom properties by their values: not every viewer supports them."""
    known = {**_ALWAYS, **values}
    return _VARIABLE.sub(lambda found: known[found[1]], rules)


def _own_style(theme: str) -> str:
    """Return the style sheet of a picture in a file of its own."""
    rules = f"{_colours()}\n{_lines()}\n{_RULES.strip()}"
    plain = _plain(_DARK if theme == "dark" else _LIGHT, rules)
    if theme:
        return plain
    changing = "\n".join(rule for rule in _split(rules) if _changes(rule))
    return f"{plain}\n@media (prefers-color-scheme:dark){{\n{_plain(_DARK, changing)}\n}}"


def _split(rules: str) -> list[str]:
    return [f"{rule.strip()}}}" for rule in rules.split("}") if rule.strip()]


def _changes(rule: str) -> bool:
    """Return whether a rule differs in the dark theme."""
    return any(name in _LIGHT for name in _VARIABLE.findall(rule))


def stand_alone(svg: str, theme: str = "") -> str:
    """Return a picture as a file of its own, with its style sheet, in a theme.

    Without a theme it follows the reader's system.
    """
    head, end, body = svg.partition(">")
    style = f"<style>{_own_style(theme)}</style>"
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}{end}{style}{body}\n'

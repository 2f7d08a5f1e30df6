"""What tells Home Assistant about the tables of a club: one message for each box, kept.

Home Assistant reads the topics of the box itself, with a certificate that `tablemate club viewer`
made; docs/club.md says how.
"""

from __future__ import annotations

import json
from typing import Any

from firmware_py.club.archive import Member
from firmware_py.club.wire import topic

SEATS = 4
"""Seats that have a name, a score and a clock of their own."""
_ALIVE = "{{ 'online' if value == '1' else 'offline' }}"
_SEAT = "{{ (((value_json or {}).seats or [])[%d] | default({})).%s | default(None) }}"
_CLOCK = "{{ ((value_json or [])[%d] | default({})).text | default(None) }}"
_HEAD = "{{ ((value_json or {}).head or {}).%s | default(None) }}"


def discovery_topic(box: str) -> str:
    """Return where Home Assistant looks for a box."""
    return f"homeassistant/device/tablemate_{box[:16]}/config"


def discovery(member: Member) -> str:
    """Return the message about a box; empty for one that has left, which removes it."""
    if member.left_at is not None:
        return ""
    parts = {
        "game": ("Game", "table", _HEAD % "game"),
        "turn": ("Turn", "table", _HEAD % "who"),
    }
    for seat in range(SEATS):
        parts |= {
            f"name_{seat + 1}": (f"Player {seat + 1}", "table", _SEAT % (seat, "name")),
            f"score_{seat + 1}": (f"Score {seat + 1}", "table", _SEAT % (seat, "score")),
            f"clock_{seat + 1}": (f"Clock {seat + 1}", "clocks", _CLOCK % seat),
        }
    entities: dict[str, dict[str, Any]] = {
        key: {
            "platform": "sensor", "name": name, "state_topic": topic(member.box, leaf),
            "value_template": template, "unique_id": f"tablemate_{member.box[:16]}_{key}",
        }
        for key, (name, leaf, template) in parts.items()
    }  # fmt: skip
    alive = {"topic": topic(member.box, "alive"), "value_template": _ALIVE}
    return json.dumps(
        {
            "device": {"identifiers": [f"tablemate_{member.box[:16]}"], "name": member.name,
                       "manufacturer": "Tablemate"},
            "origin": {"name": "Tablemate"},
            "availability": [alive],
            "components": entities,
        }
    )  # fmt: skip

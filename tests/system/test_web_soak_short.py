"""Hostile connections of every kind, a few of each: nobody else notices."""

from __future__ import annotations

import random

import page_table
import pytest
import web_soak
from page_table import PageTable

from firmware_py.app import page_requests
from firmware_py.panels.web.panel import WebPanel
from hardware.events import PageRequest

ASK = PageRequest("question", "turn", "web-1")


@pytest.mark.parametrize("seed", [1, 2])
def test_a_short_siege_is_not_noticed(seed: int) -> None:
    """This machine and the paired page go on, and the log keeps its room."""
    counts = web_soak.run(250, seed)
    assert counts.looks == counts.turns == 1
    assert counts.log_lines <= 1


@pytest.mark.parametrize("attack", web_soak.ATTACKS, ids=lambda attack: str(attack.__name__))
def test_each_attack_by_itself_is_not_noticed(
    attack: web_soak.Attack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever of them an attacker prefers."""
    monkeypatch.setattr(web_soak, "ATTACKS", (attack,))
    assert web_soak.run(30, 3).turns == 1


def test_the_same_seed_sends_the_same() -> None:
    """So what was found can be found again."""
    sent = [[attack(random.Random(7), "host") for attack in web_soak.ATTACKS] for _ in range(2)]
    assert sent[0] == sent[1]


def test_requests_of_every_kind_are_answered_and_not_noticed() -> None:
    """A few of those that the long run sends."""
    counts = web_soak.run(1, 4, 300)
    assert counts.answers > 100
    assert counts.log_lines <= 1


def test_a_table_that_leaves_its_match_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: requests that fail, and a loop that shows it to the table."""

    def fail(*_arguments: object, **_more: object) -> object:
        raise RuntimeError("planted")

    monkeypatch.setattr(page_requests, "handle", fail)
    monkeypatch.setattr(WebPanel, "is_remote", lambda *_: False)
    monkeypatch.setattr(page_table, "PATIENCE_S", 0.5)
    with pytest.raises(web_soak.Broken, match="no answer"):
        web_soak.send_requests(60, 5)
    monkeypatch.setattr(
        PageTable, "ask_all", lambda table, *_, **__: table.app.inbox.post(ASK) or 60
    )
    with pytest.raises(web_soak.Broken, match="left its match for Fault"):
        web_soak.send_requests(60, 5)

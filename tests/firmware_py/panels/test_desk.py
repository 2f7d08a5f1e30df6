"""The desk in a real browser: one subject at a time, names, files, score sheets, paired pages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from live_box import LiveBox

from engines.scorepad.shipped import shipped
from engines.scorepad.template_writer import value_of
from firmware_py.screens.settings.pairing import PairingScreen
from firmware_py.system.pairing import LABEL_AT_MOST, Tokens
from tests.support.browser import CHROMIUM, Chromium, Tab

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="apt install chromium")


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveBox]:
    box = LiveBox(tmp_path)
    yield box
    box.close()


@pytest.fixture
def tab(browser: Chromium, live: LiveBox) -> Iterator[Tab]:
    tab = browser.tab(browser.person())
    tab.size(390, 844)
    tab.open(live.url)
    tab.wait_for("document.body.dataset.view === 'table'")
    tab.wait_for("!document.querySelector('[data-go=desk]').hidden")
    tab.click("[data-go='desk']")
    tab.wait_for("Boolean(document.getElementById('new_name'))")
    yield tab
    assert tab.complaints == []
    tab.close()


def add(tab: Tab, name: str) -> None:
    tab.evaluate(f"document.getElementById('new_name').value = {json.dumps(name)}")
    tab.click("#desk_names > form button")


def open_subject(tab: Tab, subject: str) -> None:
    """Open a subject: on a phone the row of them is scrolled first."""
    tab.evaluate(
        f"document.getElementById('open_{subject}').scrollIntoView({{ inline: 'center' }})"
    )
    tab.click(f"#open_{subject}")


def names(live: LiveBox) -> list[str]:
    return live.do(live.services.queue.store.players)


def test_one_subject_is_open_at_a_time(tab: Tab) -> None:
    shown = (
        "[...document.querySelectorAll('.part')].filter((part) => !part.hidden).map(({ id }) => id)"
    )
    assert tab.evaluate(shown) == ["desk_names"]
    open_subject(tab, "files")
    assert tab.evaluate(shown) == ["desk_files"]
    assert tab.evaluate("document.activeElement.textContent") == "Files"
    assert tab.evaluate("document.querySelector('#open_files').ariaCurrent") == "true"


def test_after_a_name_the_next_one_can_be_typed(tab: Tab) -> None:
    add(tab, "Anna")
    tab.wait_for("document.getElementById('name_0')?.value === 'Anna'")
    assert tab.evaluate("document.activeElement.id") == "new_name"


def test_a_name_that_was_removed_comes_back(tab: Tab, live: LiveBox) -> None:
    add(tab, "Anna")
    tab.wait_for("document.getElementById('name_0')?.value === 'Anna'")
    tab.click("#desk_names li [type=button]")
    tab.wait_for(
        "document.querySelector('#desk_names [role=status]').textContent.includes('is removed')"
    )
    assert names(live) == []
    tab.click("#undo_remove")
    tab.wait_for("document.getElementById('name_0')?.value === 'Anna'")
    assert names(live) == ["Anna"]


def test_a_name_without_letters_of_ours_is_refused_in_clear_words(tab: Tab) -> None:
    add(tab, "日本語")
    tab.wait_for(
        "document.querySelector('#desk_names [role=status]').textContent.includes('cannot show')"
    )


def test_what_became_of_a_file_is_there_after_another_view(tab: Tab, tmp_path: Path) -> None:
    """The desk is drawn anew by then."""
    wrong = tmp_path / "wrong.db"
    wrong.write_bytes(bytes(5000))
    open_subject(tab, "files")
    tab.call("DOM.enable")
    found = tab.call("Runtime.evaluate", expression="document.getElementById('restore_file')")
    tab.call("DOM.setFileInputFiles", files=[str(wrong)], objectId=found["result"]["objectId"])
    tab.click("[data-go='table']")
    tab.click("[data-go='desk']")
    verdict = "document.getElementById('file_says').textContent"
    tab.wait_for(f"{verdict} && !{verdict}.startsWith('Sending')")
    assert tab.evaluate("document.getElementById('file_says').isConnected")


def test_a_score_sheet_has_its_players_as_columns(tab: Tab, live: LiveBox) -> None:
    live.begin("scorepad", given={"template": value_of(shipped("plain"))})

    def play() -> None:
        for text in ("1=7", "2=9", "1=-3", "2=4", "end"):
            live.services.current_table.play(text)

    live.do(play)
    tab.click("[data-go='table']")
    tab.click("[data-go='desk']")
    open_subject(tab, "history")
    tab.wait_for("document.querySelectorAll('#desk_history tbody tr').length === 1")
    tab.click("#desk_history tbody button")
    tab.wait_for("Boolean(document.querySelector('.match table'))")
    cells = (
        "[...document.querySelectorAll('.match table tr')]"
        ".map((row) => [...row.cells].map((cell) => cell.textContent))"
    )
    rows = tab.evaluate(cells)
    assert rows[0][1:] == ["Anna", "Ben"]
    assert [row[1:] for row in rows[1:]] == [["7", "9"], ["-3", "4"], ["4", "13"]]


def test_a_request_to_pair_is_seen_and_opened(tab: Tab, live: LiveBox) -> None:
    tab.click("[data-go='table']")
    pairing = live.services.pairing
    assert pairing is not None
    live.do(lambda: pairing.ask("192.0.2.7"))
    tab.wait_for("document.getElementById('asks_to_pair').checkVisibility()")
    tab.click("#open_request")
    live.wait_until(lambda: isinstance(live.app.top, PairingScreen))


def test_a_page_that_may_act_no_more_says_so(browser: Chromium, tmp_path: Path) -> None:
    live = LiveBox(tmp_path, is_local=False)
    tab = browser.tab(browser.person())
    tab.open(live.url)
    pairing = live.services.pairing
    assert pairing is not None
    token = live.do(lambda: pairing._tokens.add("phone"))  # noqa: SLF001 - as if it was paired before
    tab.evaluate(f"localStorage.setItem('tablemate-token', '{token}')")
    tab.reload()
    tab.wait_for("!document.getElementById('acts').hidden")
    (page,) = pairing.pages()
    live.do(lambda: pairing.rename(page.key, "Anna's phone"))
    assert [each.label for each in pairing.pages()] == ["Anna's phone"]
    live.do(lambda: pairing.forget(page.key))
    tab.wait_for("document.getElementById('says').textContent.includes('may not act any more')")
    tab.close()
    live.close()


def test_the_name_of_a_page_is_cut_and_never_empty() -> None:
    tokens = Tokens()
    tokens.add("phone")
    (page,) = tokens.pages()
    assert not tokens.rename(page.key, " \n")
    assert not tokens.rename("another", "tablet")
    assert tokens.rename(page.key, "x" * 200)
    assert tokens.pages()[0].label == "x" * LABEL_AT_MOST

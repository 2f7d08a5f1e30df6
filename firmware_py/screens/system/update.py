"""An update from a stick or a page: ask, then pass it to the helper that installs it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from firmware_py.core.language import N_
from firmware_py.screens.system.notices import ask_if_unsaved
from firmware_py.storage.files import FileTrouble
from firmware_py.ui.background_job import SentFile, Work, name_sent
from firmware_py.ui.lists import Ask, Menu, MenuRow, TextScreen
from firmware_py.ui.navigation import Next, Pop, Push, Replace, Screen
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item
from firmware_py.update.install import REASONS, UPLOADED, check, find_updates, hand_over
from firmware_py.update.update_file import BadUpdate, Manifest

Check = Callable[[Path], Manifest]
HandOver = Callable[[Path, Manifest, Path], None]


def choose_update(
    services: Services, stick: Path, check: Check = check, hand: HandOver = hand_over
) -> Menu:
    """Return the list of updates on a stick; each is checked completely before the question."""

    def open_update(path: Path) -> Next:
        job = partial(_explained, path, lambda: check(path))
        ask = partial(_ask, services, path, hand)
        return Push(Work(services, services.say(N_("Update")), job, ask))

    rows = [
        MenuRow(
            Item(path.stem.removeprefix("tablemate-"), may_cut=True), partial(open_update, path)
        )
        for path in find_updates(stick)
    ] or [MenuRow(Item(services.say(N_("No update found"))), Pop)]
    return Menu(services, lambda: services.say(N_("Update")), lambda: rows)


def ask_about_sent(
    services: Services,
    name: str,
    before: SentFile[Any] | None,
    found: object,
    hand: HandOver = hand_over,
) -> SentFile[Any]:
    """Ask about a file that a page sent; `found` is its manifest, or the error that refused it."""
    path = services.queue.store.path.parent / UPLOADED
    title, called = services.say(N_("Update")), name_sent(services, name)

    def take_found() -> Manifest:
        if isinstance(found, Manifest):
            return found
        path.unlink(missing_ok=True)
        raise found if isinstance(found, Exception) else TypeError(f"not a manifest: {found!r}")

    ask = partial(_ask, services, path, hand, called=called)
    return SentFile(services, title, partial(_explained, path, take_found), ask, called, before)


def _explained(path: Path, act: Callable[[], Manifest]) -> Manifest:
    """Turn a refusal into an error with a message for people."""
    try:
        return act()
    except BadUpdate as refused:
        raise FileTrouble(path, REASONS[refused.code], **refused.facts) from refused


def _ask(
    services: Services, path: Path, hand: HandOver, manifest: Manifest, called: str = ""
) -> Screen:
    text = services.say(
        N_("Install version {version}? The box restarts."), version=manifest.version
    )
    no, yes = services.say(N_("No")), services.say(N_("Yes"))

    def leave() -> Next:
        _remove_sent(path)
        return Pop()

    install = partial(_install, services, path, hand, manifest, called)
    return Ask(services, text, [(no, leave), (yes, install)])


def _install(
    services: Services, path: Path, hand: HandOver, manifest: Manifest, called: str
) -> Next:
    data = services.queue.store.path.parent
    title = services.say(N_("Update"))

    def tell(_manifest: Manifest) -> Screen:
        text = services.say(
            N_("Installing. The box restarts in a few minutes. Leave it switched on.")
        )
        return TextScreen(services, title, text)

    def job() -> Manifest:
        hand(path, manifest, data)
        _remove_sent(path)  # the helper has its own copy
        return manifest

    def begin() -> Next:
        return Replace(Work(services, title, partial(_explained, path, job), tell, called))

    question = ask_if_unsaved(services, begin)
    return begin() if question is None else Replace(question)


def _remove_sent(path: Path) -> None:
    if path.name == UPLOADED:
        path.unlink(missing_ok=True)

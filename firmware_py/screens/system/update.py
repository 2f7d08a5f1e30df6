"""A new version from a stick: look at it, ask, and hand it to the unit that installs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from firmware_py.core.language import N_
from firmware_py.screens.home.unsaved import ask_if_unsaved
from firmware_py.storage.files import FileTrouble
from firmware_py.ui.background_job import SentFile, Work, name_sent
from firmware_py.ui.lists import Ask, Menu, MenuRow, Reader
from firmware_py.ui.navigation import Next, Pop, Push, Replace, Screen
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item
from firmware_py.update.bundle import Manifest, Refused
from firmware_py.update.taking import UPLOADED, find_bundles, look_at, take_bundle
from firmware_py.update.verdict import REASONS

Look = Callable[[Path], Manifest]
Take = Callable[[Path, Path], Manifest]


def choose_update(
    services: Services, stick: Path, look: Look = look_at, take: Take = take_bundle
) -> Menu:
    """Return the bundles on a stick."""
    rows = [
        MenuRow(
            Item(path.stem.removeprefix("tablemate-"), may_cut=True),
            partial(_open, services, path, look, take),
        )
        for path in find_bundles(stick)
    ] or [MenuRow(Item(services.say(N_("No update on it"))), Pop)]
    return Menu(services, lambda: services.say(N_("Update")), lambda: rows)


def look_at_sent(
    services: Services,
    name: str,
    before: SentFile[Any] | None,
    look: Look = look_at,
    take: Take = take_bundle,
) -> SentFile[Any]:
    """Do the same with a file that a page sent."""
    path = services.queue.store.path.parent / UPLOADED
    title, called = services.say(N_("Update")), name_sent(services, name)
    ask = partial(_ask, services, path, take, called=called)
    return SentFile(services, title, lambda: _say_why(path, look), ask, called, before)


def _open(services: Services, path: Path, look: Look, take: Take) -> Next:
    """Check a bundle from one end to the other before anything is asked."""
    ask = partial(_ask, services, path, take)
    return Push(Work(services, services.say(N_("Update")), lambda: _say_why(path, look), ask))


def _say_why(path: Path, act: Callable[[Path], Manifest]) -> Manifest:
    """Turn a refusal into words that the table can read."""
    try:
        return act(path)
    except Refused as refused:
        if path.name == UPLOADED:
            path.unlink(missing_ok=True)  # a page sent it, and it is good for nothing
        raise FileTrouble(path, REASONS[refused.code], **refused.facts) from refused


def _ask(
    services: Services, path: Path, take: Take, manifest: Manifest, called: str = ""
) -> Screen:
    text = services.say(
        N_("Install version {version}? The box starts anew."), version=manifest.version
    )
    no, yes = services.say(N_("No")), services.say(N_("Yes"))

    def leave() -> Next:
        if path.name == UPLOADED:
            path.unlink(missing_ok=True)
        return Pop()

    return Ask(services, text, [(no, leave), (yes, partial(_take, services, path, take, called))])


def _take(services: Services, path: Path, take: Take, called: str) -> Next:
    data = services.queue.store.path.parent
    title = services.say(N_("Update"))

    def tell(_manifest: Manifest) -> Screen:
        text = services.say(
            N_("It is being unpacked. In a few minutes the box starts anew; leave it switched on.")
        )
        return Reader(services, title, text)

    def job() -> Manifest:
        manifest = _say_why(path, lambda file: take(file, data))
        if path.name == UPLOADED:
            path.unlink(missing_ok=True)  # the unit has its own
        return manifest

    def begin() -> Next:
        return Replace(Work(services, title, job, tell, called))

    question = ask_if_unsaved(services, begin)
    return begin() if question is None else Replace(question)

"""The club of this box: join one with the host and the code of its archive, and leave it."""

from __future__ import annotations

from pathlib import Path

from firmware_py.club import membership
from firmware_py.club.box_log import highest_evening, highest_match
from firmware_py.club.identity import Identity, is_member
from firmware_py.core.language import N_, labelled
from firmware_py.screens.settings.wifi import CharacterEntry
from firmware_py.ui.background_job import Work
from firmware_py.ui.lists import Menu, MenuRow, TextScreen, ask_twice
from firmware_py.ui.name_entry import NameEntry
from firmware_py.ui.navigation import Next, Push, Replace, Screen
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item

CLUB = N_("Club")
HALL_PORT = 8090


def club_menu(services: Services) -> Menu:
    """Return what can be done: join a club, or leave the one there is."""
    say = services.say

    def rows() -> list[MenuRow]:
        member = membership.membership(_data(services))
        if member is None and not is_member(_data(services)):
            about = N_("You need the name of the archive in the network, and a code from there.")
            return [MenuRow(Item(say(N_("Join a club"))), lambda: _ask_host(services), say(about))]
        name = "" if member is None else member.club
        about = N_("The box deletes all that belongs to the club. Your games stay here.")
        return [
            MenuRow(
                Item(say(N_("Leave the club")), name, may_cut=True),
                lambda: Push(ask_twice(services, say(N_("Leave the club?")), leave)),
                say(about),
                key="leave",
            )
        ]

    def leave() -> Next:
        return Replace(_leaving(services))

    return Menu(services, lambda: say(CLUB), rows)


def _data(services: Services) -> Path:
    return services.queue.store.path.parent


def _ask_host(services: Services) -> Next:
    def named(host: str, code: str) -> Next:
        return Replace(
            NameEntry(services, "", (), lambda name: Replace(_joining(services, host, code, name)))
        )

    def heard(host: str) -> Next:
        title = services.say(N_("Code of the club"))
        length = membership.CODE_LETTERS
        return Replace(CharacterEntry(services, "", lambda code: named(host, code), title, length))

    return Push(CharacterEntry(services, "", heard, services.say(N_("Archive (host)")), 1))


def _joining(services: Services, host: str, code: str, name: str) -> Screen:
    data, say = _data(services), services.say

    def job() -> str:
        identity = Identity(data)
        address, _, port = host.partition(":")
        try:
            ask = membership.asking(address, int(port or HALL_PORT))
            return membership.join(
                data, ask, address, code, name, identity.sign, highest_match(data),
                highest_evening(data),
            ).club  # fmt: skip
        except (membership.NotJoined, ValueError, OSError):
            return ""

    def then(club: str) -> Screen:
        text = N_("The archive does not answer, or the code is wrong or too old. Nothing changed.")
        if club:
            services.connect_club()
            text = N_("Games and evenings from now on go to the club. Those before stay here.")
        return TextScreen(
            services, say(CLUB), labelled(say, club, say(text)) if club else say(text)
        )

    return Work(services, say(CLUB), job, then)


def _leaving(services: Services) -> Screen:
    say, data, link = services.say, _data(services), services.club

    def job() -> bool:
        if link is not None:
            link.close()
        return membership.leave(data)

    def then(_was_there: bool) -> Screen:
        services.club = None
        text = N_("The box has left the club. What it sent stays in the archive.")
        return TextScreen(services, say(CLUB), say(text))

    return Work(services, say(CLUB), job, then)

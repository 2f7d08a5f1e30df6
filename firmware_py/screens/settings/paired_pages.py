"""Pages that may act: who they are, and how to send them away again."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

from firmware_py.core.language import N_
from firmware_py.system.page_tokens import PairedPage
from firmware_py.system.pairing import Pairing
from firmware_py.ui.lists import Menu, MenuRow, ask_yes
from firmware_py.ui.navigation import STAY, Next, Pop, Push
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item


class PairedPages(Menu):
    """The list: a row for each page, and what concerns all of them."""

    is_private = True


def paired_pages(services: Services) -> PairedPages:
    """Return the list of pages that may act."""

    def rows() -> list[MenuRow]:
        pairing = services.pairing
        if pairing is None:
            return [MenuRow(Item(services.say(N_("There is no web page"))), Pop)]
        pages = pairing.pages()
        made = [_now_row(services, pairing)]
        made += [_page_row(services, pairing, page) for page in pages]
        if len(pages) > 1:
            made.append(_all_row(services, pairing))
        made.append(_quiet_row(services, pairing))
        return made

    return PairedPages(services, lambda: services.say(N_("Paired pages")), rows)


def _now_row(services: Services, pairing: Pairing) -> MenuRow:
    from firmware_py.screens.settings.pairing import pair_now  # seldom needed

    about = services.say(N_("Shows a code to scan, and lists the pages that ask."))
    title = services.say(N_("Pair a page now"))
    return MenuRow(Item(title), lambda: pair_now(services, pairing), about)


def _page_row(services: Services, pairing: Pairing, page: PairedPage) -> MenuRow:
    day = f"{datetime.fromtimestamp(page.since, UTC).astimezone():%Y-%m-%d}"
    about = services.say(N_("Paired on {day}. Press to send it away."), day=day)
    question = services.say(N_("Send {page} away? It can ask again."), page=page.label)

    def forget() -> Next:
        pairing.forget(page.key)
        return Pop()

    return MenuRow(
        Item(page.label, may_cut=True), lambda: Push(ask_yes(services, question, forget)), about
    )


def _all_row(services: Services, pairing: Pairing) -> MenuRow:
    def forget() -> Next:
        pairing.forget_all()
        return Pop()

    question = services.say(N_("Send all pages away? They can ask again."))
    return MenuRow(
        Item(services.say(N_("Send all away"))), lambda: Push(ask_yes(services, question, forget))
    )


def _quiet_row(services: Services, pairing: Pairing) -> MenuRow:
    value = services.say(N_("off") if pairing.wants_none else N_("on"))
    about = services.say(N_("Whether pages may ask tonight: until the next start."))
    return MenuRow(
        Item(services.say(N_("Requests")), value), partial(_switch, services, pairing), about
    )


def _switch(services: Services, pairing: Pairing) -> Next:
    del services
    pairing.take_requests(wanted=pairing.wants_none)
    return STAY

"""Joining a network that somebody else has, leaving it, and what the box says if it cannot."""

from __future__ import annotations

import time

from air import PROFILES, Box, radios, wait_for
from stage import SERVICE_S, Stage, check

NAME = "Gasthof »Löwe«, 1. Stock".encode().hex()
GONE = "ip -4 address show dev wlan0 | grep -q inet || echo gone"
PASSWORD = 'two beers; "one" \\ table'


def join_network(stage: Stage) -> str:
    """Wrong password, right password, the own Wi-Fi in between, left, and one that is gone."""
    with radios(stage) as (box, phone):
        phone.serve(NAME, PASSWORD)
        look(box, is_used=False)
        begun_s = time.monotonic()
        refuse(box, "two beers, one table", "wrong-password")
        refused_s = time.monotonic() - begun_s
        begun_s = time.monotonic()
        answer = box.ask(f"join({NAME!r}, {PASSWORD!r})")
        check(not answer.error, f"the box is not let in: {answer.error}")
        joined_s = time.monotonic() - begun_s
        phone.fetch(wait_for_address(box))
        look(box, is_used=True)
        box.open()
        check(box.address() == "10.42.0.1", f"the box is at {box.address()}")
        box.close()
        phone.fetch(wait_for_address(box))
        answer = box.ask(f"forget({NAME!r})")
        check(not answer.error, f"the box does not leave: {answer.error}")
        check(not profiles(box), "something stayed of the network")
        wait_for(stage, "the address gone", GONE, "gone", 60.0)
        look(box, is_used=False)
        check(box.ask(f"forget({NAME!r})").error == "not-ours", "left twice")
        phone.leave()
        refuse(box, PASSWORD, "gone")
    return (
        f"seen; a wrong password refused after {refused_s:.0f} s, with the reason; in with the "
        f"right one after {joined_s:.0f} s, page fetched there; opened and closed its own Wi-Fi, "
        "and was back; left, nothing kept; one that is gone said so"
    )


def look(box: Box, *, is_used: bool) -> None:
    """The network is seen as it is."""
    found = [each for each in box.ask("SCAN").networks if each[0] == NAME]
    check([each[2:] for each in found] == [["password", is_used]], f"seen is {found}")


def refuse(box: Box, password: str, error: str) -> None:
    """A network cannot be joined; nothing of it is kept."""
    answer = box.ask(f"join({NAME!r}, {password!r})")
    check(answer.error == error, f"it says {answer.error!r}, and not {error!r}")
    check(not box.address() and not profiles(box), f"something stayed of it: {profiles(box)}")


def profiles(box: Box) -> list[str]:
    """List the networks that the box keeps."""
    return box.stage.machine.run("ls", PROFILES).split()


def wait_for_address(box: Box) -> str:
    """Wait until the box is in the network; return its address there."""
    until_s = time.monotonic() + SERVICE_S
    while not (found := box.address()).startswith("10.77.0."):
        check(time.monotonic() < until_s, f"the box is at {found!r}, not in the network")
        time.sleep(0.3)
    return found

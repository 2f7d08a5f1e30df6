"""A code on the box becomes a token, and guessing does not pay."""

from __future__ import annotations

import pytest

from firmware_py.panels.web import pairing as pairing_module
from firmware_py.panels.web.pairing import Asked, Paired, Pairing, PairingEnded, Wait, Wrong

PHONE = "192.168.1.20"
TABLET = "192.168.1.21"


class Clock:
    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pairing(clock: Clock) -> Pairing:
    return Pairing(clock=clock)


def wrong_code(pairing: Pairing) -> str:
    return "000000" if pairing.code != "000000" else "000001"


def pair(pairing: Pairing, address: str = PHONE) -> str:
    pairing.ask(address)
    answer = pairing.enter(address, pairing.code or "")
    assert isinstance(answer, Paired)
    return answer.token


def test_nobody_asked_so_there_is_no_code(pairing: Pairing) -> None:
    assert pairing.code is None
    assert pairing.enter(PHONE, "123456") == PairingEnded()


def test_a_code_has_six_digits(pairing: Pairing) -> None:
    pairing.ask(PHONE)

    assert pairing.code is not None
    assert len(pairing.code) == 6
    assert pairing.code.isdecimal()


def test_the_right_code_gives_a_token_that_is_known(pairing: Pairing) -> None:
    assert pairing.knows(pair(pairing))


def test_a_code_serves_once(pairing: Pairing) -> None:
    pairing.ask(PHONE)
    code = pairing.code or ""
    pairing.enter(PHONE, code)

    assert pairing.enter(TABLET, code) == PairingEnded()


@pytest.mark.parametrize("token", ["", "x", "0" * 500, "\ud800"])
def test_an_invented_token_is_not_known(pairing: Pairing, token: str) -> None:
    pair(pairing)

    assert not pairing.knows(token)


@pytest.mark.parametrize("code", ["", "12345", "1234567", "abcdef", "１２３４５６", "\ud800"])
def test_anything_but_the_code_is_wrong(pairing: Pairing, code: str) -> None:
    pairing.ask(PHONE)

    assert isinstance(pairing.enter(PHONE, code), Wrong)


def test_a_second_page_gets_the_same_code(pairing: Pairing) -> None:
    pairing.ask(PHONE)
    code = pairing.code
    pairing.ask(TABLET)

    assert pairing.code == code


def test_a_code_ends_after_two_minutes(pairing: Pairing, clock: Clock) -> None:
    assert pairing.ask(PHONE) == Asked(120.0)
    clock.now_s += 120

    assert pairing.code is None


def test_the_loop_learns_when_the_code_ends(pairing: Pairing, clock: Clock) -> None:
    assert pairing.deadline_s() is None
    pairing.ask(PHONE)

    assert pairing.deadline_s() == clock.now_s + 120


def test_a_wrong_code_doubles_the_wait_each_time(pairing: Pairing, clock: Clock) -> None:
    pairing.ask(PHONE)
    waits = []
    for _ in range(4):
        answer = pairing.enter(PHONE, wrong_code(pairing))
        assert isinstance(answer, Wrong)
        waits.append(answer.wait_s)
        clock.now_s += answer.wait_s

    assert waits == [1, 2, 4, 8]


def test_the_right_code_is_not_heard_during_the_wait(pairing: Pairing, clock: Clock) -> None:
    pairing.ask(PHONE)
    pairing.enter(PHONE, wrong_code(pairing))
    clock.now_s += 0.5

    assert pairing.enter(PHONE, pairing.code or "") == Wait(0.5)


def test_one_mistake_does_not_slow_the_neighbour_down(pairing: Pairing) -> None:
    pairing.ask(PHONE)
    pairing.enter(PHONE, wrong_code(pairing))

    assert isinstance(pairing.enter(TABLET, pairing.code or ""), Paired)


def test_many_addresses_share_a_wait(pairing: Pairing) -> None:
    pairing.ask(PHONE)
    answers = [pairing.enter(f"10.0.0.{n}", wrong_code(pairing)) for n in range(6)]

    assert [type(answer) for answer in answers] == [Wrong, Wrong, Wrong, Wrong, Wait, Wait]


def test_a_network_of_ipv6_addresses_counts_as_one(pairing: Pairing) -> None:
    pairing.ask("2001:db8::1")
    pairing.enter("2001:db8::1", wrong_code(pairing))

    assert isinstance(pairing.enter("2001:db8::2", pairing.code or ""), Wait)


def test_five_wrong_tries_change_the_code(clock: Clock) -> None:
    changes: list[int] = []
    pairing = Pairing(on_change=lambda: changes.append(1), clock=clock)
    pairing.ask(PHONE)
    seen = {pairing.code}
    for _ in range(10):
        answer = pairing.enter(PHONE, wrong_code(pairing))
        clock.now_s += getattr(answer, "wait_s", 0)
        seen.add(pairing.code)

    assert len(seen - {None}) >= 2
    assert len(changes) >= 2


def test_guessing_for_a_day_stays_hopeless(pairing: Pairing, clock: Clock) -> None:
    """Whoever tries as fast as the waits allow gets a few thousand tries of a million a day."""
    ends_s = clock.now_s + 24 * 3600
    tries = 0
    while clock.now_s < ends_s:
        answer = pairing.ask(PHONE)
        if isinstance(answer, Wait):
            clock.now_s += answer.wait_s
            continue
        answer = pairing.enter(f"10.0.{tries // 250 % 250}.{tries % 250}", "not it")
        tries += isinstance(answer, Wrong)
        clock.now_s += answer.wait_s if isinstance(answer, Wrong | Wait) else 0

    assert tries < 3000


def test_a_code_nobody_used_makes_the_next_wait(pairing: Pairing, clock: Clock) -> None:
    """So a stranger cannot keep a code on the display."""
    pairing.ask(PHONE)
    clock.now_s += 120

    assert pairing.ask(PHONE) == Wait(1.0)


def test_somebody_at_the_box_can_say_no(pairing: Pairing) -> None:
    pairing.ask(PHONE)
    pairing.cancel()

    assert pairing.code is None
    assert isinstance(pairing.ask(PHONE), Wait)


def test_mistakes_are_forgiven_in_time(pairing: Pairing, clock: Clock) -> None:
    for _ in range(3):
        pairing.ask(PHONE)
        pairing.cancel()
        clock.now_s += 10
    clock.now_s += 400
    pairing.ask(PHONE)

    assert pairing.enter(PHONE, wrong_code(pairing)) == Wrong(1.0)


def test_the_oldest_token_is_forgotten_first(pairing: Pairing) -> None:
    tokens = [pair(pairing) for _ in range(pairing_module.TOKENS_AT_MOST)]
    assert pairing.knows(tokens[0])  # used, so it is not the oldest any more
    pair(pairing)

    assert pairing.knows(tokens[0])
    assert not pairing.knows(tokens[1])


def test_addresses_are_remembered_only_so_far(pairing: Pairing, clock: Clock) -> None:
    for n in range(1000):
        pairing.ask(f"10.1.{n // 250}.{n % 250}")
        pairing.cancel()
        clock.now_s += 60

    assert len(pairing._faults) <= pairing_module.ADDRESSES_AT_MOST


def test_the_box_is_told_of_every_change(clock: Clock) -> None:
    seen: list[str | None] = []
    pairing = Pairing(on_change=lambda: seen.append(pairing.code), clock=clock)
    pairing.ask(PHONE)
    pairing.enter(PHONE, pairing.code or "")

    assert len(seen) == 2
    assert seen[0] is not None
    assert seen[1] is None

"""A code on the box becomes a token, and guessing it is hopeless."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

from firmware_py.system.backoff import (
    CODE_DIGITS,
    FIRST_WAIT_S,
    FORGIVEN_AFTER_S,
    NETWORKS_AT_MOST,
    TRIES_AT_ONCE,
    TRIES_PER_CODE,
    TRY_EVERY_S,
    WAIT_AT_MOST_S,
    Backoff,
    network_of,
)
from firmware_py.system.pairing import (
    CODE_LIFE_S,
    LISTED_AT_MOST,
    REQUEST_LIFE_S,
    STORE_EVERY_S,
    TOKENS_AT_MOST,
    WINDOW_S,
    Pairing,
    PairingResult,
    Stage,
)

PHONE = "192.168.1.20"
TABLET = "192.168.1.21"
ELSEWHERE = "10.0.7.1"
YEAR_S = 366 * 24 * 3600.0
TRIES_IN_A_YEAR = TRIES_AT_ONCE + YEAR_S / TRY_EVERY_S
"""The codes that can be tried in a year, from any number of addresses."""


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


def pair(pairing: Pairing, address: str = PHONE) -> str:
    pairing.ask(address)
    pairing.show()
    answer = pairing.enter(address, pairing.code or "")
    assert answer.state == "paired"
    return answer.token


def fail(pairing: Pairing, address: str = PHONE) -> None:
    """Ask, and be refused."""
    assert pairing.ask(address).state == "asked"
    pairing.refuse()


# From a request to a token


def test_nobody_asked_so_there_is_no_code(pairing: Pairing) -> None:
    pairing.show()
    assert pairing.code is None
    assert pairing.enter(PHONE, "12345678") == PairingResult("ended")


def test_a_request_has_no_code_until_it_is_opened(pairing: Pairing) -> None:
    assert pairing.ask(PHONE) == PairingResult("asked", 1, REQUEST_LIFE_S)
    assert pairing.code is None
    assert pairing.enter(PHONE, "").state == "asked"
    pairing.show()
    assert pairing.code is not None
    assert len(pairing.code) == CODE_DIGITS
    assert pairing.code.isdecimal()


def test_opening_it_again_keeps_the_code(pairing: Pairing) -> None:
    pairing.ask(PHONE)
    pairing.show()
    code = pairing.code
    pairing.show()
    assert pairing.code == code


def test_the_right_code_gives_a_token_that_is_known(pairing: Pairing) -> None:
    assert pairing.knows(pair(pairing))


def test_a_code_serves_once(pairing: Pairing) -> None:
    pairing.ask(PHONE)
    pairing.show()
    code = pairing.code or ""
    pairing.enter(PHONE, code)
    assert pairing.enter(PHONE, code) == PairingResult("ended")


def test_only_who_asked_can_type_the_code(pairing: Pairing) -> None:
    pairing.ask(PHONE)
    pairing.show()
    assert pairing.enter(TABLET, pairing.code or "") == PairingResult("ended")
    assert pairing.enter(PHONE, pairing.code or "").state == "paired"


@pytest.mark.parametrize("token", ["", "x", "0" * 500, "\ud800"])
def test_an_invented_token_is_not_known(pairing: Pairing, token: str) -> None:
    pair(pairing)
    assert not pairing.knows(token)


@pytest.mark.parametrize(
    "code", ["", "1234567", "123456789", "abcdefgh", "１２３４５６７８", "\ud800"]
)
def test_anything_but_the_code_is_wrong(pairing: Pairing, code: str) -> None:
    pairing.ask(PHONE)
    pairing.show()
    assert pairing.enter(PHONE, code) == PairingResult("wrong")


def test_one_request_at_a_time(pairing: Pairing) -> None:
    first = pairing.ask(PHONE)
    assert pairing.ask(PHONE) == first  # the same page, loaded again
    assert pairing.ask(TABLET) == PairingResult("wait", seconds=REQUEST_LIFE_S)


def test_a_request_that_nobody_opens_ends(pairing: Pairing, clock: Clock) -> None:
    pairing.ask(PHONE)
    assert pairing.deadline_s() == clock.now_s + REQUEST_LIFE_S
    clock.now_s += REQUEST_LIFE_S
    assert pairing.request is not None
    assert pairing.request.stage is Stage.ENDED
    assert pairing.deadline_s() is None
    assert pairing.ask(PHONE) == PairingResult("wait", seconds=FIRST_WAIT_S)


def test_a_code_that_nobody_types_ends(pairing: Pairing, clock: Clock) -> None:
    pairing.ask(PHONE)
    pairing.show()
    assert pairing.deadline_s() == clock.now_s + CODE_LIFE_S
    clock.now_s += CODE_LIFE_S
    assert pairing.code is None


def test_three_wrong_codes_end_the_request(pairing: Pairing) -> None:
    pairing.ask(PHONE)
    pairing.show()
    answers = [pairing.enter(PHONE, "no") for _ in range(TRIES_PER_CODE + 1)]
    assert answers == [
        PairingResult("wrong"),
        PairingResult("wrong"),
        PairingResult("wrong", seconds=FIRST_WAIT_S),
        PairingResult("ended"),
    ]


def test_no_more_requests_until_the_next_start(pairing: Pairing, clock: Clock) -> None:
    pairing.ask(PHONE)
    pairing.refuse(no_more=True)
    clock.now_s += YEAR_S
    assert pairing.ask(ELSEWHERE) == PairingResult("refused")


def test_the_oldest_token_is_forgotten_first(pairing: Pairing) -> None:
    tokens = [pair(pairing) for _ in range(TOKENS_AT_MOST)]
    assert pairing.knows(tokens[0])  # used, so it is not the oldest any more
    pair(pairing)
    assert pairing.knows(tokens[0])
    assert not pairing.knows(tokens[1])


def test_every_change_calls_the_listener(clock: Clock) -> None:
    seen: list[Stage] = []
    pairing = Pairing(clock=clock)
    pairing.listeners.append(lambda: seen.append(pairing.stage_of(1)))
    pair(pairing)
    pairing.ask(PHONE)
    clock.now_s += REQUEST_LIFE_S
    pairing.end_old()
    assert seen == [Stage.ASKED, Stage.SHOWN, Stage.PAIRED, Stage.ENDED, Stage.ENDED]


# Waiting


def test_each_request_that_comes_to_nothing_doubles_the_wait_up_to_hours(
    pairing: Pairing, clock: Clock
) -> None:
    waits = []
    for _ in range(13):
        fail(pairing)
        answer = pairing.ask(PHONE)
        assert answer.state == "wait"
        waits.append(answer.seconds)
        clock.now_s += answer.seconds
    assert waits[:4] == [FIRST_WAIT_S * factor for factor in (1, 2, 4, 8)]
    assert waits[-1] == WAIT_AT_MOST_S >= 3600


def test_one_address_waits_and_its_neighbours_do_not(pairing: Pairing) -> None:
    """In a private network each of them belongs to somebody else."""
    fail(pairing)
    assert pairing.ask(PHONE).state == "wait"
    assert pairing.ask(TABLET).state == "asked"


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.168.1.20", "192.168.1.20"),
        ("::ffff:192.168.1.20", "192.168.1.20"),
        ("8.8.8.8", "8.8.8.0/24"),
        ("::ffff:8.8.8.8", "8.8.8.0/24"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8:0:0:ffff::9", "2001:db8::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_a_network_is_what_one_owner_has(address: str, network: str) -> None:
    assert network_of(address) == network


def test_a_paired_page_clears_its_network(pairing: Pairing, clock: Clock) -> None:
    fail(pairing)
    clock.now_s += FIRST_WAIT_S
    pair(pairing)
    fail(pairing)
    assert pairing.ask(PHONE) == PairingResult("wait", seconds=FIRST_WAIT_S)


def test_a_network_is_forgiven_after_a_quiet_day(pairing: Pairing, clock: Clock) -> None:
    for _ in range(3):
        fail(pairing)
        clock.now_s += 1000
    clock.now_s += FORGIVEN_AFTER_S
    fail(pairing)
    assert pairing.ask(PHONE) == PairingResult("wait", seconds=FIRST_WAIT_S)


def test_only_so_many_networks_are_remembered(clock: Clock) -> None:
    backoff = Backoff(None, clock)
    for number in range(3 * NETWORKS_AT_MOST):
        backoff.blame(f"10.1.{number}.1")
    assert len(json.dumps(backoff.to_store()["networks"])) < 50 * NETWORKS_AT_MOST


# Guessing


def test_the_odds_of_a_year_of_guessing() -> None:
    """At most one in a hundred thousand, calculated from the constants."""
    assert TRIES_IN_A_YEAR / 10**CODE_DIGITS <= 1 / 100_000


def test_a_year_of_guessing_gets_no_more_tries_than_that(pairing: Pairing, clock: Clock) -> None:
    """Even if somebody at the box opens every request, from a new network each time."""
    ends_s = clock.now_s + YEAR_S
    tries = number = 0
    while clock.now_s < ends_s:
        number += 1
        address = f"10.{number >> 8 & 255}.{number & 255}.1"
        answer = pairing.ask(address)
        if answer.state == "wait":
            clock.now_s += answer.seconds + 1e-3
            continue
        pairing.show()
        while pairing.enter(address, "no").state == "wrong":
            tries += 1
        pairing.refuse()
    assert 100 < tries <= TRIES_IN_A_YEAR


# Over a restart


def restarted(pairing: Pairing, clock: Clock) -> Pairing:
    """Return what the next start makes of what was kept, through JSON as the store has it."""
    return Pairing(clock=clock, stored=json.loads(json.dumps(pairing.news_to_store())))


def test_a_wait_survives_a_restart(pairing: Pairing, clock: Clock) -> None:
    for _ in range(4):
        fail(pairing)
        clock.now_s += FIRST_WAIT_S * 8
    again = restarted(pairing, clock)
    assert again.ask(PHONE).state != "wait"
    again.refuse()
    assert again.ask(PHONE) == PairingResult("wait", seconds=FIRST_WAIT_S * 16)
    assert restarted(again, clock).ask(PHONE) == PairingResult("wait", seconds=FIRST_WAIT_S * 16)


def test_used_tries_survive_a_restart(pairing: Pairing, clock: Clock) -> None:
    for number in range(TRIES_AT_ONCE // TRIES_PER_CODE + 1):
        address = f"10.0.{number}.1"
        pairing.ask(address)
        pairing.show()
        for _ in range(TRIES_PER_CODE):
            pairing.enter(address, "no")
    again = restarted(pairing, clock)
    assert again.ask(ELSEWHERE) == PairingResult("wait", seconds=TRY_EVERY_S)


def test_the_waits_are_stored_once_and_then_every_ten_minutes(
    pairing: Pairing, clock: Clock
) -> None:
    """A plug may be pulled while somebody waits: not all of the wait begins again."""
    assert pairing.news_to_store() is None
    for _ in range(6):
        fail(pairing)
        clock.now_s += FIRST_WAIT_S * 32
    fail(pairing)
    assert pairing.news_to_store() is not None
    assert pairing.news_to_store() is None
    clock.now_s += STORE_EVERY_S
    assert pairing.news_to_store() is not None
    clock.now_s += YEAR_S
    assert pairing.news_to_store() is None


@pytest.mark.parametrize(
    "stored",
    [
        None,
        [],
        "x",
        {"tries": "many", "networks": 5},
        {"tries": float("nan"), "networks": {"a": 1, "b": [1], "c": ["x", 2], "d": [-1, 5]}},
        {"tries": 1e300, "networks": {"192.168.1.0/24": [1, float("inf")]}},
    ],
)
def test_what_cannot_be_read_is_no_reason_not_to_start(stored: object, clock: Clock) -> None:
    assert Pairing(clock=clock, stored=stored).ask(PHONE).state == "asked"


# A window: pair a page now


def test_the_secret_of_a_window_pairs_once(pairing: Pairing) -> None:
    """It pairs the first page that scans it; it is long, and new for each window."""
    pairing.open_window()
    window = pairing.window
    assert window is not None
    assert re.fullmatch("[A-Z2-7]{16}", window.secret)
    paired = pairing.redeem(PHONE, window.secret)
    assert paired.state == "paired"
    assert pairing.knows(paired.token)
    assert pairing.redeem(PHONE, window.secret) == PairingResult("ended")
    assert pairing.window is not None
    assert pairing.window.is_used
    pairing.open_window()
    assert pairing.window.secret not in ("", window.secret)


@pytest.mark.parametrize("secret", ["", "A" * 16, "\ud800", "x" * 400])
def test_any_other_secret_pairs_nobody(pairing: Pairing, secret: str) -> None:
    """Before a window, in it, when the secret was used, and after it."""
    assert pairing.redeem(PHONE, secret) == PairingResult("ended")
    pairing.open_window()
    assert pairing.redeem(PHONE, secret) == PairingResult("ended")
    assert pairing.window is not None
    pairing.redeem(PHONE, pairing.window.secret)
    assert pairing.redeem(PHONE, secret) == PairingResult("ended")
    pairing.close_window()
    assert pairing.redeem(PHONE, secret) == PairingResult("ended")


def test_a_window_ends_by_itself_and_its_secret_with_it(pairing: Pairing, clock: Clock) -> None:
    """The deadline tells the event loop when."""
    pairing.open_window()
    assert pairing.window is not None
    secret = pairing.window.secret
    assert pairing.deadline_s() == clock.now_s + WINDOW_S
    clock.now_s += WINDOW_S
    assert pairing.redeem(PHONE, secret) == PairingResult("ended")
    assert pairing.window is None


def test_in_a_window_waits_do_not_count_and_all_requests_are_listed(
    pairing: Pairing, clock: Clock
) -> None:
    """The box opens whichever it knows; the other one gets no code."""
    fail(pairing)
    assert pairing.ask(PHONE).state == "wait"
    pairing.refuse(no_more=True)
    pairing.open_window()
    assert pairing.ask(TABLET).state == "asked"
    asked = pairing.ask(PHONE)
    assert asked.state == "asked"
    assert [each.address for each in pairing.requests] == [TABLET, PHONE]
    pairing.choose(asked.number)
    pairing.show()
    assert pairing.enter(TABLET, pairing.code or "").state == "asked"
    assert pairing.enter(PHONE, pairing.code or "").state == "paired"
    clock.now_s += WINDOW_S
    assert pairing.requests == []
    assert pairing.stage_of(1) is Stage.ENDED


def test_only_so_many_requests_are_listed(pairing: Pairing) -> None:
    """Many addresses fill the list but not the memory, and the secret still pairs."""
    pairing.open_window()
    answers = [pairing.ask(f"10.0.0.{each}") for each in range(200)]
    assert sum(each.state == "asked" for each in answers) == LISTED_AT_MOST + 1
    assert len(pairing.requests) == LISTED_AT_MOST + 1
    assert pairing.window is not None
    assert pairing.redeem(PHONE, pairing.window.secret).state == "paired"


ATTACKER = "192.168.1.66"


class Owner:
    """Somebody at the box who wants to pair a phone, every ten minutes for three days."""

    tries = 432

    def __init__(self, pairing: Pairing, clock: Clock, attackers: tuple[str, ...]) -> None:
        self.pairing = pairing
        self.clock = clock
        self.attackers = attackers

    def pass_time(self, seconds: int) -> None:
        """Let the attackers ask every two seconds."""
        for _ in range(seconds // 2):
            self.clock.now_s += 2.0
            self.bother()

    def bother(self) -> None:
        for address in self.attackers:
            self.pairing.ask(address)
            self.pairing.enter(address, "00000000")

    def succeed(self, way: Callable[[Owner], bool]) -> int:
        """Return how many of the first tries succeed."""
        paired = 0
        for _ in range(self.tries):
            self.pass_time(600)
            paired += way(self)
        return paired


def by_scanning(owner: Owner) -> bool:
    owner.pairing.open_window()
    owner.bother()
    owner.pass_time(20)
    assert owner.pairing.window is not None
    answer = owner.pairing.redeem(PHONE, owner.pairing.window.secret)
    owner.pairing.close_window()
    return answer.state == "paired"


def by_digits(owner: Owner) -> bool:
    owner.pairing.open_window()
    owner.bother()
    asked = owner.pairing.ask(PHONE)
    owner.pass_time(20)
    mine = next((each for each in owner.pairing.requests if each.address == PHONE), None)
    if mine is None or asked.state != "asked":
        return False
    owner.pairing.choose(mine.number)
    owner.pairing.show()
    answer = owner.pairing.enter(PHONE, owner.pairing.code or "")
    owner.pairing.close_window()
    return answer.state == "paired"


@pytest.mark.parametrize("way", [by_scanning, by_digits])
def test_an_attacker_of_the_same_network_keeps_nobody_from_pairing(
    pairing: Pairing, clock: Clock, way: Callable[[Owner], bool]
) -> None:
    """It asks without end, for three days; before there was a window, 0 of 432 tries succeeded."""
    owner = Owner(pairing, clock, (ATTACKER,))
    assert owner.succeed(way) == Owner.tries


def test_an_attacker_with_many_addresses_does_not_keep_anybody_from_scanning(
    pairing: Pairing, clock: Clock
) -> None:
    """The list is full then, and the QR code does not need it."""
    owner = Owner(pairing, clock, tuple(f"192.168.1.{each}" for each in range(100, 130)))
    owner.tries = 30
    assert owner.succeed(by_scanning) == 30

"""`tablemate club`: what people type at the archive of a club, and at a box that joins one."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event
from typing import Any

from firmware_py.club import membership
from firmware_py.club.archive import Archive, take_all
from firmware_py.club.archive_database import DatabaseDown
from firmware_py.club.batch import BadBatch, read_batches, verify
from firmware_py.club.box_log import (
    BoxLog,
    NoSignature,
    highest_evening,
    highest_match,
    read_evenings,
    store_source,
)
from firmware_py.club.history import write_history
from firmware_py.club.identity import Identity
from firmware_py.club.membership import (
    CODE_LIFE_S,
    NotJoined,
    decrypt,
    draw_code,
    encrypt,
    key_of,
    proof_of,
)
from firmware_py.club.setup import (
    BROKER_NAME,
    VIEWER,
    ClubConfig,
    NoClub,
    init,
    make_certificate,
    read_club,
)
from firmware_py.club.share import CLUB_KEY, PARTNER, SHARE_PORT, NotPulled, Server, asking, pull
from firmware_py.core.files import atomic_write
from firmware_py.panels.base import announce
from firmware_py.storage.errors import StoreError

FOLDER = "archive"
"""Of the data directory: what belongs to the archive of a club."""

Say = Callable[[str], object]
Now = Callable[[], int | None]
Clock = Callable[[], float]


def run_club(
    action: str, words: Sequence[str], data: Path, *, clock: Clock, now: Now, say: Say = announce
) -> int:
    """Carry out an action of `tablemate club`; return the exit code."""
    try:
        if action in BOX_ACTIONS:
            return BOX_ACTIONS[action](data, list(words), say)
        folder = data / FOLDER
        if action == "init":
            (name,) = words
            return _init(folder, name, say)
        config = read_club(folder)
        if action == "archive":
            return serve(config, clock, now, say, has_hall=list(words) != ["worker"])
        archive = config.open_archive()
        try:
            return ARCHIVE_ACTIONS[action](archive, config, list(words), now, say)
        finally:
            archive.close()
    except ValueError as error:
        why = str(error) if words and "unpack" not in str(error) else USAGE[action]
        say(f"tablemate: {why}")
    except (
        NoClub,
        NotJoined,
        NotPulled,
        DatabaseDown,
        StoreError,
        BadBatch,
        OSError,
        NoSignature,
    ) as error:
        say(f"tablemate: {error or 'the key of this box cannot be read'}")
    return 1


# --- at the archive ---


def _init(folder: Path, name: str, say: Say) -> int:
    config = init(folder, name)
    say(f"The club {name!r} is in {folder}. Start its broker and its archive with:")
    say(f"  mosquitto -c {folder / BROKER_NAME}")
    say("  tablemate club archive")
    say(f"The hall page is then at http://{socket.gethostname()}:{config.hall_port}/")
    say("A box joins with a code, which this prints: tablemate club invite")
    return 0


def serve(
    config: ClubConfig,
    clock: Clock,
    now: Now,
    say: Say,
    *,
    has_hall: bool = True,
    ending: Event | None = None,
) -> int:
    """Run the archive until it is ended."""
    from firmware_py.club.archive_service import ArchiveService  # the extra `club`

    if ending is None:
        ending = Event()
        signal.signal(signal.SIGTERM, lambda *_: ending.set())
    archive = config.open_archive()
    hall: Any = None
    share = None
    if has_hall and config.share_port:
        share = Server(config, config.hall_host, config.share_port)
    if has_hall:
        from firmware_py.club.hall import Hall  # websockets

        hall = Hall(config, clock=clock, join=lambda asked: answer_join(config, asked, now))
        say(f"The hall page is at {hall.url}")
    try:
        show = None if hall is None else hall.show
        ArchiveService(archive, config.broker, show, now).run(ending)
    except KeyboardInterrupt:
        pass
    finally:
        if hall is not None:
            hall.close()
        if share is not None:
            share.close()
        archive.close()
    return 0


def answer_join(config: ClubConfig, asked: bytes, now: Now) -> bytes | None:
    """Return the answer to a box that wants to join; None without a code that fits.

    Called in a thread of its own, so it opens the archive anew.
    """
    archive = config.open_archive()
    try:
        for key in archive.codes(now() or 0):
            try:
                found = decrypt(key, asked)
                box, name, proof = str(found["box"]), str(found["name"]), str(found["proof"])
            except (ValueError, KeyError, TypeError):
                continue
            if not verify(box, proof, proof_of(key)) or not archive.use_code(key):
                return None
            certificate, private = make_certificate(config.folder, box)
            card = archive.enrol(box, name[:60], now() or 0)
            answer = {
                "club": config.name, "key": archive.key, "card": card, "host": config.host,
                "port": config.port, "certificate": certificate, "private": private,
                "ca": (config.folder / "ca.pem").read_text(),
            }  # fmt: skip
            return encrypt(key, answer)
        return None
    finally:
        archive.close()


def _invite(archive: Archive, config: ClubConfig, words: list[str], now: Now, say: Say) -> int:
    if words:
        raise ValueError("invite: unpack")
    code = draw_code()
    archive.add_code(key_of(code), (now() or 0) + CODE_LIFE_S)
    host = config.host or socket.gethostname()
    say(f"For one box, within {CODE_LIFE_S // 60} minutes: tablemate club join {host} {code}")
    if sys.stdout is not None and sys.stdout.isatty():
        import segno  # only to draw the code

        segno.make(f"tablemate-club:{host}:{config.hall_port}?{code}").terminal(compact=True)
    return 0


def _boxes(archive: Archive, _: ClubConfig, words: list[str], now: Now, say: Say) -> int:
    del words, now
    for member in archive.members():
        left = "" if member.left_at is None else ", has left"
        say(f"{member.name}  {member.box}{left}")
    for aside in archive.aside():
        say(
            f"! {aside.name or aside.box[:8]}: another entry {aside.n} of log {aside.log}: "
            "two boxes work with copies of one card, or somebody has its key"
        )
    return 0


def _dismiss(archive: Archive, _: ClubConfig, words: list[str], now: Now, say: Say) -> int:
    (box,) = words
    found = [each for each in archive.members() if box in (each.box, each.name)]
    if len(found) != 1:
        raise ValueError(f"{len(found)} boxes are called {box!r}; tablemate club boxes lists them")
    archive.dismiss(found[0].box, now() or 0)
    say(f"{found[0].name} is no longer in the club; what it sent stays.")
    return 0


def _players(archive: Archive, _: ClubConfig, words: list[str], now: Now, say: Say) -> int:
    del words, now
    for player in archive.players():
        say(f"{player.id}  {player.name}")
    return 0


def _unite(archive: Archive, _: ClubConfig, words: list[str], now: Now, say: Say) -> int:
    del now
    kept, other = words
    archive.unite(kept, other)
    say(f"{other} is now counted as {archive.player_of(kept)}.")
    return 0


def _take(archive: Archive, _: ClubConfig, words: list[str], now: Now, say: Say) -> int:
    del now
    (name,) = words
    text = Path(name).read_text(encoding="ascii", errors="replace")
    return 1 if take_all(archive, read_batches(text), say) else 0


def _matches(archive: Archive, _: ClubConfig, words: list[str], now: Now, say: Say) -> int:
    del now
    (target,) = words
    folder = Path(target)
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for box, origin in archive.ended():
        text = archive.signed_match(box, origin)
        if text is not None:
            atomic_write(folder / f"{box[:8]}-{origin}.signed.txt", text.encode())
            count += 1
    say(f"{count} signed matches are in {folder}; docs/verify_match.py checks each.")
    return 0


def _history(archive: Archive, config: ClubConfig, words: list[str], now: Now, say: Say) -> int:
    del config, now
    (target,) = words
    count = write_history(archive, Path(target))
    say(f"{count} matches are in {target}; look at them as on a box:")
    say(f"  tablemate --data {target} --panel web")
    return 0


def _write_access(config: ClubConfig, folder: Path, user: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    certificate, private = make_certificate(config.folder, user)
    atomic_write(folder / "ca.pem", (config.folder / "ca.pem").read_bytes())
    atomic_write(folder / f"{user}.pem", certificate.encode())
    atomic_write(folder / f"{user}.key", private.encode(), mode=0o600)


def _viewer(archive: Archive, config: ClubConfig, words: list[str], now: Now, say: Say) -> int:
    del archive, now
    (target,) = words
    _write_access(config, Path(target), VIEWER)
    say(f"{target} has what a program needs that only looks, such as Home Assistant.")
    return 0


def _partner(archive: Archive, config: ClubConfig, words: list[str], now: Now, say: Say) -> int:
    del now
    (target,) = words
    _write_access(config, Path(target), PARTNER)
    atomic_write(Path(target) / CLUB_KEY, archive.key.encode())
    say(f"{target} is for the archive that shall pull from here: tablemate club pull HOST FOLDER")
    if not config.share_port:
        say("Set share_port in club.toml, and start the archive again.")
    return 0


def _pull(archive: Archive, config: ClubConfig, words: list[str], now: Now, say: Say) -> int:
    del config, now
    place, source = words
    host, _, port = place.partition(":")
    folder = Path(source)
    key = (folder / CLUB_KEY).read_text(encoding="ascii").strip()
    count = pull(archive, asking(host, int(port or SHARE_PORT), folder), key, say)
    say(f"{count} batches are new.")
    return 0


ARCHIVE_ACTIONS: dict[str, Callable[[Archive, ClubConfig, list[str], Now, Say], int]] = {
    "invite": _invite,
    "boxes": _boxes,
    "dismiss": _dismiss,
    "players": _players,
    "unite": _unite,
    "take": _take,
    "matches": _matches,
    "viewer": _viewer,
    "history": _history,
    "partner": _partner,
    "pull": _pull,
}


# --- at a box ---


def _join(data: Path, words: list[str], say: Say) -> int:
    place, code, *names = words
    host, _, port = place.partition(":")
    identity = Identity(data)
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    identity.make()
    name = " ".join(names) or socket.gethostname()
    ask = membership.asking(host, int(port or 8090))
    member = membership.join(data, ask, host, code, name, identity.sign, highest_match(data),
                             highest_evening(data))  # fmt: skip
    say(f"This box is in the club {member.club!r} as {name!r}, from its next start on.")
    say("Matches from now on go to the club; those before stay here.")
    return 0


def _leave(data: Path, words: list[str], say: Say) -> int:
    del words
    if not membership.leave(data):
        say("This box is in no club.")
        return 1
    say("This box has left its club, and nothing of it is left here. What it sent stays there.")
    say("If the box is running, start it again.")
    return 0


def _send(data: Path, words: list[str], say: Say) -> int:
    (target,) = words
    member = membership.membership(data)
    identity = Identity(data)
    if member is None or identity.public_key is None:
        raise NotJoined("this box is in no club")
    log = BoxLog(member.log, identity.public_key, identity.sign, since=member.since)
    try:
        evenings = read_evenings(data, member.since_evening)
        log.collect(store_source(data), evenings, sign_now=True)
        batches = [batch.text() for batch in log.batches(log.confirmed)]
        atomic_write(Path(target), "".join(batches).encode())
        say(f"{log.unsent} entries are in {target}; at the archive: tablemate club take {target}")
    finally:
        log.close()
    return 0


BOX_ACTIONS: dict[str, Callable[[Path, list[str], Say], int]] = {
    "join": _join,
    "leave": _leave,
    "send": _send,
}
USAGE = {
    "init": "tablemate club init NAME",
    "archive": "tablemate club archive [worker]",
    "invite": "tablemate club invite",
    "boxes": "tablemate club boxes",
    "dismiss": "tablemate club dismiss BOX",
    "players": "tablemate club players",
    "unite": "tablemate club unite ID OTHER",
    "take": "tablemate club take FILE",
    "matches": "tablemate club matches FOLDER",
    "viewer": "tablemate club viewer FOLDER",
    "history": "tablemate club history FOLDER",
    "partner": "tablemate club partner FOLDER",
    "pull": "tablemate club pull HOST[:PORT] FOLDER",
    "join": "tablemate club join HOST[:PORT] CODE [NAME]",
    "leave": "tablemate club leave",
    "send": "tablemate club send FILE",
}

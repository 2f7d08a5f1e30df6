"""Answers page queries outside the event loop: history, statistics, files to download or upload.

Each call opens its own read-only connection to the database, so the loop never waits. Files are
made in the system's temporary folder and sent from there.
"""

from __future__ import annotations

import os
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engines.errors import EngineError
from engines.unicode import read_json
from firmware_py.core.language import N_, labelled, translator
from firmware_py.core.numbers import MATCH_AT_MOST, read_number, whole_number
from firmware_py.games.user_files import NoUserFile, UserFiles, all_user_files, user_files_of
from firmware_py.history.archive import EndedMatches, open_archive
from firmware_py.history.ended_match import EndedMatch, NotExported, gather
from firmware_py.history.export import FORMATS, describe_player, file_name
from firmware_py.history.problem_report import make_report, pack, report_name
from firmware_py.history.statistics import Tally, kind_of, reckon
from firmware_py.match.game_info import info_of
from firmware_py.panels.web.page_backend import Intake, MadeFile, NotServed
from firmware_py.storage.backup import UPLOADED, back_up, backup_name, check_incoming
from firmware_py.storage.backup_import import LARGEST, NO_BACKUP
from firmware_py.storage.disk import MAGIC
from firmware_py.storage.files import FileTrouble
from firmware_py.storage.store import OVER, StoredMatch, StoreError
from firmware_py.update import install
from firmware_py.update.update_file import HEAD, UPDATE_AT_MOST, BadUpdate, Manifest

PAGE = 30
"""The number of matches in one list."""
LOOKED_AT = 2000
"""The number of matches that are searched for one list."""
_PIECE = 100
_PAPERS = ("papers", "paper", "remove_paper")


class PageQueries:
    """Answers the queries of one box's pages; `language` returns the language set on the box."""

    def __init__(self, data: Path, language: Callable[[], str]) -> None:
        self._data = data
        self._language = language

    # --- reading ---

    def read(self, what: str, text: str) -> Any:
        """Return the result, or the error in words."""
        try:
            wanted = _read_object(text)
            if what in _PAPERS:
                return self._user_file(what, wanted)
            with open_archive(self._data) as archive:
                if what == "history":
                    return self._history(archive, wanted)
                return self._statistics(archive) if what == "statistics" else self._match(
                    archive, wanted
                )  # fmt: skip
        except (StoreError, EngineError, NoUserFile) as no:
            return {"error": str(no)}
        except (ValueError, TypeError, LookupError, RecursionError):
            return {"error": self._say(N_("That did not work."))}

    def _history(self, archive: EndedMatches, wanted: dict[str, Any]) -> Any:
        """List ended matches, newest first: of a game, with a player, before one."""
        game, name = str(wanted.get("game", "")), str(wanted.get("name", "")).casefold()
        at = None if wanted.get("before") is None else _match_number(wanted["before"])
        rows: list[Any] = []
        looked = 0
        while looked < LOOKED_AT and (found := archive.older(at, _PIECE)):
            for stored in found:
                looked, at = looked + 1, stored.id
                people = self._names(stored)
                kind = kind_of(stored.header.game, stored.header.start.given)
                is_of_game = game in ("", stored.header.game, kind.key)
                if is_of_game and (not name or any(name in each.casefold() for each in people)):
                    rows.append(self._row(stored, people))
                    if len(rows) == PAGE:
                        return {"rows": rows, "before": at, "total": archive.count()}
        is_end = looked < LOOKED_AT
        return {"rows": rows, "before": None if is_end else at, "total": archive.count()}

    def _row(self, stored: StoredMatch, people: tuple[str, ...]) -> Any:
        outcome = stored.outcome
        has_points = info_of(stored.header.game).has_points
        is_over = stored.status == OVER and outcome is not None
        winners = list(outcome["winners"]) if is_over and outcome else []
        scores = list(outcome["scores"]) if is_over and outcome and has_points else None
        return {
            "match": stored.id,
            "game": self._title(stored),
            "day": _day(stored),
            "names": list(people),
            "winners": winners,
            "scores": scores,
            "results": [
                self._result(name, seat in winners, None if scores is None else scores[seat])
                for seat, name in enumerate(people)
            ],
        }

    def _result(self, name: str, has_won: bool, score: int | None) -> str:
        words = name if score is None else labelled(translator(self._language()), name, score)
        return f"✓ {words}" if has_won else words

    def _title(self, stored: StoredMatch) -> str:
        """Return the title of the game, marked as practice if it was."""
        title = self._say(info_of(stored.header.game).title)
        if not stored.header.is_exercise:
            return title
        say = translator(self._language())
        return labelled(say, say(N_("Practice")), title)

    def _match(self, archive: EndedMatches, wanted: dict[str, Any]) -> Any:
        """Return everything about an ended match."""
        ended = gather(archive, _match_number(wanted["match"]))
        people = [describe_player(ended, seat) for seat in range(len(ended.names))]
        language, can_replay = self._language(), ended.can_replay
        return {
            **self._row(ended.stored, ended.names),
            "minutes": None if ended.played_s is None else max(round(ended.played_s / 60), 1),
            "people": people,
            "sheet": ended.score_table(language) if can_replay else None,
            "why": _why(ended, language) if can_replay else "",
            "picture": ended.picture(language) if can_replay else None,
            "decided": (
                ended.turning_points(self._data, language, translator(language))
                if can_replay
                else []
            ),
            "files": [name for name in FORMATS if _can_make(ended, name)],
        }

    def _statistics(self, archive: EndedMatches) -> Any:
        found = reckon(archive.results())
        return {
            "people": [
                {
                    "name": name,
                    **_tally(found.people[name].total),
                    "games": {
                        found.kinds[game].title(self._language(), self._say): _tally(tally)
                        for game, tally in found.people[name].games.items()
                    },
                }
                for name in found.names()[:PAGE]
            ],
            "games": [
                {
                    "key": game,
                    "game": found.kinds[game].title(self._language(), self._say),
                    "played": each.played,
                    "best": each.best,
                    "best_by": each.best_by,
                    "average": each.average,
                    "wins": each.wins.most_common(10),
                }
                for game, each in sorted(found.games.items(), key=lambda pair: -pair[1].played)
            ],
        }

    # --- user files ---

    def _user_file(self, what: str, wanted: dict[str, Any]) -> Any:
        """List the user files of all games, read one, or remove one."""
        if what != "papers":
            files, name = self._files(str(wanted["game"])), str(wanted["name"])
            if what == "paper":
                return {**wanted, "text": files.read(name, is_own=wanted["is_own"] is True)}
            with suppress(NoUserFile):
                files.remove(name)
        return all_user_files(self._data, self._language())

    def _files(self, game: str) -> UserFiles:
        return user_files_of(game, self._data, self._language())

    def _take_user_file(self, what: str) -> Intake:
        """Take in a text: `paper.game.check`, `paper.game.save`, `paper.game.save.name`."""
        _, game, act, name = (*what.split("."), "", "")[:4]
        try:
            files = self._files(game)
        except NoUserFile as error:
            raise NotServed(self._say(N_("There is no such file."))) from error

        def then(path: Path) -> Any:
            text = path.read_bytes().decode("utf-8", errors="replace")
            try:
                found = files.save(text, name) if act == "save" else files.check(text)
            except FileTrouble as error:
                raise self._not_served(error) from error
            return found._asdict()

        place = _new_file()
        place.unlink()  # it appears once it is whole
        return Intake(place, files.bytes_at_most, then)

    def _names(self, stored: StoredMatch) -> tuple[str, ...]:
        given = stored.header.names
        seats = stored.header.start.seats
        return given or tuple(self._say(N_("Player {number}"), number=n + 1) for n in range(seats))

    def _not_served(self, trouble: FileTrouble) -> NotServed:
        return NotServed(self._say(trouble.words, **trouble.facts))

    def _say(self, text: str, **places: object) -> str:
        return translator(self._language())(text, **places)

    # --- files out ---

    def make(self, what: str) -> MadeFile:
        """Make a file: `backup`, `report`, `all.json`, `7.record`; raise NotServed."""
        try:
            return self._make(what)
        except FileTrouble as error:
            raise self._not_served(error) from error
        except (StoreError, EngineError) as error:
            raise NotServed(self._say(str(error))) from error

    def _make(self, what: str) -> MadeFile:
        if what == "backup":
            path = _new_file()
            path.unlink()
            back_up(self._data, path)
            return MadeFile(backup_name(), "application/vnd.sqlite3", path)
        if what == "report":
            return MadeFile(report_name(), "application/zip", _keep(make_report(self._data)))
        number, _, form = what.partition(".")
        if form not in FORMATS:
            raise NotServed(self._say(N_("There is no such file.")))
        with open_archive(self._data) as archive:
            if number == "all":
                return self._pack(archive, form)
            match = read_number(number, MATCH_AT_MOST)
            if match is None:
                raise NotServed(self._say(N_("There is no such file.")))
            ended = gather(archive, match)
        made = _keep(FORMATS[form].make(ended).encode())
        return MadeFile(file_name(ended, form), FORMATS[form].kind, made)

    def _pack(self, archive: EndedMatches, form: str) -> MadeFile:
        """Pack every ended match into a zip; raise NotServed with the reasons if none can be."""
        path, count = _new_file(), 0
        why: dict[str, None] = {}
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
            for ended in _ended(archive):
                try:
                    pack(packed, file_name(ended, form), FORMATS[form].make(ended))
                    count += 1
                except NotExported as error:
                    why[str(error)] = None
        if count:
            return MadeFile(f"tablemate-{form}.zip", "application/zip", path)
        path.unlink()
        nothing = N_("There is nothing to export.") if why else N_("No game is finished yet.")
        raise NotServed(" ".join(self._say(each) for each in (nothing, *why)))

    # --- files in ---

    def intake(self, what: str) -> Intake:
        """Return where an upload is stored and how it is checked; raise NotServed."""
        if what == "restore":
            place, no_backup = self._data / UPLOADED, self._say(NO_BACKUP)
            return Intake(place, LARGEST, None, self._look_at_backup, MAGIC, no_backup)
        if what == "update":
            place = self._data / install.UPLOADED
            why_not = self._say(install.REASONS["NOT_AN_UPDATE"])
            return Intake(place, UPDATE_AT_MOST, None, self._check_update, HEAD, why_not)
        if what.startswith("paper."):
            return self._take_user_file(what)
        raise NotServed(self._say(N_("There is no such file.")))

    def _look_at_backup(self, path: Path) -> None:
        try:
            check_incoming(self._data, path)
        except FileTrouble as error:
            raise self._not_served(error) from error

    def _check_update(self, path: Path) -> Manifest:
        try:
            return install.check(path)
        except BadUpdate as error:
            why = install.explain(error.code, error.facts, translator(self._language()))
            raise NotServed(why, error) from error
        except FileTrouble as error:
            raise NotServed(str(self._not_served(error)), error) from error


def _why(ended: EndedMatch, language: str) -> str:
    outcome = ended.match.engine.outcome(ended.match.state)
    return "" if outcome is None else ended.voice(language).say(outcome.why)


def _read_object(text: str) -> dict[str, Any]:
    value = read_json(text or "{}")
    if not isinstance(value, dict):
        raise TypeError(f"expected an object, found {text[:40]!r}")
    return value


def _match_number(value: object) -> int:
    number = whole_number(value, MATCH_AT_MOST)
    if number is None:
        raise ValueError(f"{value!r} is not the number of a match")
    return number


def _can_make(ended: EndedMatch, form: str) -> bool:
    try:
        FORMATS[form].make(ended)
    except NotExported:
        return False
    return True


def _tally(tally: Tally) -> dict[str, Any]:
    return {
        "played": tally.played,
        "won": tally.won,
        "drawn": tally.drawn,
        "best": tally.best,
        "average": tally.average,
        "streak": tally.streak,
        "longest": tally.longest,
    }


def _day(stored: StoredMatch) -> str:
    date = stored.ended_at if stored.ended_at is not None else stored.began_at
    return "" if date is None else f"{datetime.fromtimestamp(date, UTC).astimezone():%Y-%m-%d}"


def _new_file() -> Path:
    handle, name = tempfile.mkstemp(prefix="tablemate-")
    os.close(handle)
    return Path(name)


def _keep(content: bytes) -> Path:
    path = _new_file()
    path.write_bytes(content)
    return path


def _ended(archive: EndedMatches) -> Iterator[EndedMatch]:
    before: int | None = None
    while found := archive.older(before, _PIECE):
        for stored in found:
            try:
                yield gather(archive, stored.id)
            except (StoreError, EngineError):
                continue  # damaged matches are left out
        before = found[-1].id

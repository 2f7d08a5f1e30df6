"""The database of an archive: SQLite in a file, or PostgreSQL, with the same statements.

Statements have `?` for values; `{serial}` and `{lock}` are what the two write differently.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Protocol

from firmware_py.storage.schema import transaction

POSTGRES = ("postgresql://", "postgres://")


class DatabaseDown(Exception):
    """The database does not answer, or refused a statement; what was sent is not stored."""


class Database(Protocol):
    """A connection, for one thread."""

    def execute(self, statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows; raise DatabaseDown."""
        ...

    def transaction(self) -> AbstractContextManager[None]:
        """Run the block as one transaction; raise DatabaseDown."""
        ...

    def close(self) -> None:
        """Close the connection."""
        ...


class SqliteDatabase:
    """A file, or memory."""

    def __init__(self, path: Path | str) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None, timeout=30.0)
        self.connection.execute("PRAGMA journal_mode=WAL")
        self.connection.execute("PRAGMA synchronous=FULL")

    def execute(self, statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """See `Database`."""
        sql = statement.replace("{serial}", "INTEGER PRIMARY KEY").replace("{lock}", "")
        try:
            return self.connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise DatabaseDown(str(error)) from error

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """See `Database`."""
        try:
            with transaction(self.connection):
                yield
        except sqlite3.Error as error:
            raise DatabaseDown(str(error)) from error

    def close(self) -> None:
        """See `Database`."""
        self.connection.close()


class PostgresDatabase:
    """A PostgreSQL server, which several archive workers may share."""

    def __init__(self, place: str) -> None:
        import psycopg  # the extra `club-postgres`

        self._errors: Any = psycopg.Error
        self._place = place
        self._connect = psycopg.connect
        self._db: Any = self._open()
        self._is_inside = False
        """Whether a transaction is open: a connection that is lost in it is not opened again."""

    def _open(self) -> Any:
        try:
            return self._connect(self._place, autocommit=True, connect_timeout=10)
        except self._errors as error:
            raise DatabaseDown(str(error)) from error

    def execute(self, statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """See `Database`."""
        sql = statement.replace("{serial}", "BIGSERIAL PRIMARY KEY")
        sql = sql.replace("{lock}", " FOR UPDATE").replace("?", "%s")
        if self._db.closed and not self._is_inside:
            self._db = self._open()
        try:
            found = self._db.execute(sql, values)
        except self._errors as error:
            raise DatabaseDown(str(error)) from error
        return list(found.fetchall()) if found.description else []

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """See `Database`; a connection that was lost is opened again."""
        if self._db.closed:
            self._db = self._open()
        self._is_inside = True
        try:
            with self._db.transaction():
                yield
        except self._errors as error:
            raise DatabaseDown(str(error)) from error
        finally:
            self._is_inside = False

    def close(self) -> None:
        """See `Database`."""
        self._db.close()


def open_database(place: str) -> Database:
    """Open the database at a path, or at an address such as postgresql://user@host/name."""
    return PostgresDatabase(place) if place.startswith(POSTGRES) else SqliteDatabase(place)

"""Databases of an archive: each test of `database` runs over both."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from firmware_py.club.archive_database import Database, PostgresDatabase, SqliteDatabase
from tests.support.club_servers import needs_postgres, postgres

_numbers = count()


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a PostgreSQL."""
    with postgres(tmp_path_factory.mktemp("server")) as address:
        yield address


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=needs_postgres)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return where a new, empty database is."""
    if request.param == "sqlite":
        return str(tmp_path / "archive.db")
    server: str = request.getfixturevalue("postgres_server")
    name = f"club{next(_numbers)}"
    db = PostgresDatabase(server)
    db.execute(f"CREATE DATABASE {name}")
    db.close()
    return f"{server.removesuffix('/postgres')}/{name}"


@pytest.fixture
def database(place: str) -> Iterator[Database]:
    """Return a new, empty database."""
    is_file = not place.startswith("postgresql")
    db: Database = SqliteDatabase(place) if is_file else PostgresDatabase(place)
    yield db
    db.close()

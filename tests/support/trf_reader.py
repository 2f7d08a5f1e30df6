"""Reads FIDE's TRF16 by its columns, without any code of the product, and adds up its points."""

from __future__ import annotations

from typing import NamedTuple

WORTH = {"1": 1.0, "=": 0.5, "0": 0.0, "U": 1.0, "Z": 0.0, "-": 0.0}


class TrfPlayer(NamedTuple):
    """A line 001."""

    number: int
    name: str
    points: float
    rank: int
    rounds: tuple[tuple[int, str, str], ...]
    """Opponent, side and result of each round."""


def read_trf(text: str) -> tuple[dict[str, str], dict[int, TrfPlayer]]:
    """Return the lines of the head by their codes, and the players; fail if anything differs."""
    head: dict[str, str] = {}
    players: dict[int, TrfPlayer] = {}
    for line in text.splitlines():
        code = line[:3]
        if code != "001":
            assert line[3] == " "
            head[code] = line[4:]
            continue
        assert [line[at - 1] for at in (4, 9, 14, 48, 85)] == [" "] * 5
        assert not line[48:80].strip(), "no rating, federation, number or birthday"
        cells = []
        for at in range(91, len(line), 10):
            cell = line[at : at + 8]
            assert line[at - 2 : at] == "  "
            assert cell[4] == cell[6] == " "
            cells.append((int(cell[:4]), cell[5], cell[7]))
        player = TrfPlayer(
            int(line[4:8]), line[14:47].rstrip(), float(line[80:84]), int(line[85:89]), tuple(cells)
        )
        players[player.number] = player
    assert int(head["062"]) == len(players)
    for player in players.values():
        assert player.points == sum(WORTH[result] for _, _, result in player.rounds), player
        for at, (opponent, side, result) in enumerate(player.rounds):
            if opponent:
                back = players[opponent].rounds[at]
                assert back[0] == player.number
                assert side + back[1] in {"wb", "bw", "--"}
                assert WORTH[result] + WORTH[back[2]] == (0.0 if result == "-" else 1.0)
            else:
                assert side == "-"
                assert result in "UZ"
    by_rank = sorted(players.values(), key=lambda each: each.rank)
    assert [each.points for each in by_rank] == sorted((p.points for p in by_rank), reverse=True)
    return head, players

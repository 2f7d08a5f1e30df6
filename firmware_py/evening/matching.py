"""Pairs everybody at the least total cost: Edmonds' blossom algorithm with dual variables.

Every node has a label; an edge is tight when the labels of its ends equal its weight. Trees of
alternating edges grow from the free nodes along tight edges. Two trees that meet give a longer
matching; a tree that meets itself closes a blossom, an odd circle that then counts as one node.
When nothing is tight any more, all labels change by the smallest step that makes an edge tight.

     free o====o----o====o free       ==== tight, not matched      ---- matched
                                      exchanging them matches one pair more

About n³ steps for n nodes. Deterministic: the same costs give the same pairs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

OUTER, FREE, INNER = 0, -1, 1


class Pairs(NamedTuple):
    """The partner of each node, and how many edges were looked at."""

    partner: tuple[int, ...]
    steps: int


def least_cost_pairs(costs: Sequence[Sequence[int]]) -> Pairs:
    """Return the pairing of all nodes with the least sum of costs.

    `costs` is symmetric, with an even number of nodes and no negative entry.

    >>> least_cost_pairs([[0, 5, 1, 5], [5, 0, 5, 1], [1, 5, 0, 5], [5, 1, 5, 0]]).partner
    (2, 3, 0, 1)
    """
    count = len(costs)
    if count % 2:
        raise ValueError("an odd number of nodes cannot be paired")
    if not count:
        return Pairs((), 0)
    # The heaviest matching is complete if no sum of costs outweighs one pair more.
    high = (max(map(max, costs)) + 1) * count
    solver = _Matching([[2 * (high - cost) for cost in row] for row in costs])
    while solver.grow():
        pass
    return Pairs(tuple(solver.match[node] - 1 for node in range(1, count + 1)), solver.steps)


class _Matching:
    """Nodes are 1 to n; blossoms have higher numbers; 0 is none."""

    def __init__(self, weights: list[list[int]]) -> None:
        n = self.n = len(weights)
        size = self.top = n + n // 2 + 1
        self.steps = 0
        self.weight = [[0] * (n + 1), *([0, *row] for row in weights)]
        # The best edge between two nodes or blossoms, as its ends; None: there is none.
        self.edge: list[list[tuple[int, int] | None]] = [
            [None] * (size + 1) for _ in range(size + 1)
        ]
        for u in range(1, n + 1):
            for v in range(1, n + 1):
                self.edge[u][v] = (u, v) if u != v else None
        largest = max(map(max, self.weight))
        self.label = [0] + [largest // 2] * n + [0] * (size - n)
        self.match = [0] * (size + 1)
        self.slack = [0] * (size + 1)
        self.base = [*range(n + 1), *[0] * (size - n)]
        """The outermost blossom of each; 0 for a number that is not in use."""
        self.parent = [0] * (size + 1)
        self.state = [FREE] * (size + 1)
        self.seen = [0] * (size + 1)
        self.visit = 0
        self.inside: list[list[int]] = [[] for _ in range(size + 1)]
        """The circle of a blossom, beginning with the node that leads out of it."""
        self.holds = [[0] * (n + 1) for _ in range(size + 1)]
        """By blossom and node: the member of the circle that contains the node."""
        for u in range(1, n + 1):
            self.holds[u][u] = u
        self.queue: deque[int] = deque()

    def gap(self, edge: tuple[int, int]) -> int:
        """Return how far an edge is from being tight."""
        u, v = edge
        return self.label[u] + self.label[v] - self.weight[u][v]

    def note_slack(self, u: int, x: int) -> None:
        """Note the edge from node u to x if it is the nearest to being tight."""
        old = self.slack[x]
        edge, best = self.edge[u][x], self.edge[old][x] if old else None
        assert edge is not None
        if best is None or self.gap(edge) < self.gap(best):
            self.slack[x] = u

    def set_slack(self, x: int) -> None:
        self.slack[x] = 0
        for u in range(1, self.n + 1):
            if self.edge[u][x] and self.base[u] != x and self.state[self.base[u]] == OUTER:
                self.note_slack(u, x)

    def push(self, x: int) -> None:
        if x <= self.n:
            self.queue.append(x)
        else:
            for each in self.inside[x]:
                self.push(each)

    def set_base(self, x: int, base: int) -> None:
        self.base[x] = base
        for each in self.inside[x] if x > self.n else ():
            self.set_base(each, base)

    def turn_to(self, b: int, member: int) -> int:
        """Return the even distance of a member from the beginning of its circle."""
        circle = self.inside[b]
        place = circle.index(member)
        if place % 2:
            circle[1:] = circle[:0:-1]
            place = len(circle) - place
        return place

    def set_match(self, u: int, v: int) -> None:
        edge = self.edge[u][v]
        assert edge is not None
        self.match[u] = edge[1]
        if u <= self.n:
            return
        member = self.holds[u][edge[0]]
        place = self.turn_to(u, member)
        circle = self.inside[u]
        for each in range(place):
            self.set_match(circle[each], circle[each ^ 1])
        self.set_match(member, v)
        circle[:] = circle[place:] + circle[:place]

    def augment(self, u: int, v: int) -> None:
        """Exchange the edges on the way from u to the root of its tree."""
        while True:
            after = self.base[self.match[u]]
            self.set_match(u, v)
            if not after:
                return
            above = self.base[self.parent[after]]
            self.set_match(after, above)
            u, v = above, after

    def meeting(self, u: int, v: int) -> int:
        """Return where the ways to the roots meet, or 0 for two trees."""
        self.visit += 1
        while u or v:
            if u:
                if self.seen[u] == self.visit:
                    return u
                self.seen[u] = self.visit
                u = self.base[self.match[u]]
                u = self.base[self.parent[u]] if u else 0
            u, v = v, u
        return 0

    def close(self, u: int, meets: int, v: int) -> None:
        """Make the circle through u, v and where they meet a blossom."""
        b = next(each for each in range(self.n + 1, self.top + 1) if not self.base[each])
        self.label[b], self.state[b] = 0, OUTER
        self.match[b] = self.match[meets]
        left, right = self._way(u, meets), self._way(v, meets)
        circle = self.inside[b] = [meets, *reversed(left), *right]
        self.set_base(b, b)
        for x in range(1, self.top + 1):
            self.edge[b][x] = self.edge[x][b] = None
        self.holds[b] = [0] * (self.n + 1)
        for member in circle:
            for x in range(1, self.top + 1):
                edge, best = self.edge[member][x], self.edge[b][x]
                if edge and (best is None or self.gap(edge) < self.gap(best)):
                    self.edge[b][x], self.edge[x][b] = edge, self.edge[x][member]
            for x in range(1, self.n + 1):
                if self.holds[member][x]:
                    self.holds[b][x] = member
        self.set_slack(b)

    def _way(self, x: int, end: int) -> list[int]:
        way = []
        while x != end:
            y = self.base[self.match[x]]
            way += [x, y]
            self.push(y)
            x = self.base[self.parent[y]]
        return way

    def open(self, b: int) -> None:
        """Take an inner blossom apart whose label has become 0."""
        circle = self.inside[b]
        for each in circle:
            self.set_base(each, each)
        into = self.edge[b][self.parent[b]]
        assert into is not None
        member = self.holds[b][into[0]]
        place = self.turn_to(b, member)
        circle = self.inside[b]
        for each in range(0, place, 2):
            inner, outer = circle[each], circle[each + 1]
            edge = self.edge[outer][inner]
            assert edge is not None
            self.parent[inner] = edge[0]
            self.state[inner], self.state[outer] = INNER, OUTER
            self.slack[inner] = 0
            self.set_slack(outer)
            self.push(outer)
        self.state[member], self.parent[member] = INNER, self.parent[b]
        for each in circle[place + 1 :]:
            self.state[each] = FREE
            self.set_slack(each)
        self.base[b] = 0

    def found(self, edge: tuple[int, int]) -> bool:
        """Follow a tight edge; return whether it makes the matching longer."""
        u, v = self.base[edge[0]], self.base[edge[1]]
        if self.state[v] == FREE:
            self.parent[v], self.state[v] = edge[0], INNER
            after = self.base[self.match[v]]
            self.slack[v] = self.slack[after] = 0
            self.state[after] = OUTER
            self.push(after)
        elif self.state[v] == OUTER:
            meets = self.meeting(u, v)
            if not meets:
                self.augment(u, v)
                self.augment(v, u)
                return True
            self.close(u, meets, v)
        return False

    def grow(self) -> bool:
        """Match one pair more; return False when all are matched."""
        self.state = [FREE] * (self.top + 1)
        self.slack = [0] * (self.top + 1)
        self.queue.clear()
        for x in self._outermost():
            if not self.match[x]:
                self.parent[x], self.state[x] = 0, OUTER
                self.push(x)
        if not self.queue:
            return False
        while True:
            if self._follow_tight():
                return True
            self._change_labels()
            for x in range(1, self.top + 1):
                edge = self._nearest(x) if self.base[x] == x != self.base[self.slack[x]] else None
                if edge and not self.gap(edge) and self.found(edge):
                    return True
            for b in range(self.n + 1, self.top + 1):
                if self.base[b] == b and self.state[b] == INNER and not self.label[b]:
                    self.open(b)

    def _nearest(self, x: int) -> tuple[int, int] | None:
        return self.edge[self.slack[x]][x] if self.slack[x] else None

    def _outermost(self) -> list[int]:
        return [x for x in range(1, self.top + 1) if self.base[x] == x]

    def _follow_tight(self) -> bool:
        """Follow all edges that are tight; return whether one made the matching longer."""
        while self.queue:
            u = self.queue.popleft()
            if self.state[self.base[u]] == INNER:
                continue
            weight, label = self.weight[u], self.label
            for v in range(1, self.n + 1):
                if u == v or self.base[u] == self.base[v]:
                    continue
                self.steps += 1
                if label[u] + label[v] == weight[v]:
                    if self.found((u, v)):
                        return True
                else:
                    self.note_slack(u, self.base[v])
        return False

    def _change_labels(self) -> None:
        outermost = self._outermost()
        steps = [self.label[b] // 2 for b in outermost if b > self.n and self.state[b] == INNER]
        for x in outermost:
            edge = self._nearest(x)
            if edge and self.state[x] != INNER:
                self.steps += 1
                gap = self.gap(edge)
                steps.append(gap if self.state[x] == FREE else gap // 2)
        step = min(steps)
        for u in range(1, self.n + 1):
            self.label[u] -= self.sign(self.base[u]) * step
        for b in outermost:
            if b > self.n:
                self.label[b] += 2 * self.sign(b) * step
        self.queue.clear()

    def sign(self, x: int) -> int:
        """Return 1 for an outer node, -1 for an inner one, 0 for a free one."""
        return {OUTER: 1, INNER: -1}.get(self.state[x], 0)

"""Turns raw edges into presses, holds and turns: a state machine that gets the time from its
caller.

One machine for each button of each source:

             down                  hold_s passed
    UP ---------------> DOWN ----------------------> DONE   Held(1.0), once
     ^                   | |                          |
     |  up: Pressed      | | the knob turns           |
     +-------------------+ +------------------------> |     (the press is cancelled)
     +------------------------------------------------+     up: nothing

While DOWN, after `SHOW_S`, Held reports the progress every `STEP_S`; Held(0.0) cancels a reported
progress. There is no clock and no thread: the loop calls `due` at `deadline_s()`, when its inbox is
empty.

A contact of a stick (`Nudge`) turns when it closes, and repeats while it stays closed:

    UP --- down: Turned ---> DOWN --- REPEAT_AFTER_S passed: Turned, every REPEAT_S ---> ...

Only the first action of a stick counts, because a thumb that presses its middle also tilts it, and
one that pushes it to a side also presses its middle.

Only real buttons bounce, and only on real knobs fingers slip. So edges are debounced, and a turn
just after the knob's press is ignored, for `MECHANICAL` sources only; a key or a web page is exact.

>>> from hardware.events import Control, Edge
>>> gestures = Gestures(hold_s=0.7)
>>> gestures.feed(Edge(Control.KNOB, down=True, at_s=1.0), now_s=1.0)
[]
>>> gestures.feed(Edge(Control.KNOB, down=False, at_s=1.2), now_s=1.2)
[Pressed(control=<Control.KNOB: 'knob'>, source='box')]
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from hardware.errors import BadSetting
from hardware.events import Appeared, Control, Edge, Event, Held, Lost, Nudge, Pressed, Turned

SHOW_S = 0.25
STEP_S = 0.1
DEAF_AT_MOST_S = 1.0
REPEAT_AFTER_S = 0.4
REPEAT_S = 0.12
QUICK_AFTER = 8
QUICK_S = 0.06
"""After QUICK_AFTER repeats, every QUICK_S instead of REPEAT_S, for long lists."""
MECHANICAL = frozenset({"box", "pico"})

Key = tuple[str, str]


class _Button:
    """One button: the state of its contact, its debounced state, and the press in progress."""

    def __init__(self, edge: Edge | Nudge) -> None:
        self.key = _key_of(edge)
        self.source = edge.source
        self.control = edge.control if isinstance(edge, Edge) else Control.KNOB
        self.hold_control = (edge.hold if isinstance(edge, Edge) else None) or self.control
        self.steps = edge.steps if isinstance(edge, Nudge) else 0
        """The steps a contact of a stick turns by; 0 for a button."""
        self.repeats = 0
        self.contact_down = False
        self.contact_at_s = 0.0
        self.down = False
        self.deaf_until_s = float("-inf")
        self.down_at_s: float | None = None
        """When the press began; None without a press, or when it was held or cancelled."""
        self.next_at_s = 0.0
        self.shown = False
        self.turned = False

    def held(self, progress: float) -> Held:
        return Held(self.hold_control, progress, self.source)

    @property
    def is_bouncing(self) -> bool:
        """Whether the contact differs from the debounced state, which is decided at
        `deaf_until_s`.
        """
        return self.contact_down != self.down


class Gestures:
    """Turns `Edge` into `Pressed` and `Held`, and `Nudge` into `Turned`; passes on all other
    events.

    `hold_s` is the time to a hold, `debounce_s` the time during which a contact is ignored after a
    change, `turn_guard_s` the time during which turns are ignored after a press of the knob, and
    `mechanical` the sources that need the last two. Raise BadSetting for a time out of range.
    """

    def __init__(
        self,
        hold_s: float = 0.7,
        debounce_s: float = 0.02,
        turn_guard_s: float = 0.12,
        mechanical: Iterable[str] = MECHANICAL,
    ) -> None:
        self.hold_s = hold_s
        for name, value in (("debounce_s", debounce_s), ("turn_guard_s", turn_guard_s)):
            if not 0 <= value <= DEAF_AT_MOST_S:  # also refuses NaN
                raise BadSetting(f"{name} is {value!r}; give seconds, 0 to 1, such as 0.02")
        self._debounce_s = debounce_s
        self._turn_guard_s = turn_guard_s
        self._mechanical = frozenset(mechanical)
        self._buttons: dict[Key, _Button] = {}
        self._guarded_until_s: dict[str, float] = {}

    @property
    def hold_s(self) -> float:
        """The duration in seconds from which a press is a hold; may be set at any time."""
        return self._hold_s

    @hold_s.setter
    def hold_s(self, value: float) -> None:
        if not 0 < value < float("inf"):
            raise BadSetting(f"hold_s is {value!r}; give seconds, such as 0.7")
        self._hold_s = value

    def feed(self, event: Event, now_s: float) -> list[Event]:
        """Return the gestures that follow from an event."""
        match event:
            case Edge() | Nudge():
                return self._feed_edge(event, _time_of(event, now_s))
            case Turned():
                return self._feed_turn(event, _time_of(event, now_s))
            case Appeared() | Lost():
                return [*self._forget(event.source), event]
            case _:
                return [event]

    def due(self, now_s: float) -> list[Event]:
        """Return the gestures that follow from the time that has passed."""
        events: list[Event] = []
        for button in list(self._buttons.values()):
            events += self._settle(button, now_s)
            if button.steps:
                events += self._repeat(button, now_s)
                self._drop_if_idle(button, now_s)
                continue
            events += self._hold(button, now_s)
            if button.down_at_s is not None and now_s >= button.next_at_s:
                events.append(self._show(button, now_s))
            self._drop_if_idle(button, now_s)
        return events

    def deadline_s(self) -> float | None:
        """Return when to call `due` next; None: not before the next event."""
        times = []
        for button in self._buttons.values():
            if button.is_bouncing:
                times.append(button.deaf_until_s)
            if button.down_at_s is not None and button.steps:
                times.append(button.next_at_s)
            elif button.down_at_s is not None:
                times.append(min(button.next_at_s, button.down_at_s + self._hold_s))
        return min(times, default=None)

    def _feed_edge(self, edge: Edge | Nudge, at_s: float) -> list[Event]:
        button = self._buttons.setdefault(_key_of(edge), _Button(edge))
        events = self._settle(button, at_s)
        button.contact_down = edge.down
        button.contact_at_s = at_s
        if at_s >= button.deaf_until_s:
            events += self._settle(button, at_s)
        self._drop_if_idle(button, at_s)
        return events

    def _feed_turn(self, turn: Turned, at_s: float) -> list[Event]:
        events: list[Event] = []
        pressed = turn.pressed
        for button in self._buttons.values():
            if button.source == turn.source and button.down and not button.steps:
                events += self._hold(button, at_s)
                button.turned = True
                events += self._cancel(button)
                pressed = pressed or button.control is Control.KNOB
        if at_s < self._guarded_until_s.get(turn.source, float("-inf")):
            return events
        return [*events, turn._replace(pressed=pressed)]

    def _settle(self, button: _Button, now_s: float) -> list[Event]:
        """Accept the state of the contact, once the bouncing after its last change is over."""
        if not button.is_bouncing or now_s < button.deaf_until_s:
            return []
        at_s = button.contact_at_s
        button.down = button.contact_down
        if button.source in self._mechanical:
            button.deaf_until_s = at_s + self._debounce_s
        if button.steps:
            return self._nudge(button, at_s) if button.down else self._let_go(button)
        return self._press(button, at_s) if button.down else self._release(button, at_s)

    def _nudge(self, button: _Button, at_s: float) -> list[Event]:
        """Turn by a contact of a stick; a contact closed earlier stops repeating."""
        for other in self._stick(button.source):
            self._let_go(other)
        knob = self._buttons.get((button.source, Control.KNOB))
        is_pressed = knob is not None and knob.down
        if is_pressed or at_s < self._guarded_until_s.get(button.source, float("-inf")):
            return []
        button.down_at_s = at_s
        button.next_at_s = at_s + REPEAT_AFTER_S
        button.repeats = 0
        return [Turned(button.steps, button.source, at_s)]

    def _let_go(self, button: _Button) -> list[Event]:
        button.down_at_s = None
        return []

    def _repeat(self, button: _Button, now_s: float) -> list[Event]:
        """Repeat the turn once, even after a long delay, so that a slow loop does not overshoot."""
        if button.down_at_s is None or now_s < button.next_at_s:
            return []
        button.repeats += 1
        button.next_at_s = now_s + (QUICK_S if button.repeats >= QUICK_AFTER else REPEAT_S)
        return [Turned(button.steps, button.source, now_s)]

    def _stick(self, source: str) -> list[_Button]:
        """Return the contacts of a source's stick that are turning."""
        return [
            each
            for each in self._buttons.values()
            if each.source == source and each.steps and each.down_at_s is not None
        ]

    def _press(self, button: _Button, at_s: float) -> list[Event]:
        if button.control is Control.KNOB and self._stick(button.source):
            return []  # the stick was pushed to a side with force
        button.down_at_s = at_s
        button.next_at_s = at_s + SHOW_S
        button.shown = False
        button.turned = False
        return []

    def _release(self, button: _Button, at_s: float) -> list[Event]:
        events = self._hold(button, at_s)
        was_pressed = button.down_at_s is not None
        events += self._cancel(button)
        if was_pressed:
            events.append(Pressed(button.control, button.source))
        is_slippery = button.control is Control.KNOB and button.source in self._mechanical
        if is_slippery and not button.turned:
            self._guarded_until_s[button.source] = at_s + self._turn_guard_s
        return events

    def _hold(self, button: _Button, now_s: float) -> list[Event]:
        if button.down_at_s is None or now_s < button.down_at_s + self._hold_s:
            return []
        button.down_at_s = None
        button.shown = False
        return [button.held(1.0)]

    def _show(self, button: _Button, now_s: float) -> Held:
        assert button.down_at_s is not None
        button.shown = True
        while button.next_at_s <= now_s:
            button.next_at_s += STEP_S
        return button.held((now_s - button.down_at_s) / self._hold_s)

    def _cancel(self, button: _Button) -> list[Event]:
        was_shown = button.shown
        button.down_at_s = None
        button.shown = False
        return [button.held(0.0)] if was_shown else []

    def _forget(self, source: str) -> list[Event]:
        """Cancel the presses of a source that went away or restarted."""
        events: list[Event] = []
        for key in [key for key in self._buttons if key[0] == source]:
            events += self._cancel(self._buttons.pop(key))
        self._guarded_until_s.pop(source, None)
        return events

    def _drop_if_idle(self, button: _Button, now_s: float) -> None:
        if not button.down and not button.is_bouncing and now_s >= button.deaf_until_s:
            self._buttons.pop(button.key, None)


class Acceleration:
    """Multiplies the steps of a knob that is turned fast, for long lists."""

    WITHIN_S = 0.05
    DETENTS = 3
    FACTOR = 4

    def __init__(self) -> None:
        self._recent: deque[tuple[float, int]] = deque()

    def factor(self, steps: int, at_s: float) -> int:
        """Return the factor for the steps of this turn, 1 or 4."""
        if self._recent and (self._recent[-1][1] > 0) != (steps > 0):
            self._recent.clear()
        self._recent.append((at_s, steps))
        while at_s - self._recent[0][0] > self.WITHIN_S:
            self._recent.popleft()
        return self.FACTOR if abs(sum(n for _, n in self._recent)) >= self.DETENTS else 1


def _key_of(edge: Edge | Nudge) -> Key:
    """Return a key that is unique for each contact."""
    return edge.source, edge.control if isinstance(edge, Edge) else edge.key


def _time_of(event: Edge | Nudge | Turned, now_s: float) -> float:
    """Return when the event happened, at most `now_s`; a turn may have no time."""
    return min(event.at_s, now_s) if event.at_s > 0 else now_s

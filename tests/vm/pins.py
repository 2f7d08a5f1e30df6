"""The two ways to read pins: through gpiod, which the box uses by itself, and through lgpio."""

from __future__ import annotations

from cuts import step_on
from stage import SERVICE_S, Stage, check, check_rows

CONFIGURATION = "/etc/tablemate.toml"
BEFORE = f"{CONFIGURATION}.before"
MOVES = 3
LOADED = (
    "grep -Eo '(_lgpio|gpiod/_ext)' /proc/$(systemctl show tablemate --value -p MainPID)/maps"
    " | sort -u"
)
"""Which library the running program has, whatever its configuration says."""


def use_both(stage: Stage) -> str:
    """A few moves through the knob with each of them; every picture is the twin's."""
    machine = stage.machine
    machine.run("cp", CONFIGURATION, BEFORE)
    seen = []
    for name in ("gpiod", "lgpio"):
        machine.ask("write", path=CONFIGURATION, text=f'[controls]\npin_factory = "{name}"\n')
        machine.run("systemctl", "restart", "tablemate", limit_s=SERVICE_S)
        stage.meet()
        loaded = machine.run("sh", "-c", LOADED)
        check(name in loaded and len(loaded.split()) == 1, f"with {name} it has loaded: {loaded}")
        inputs, equal, repeated = stage.tally.inputs, stage.tally.equal, stage.tally.repeated
        hands = stage.pair
        for _ in range(MOVES):
            step_on(hands)
        hands.press("why")
        hands.press("back")
        check_rows(stage.rows(), hands.twin.rows)
        tally = stage.tally
        seen.append(
            f"{name}: {MOVES} moves, {tally.inputs - inputs} inputs, {tally.equal - equal} "
            f"pictures equal, 0 different, {tally.repeated - repeated} inputs repeated"
        )
    machine.run("mv", BEFORE, CONFIGURATION)
    machine.run("systemctl", "restart", "tablemate", limit_s=SERVICE_S)
    stage.meet()
    return "; ".join(seen)

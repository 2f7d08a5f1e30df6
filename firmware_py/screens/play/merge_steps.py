"""Steps that are alike, in one sentence."""

from __future__ import annotations

from collections.abc import Callable

from engines.engine import Fact, Message


def in_few_words(work: list[Message], has_sentence: Callable[[str], bool]) -> list[Message]:
    """Merge steps that are alike where the game has a sentence for all of them (`<code>.all`).

    Of the facts in which they differ one becomes a list: the one that leaves the fewest sentences.
    """
    said: dict[object, Message] = {}
    for message in work:
        every = f"{message.code}.all"
        alike = [each for each in work if each.code == message.code]
        if not has_sentence(every) or not message.facts:
            said[len(said)] = message
            continue
        listed = min(message.facts, key=lambda fact: len({_rest(each, fact) for each in alike}))
        rest = _rest(message, listed)
        together = [each for each in alike if _rest(each, listed) == rest]
        facts = {**message.facts, listed: tuple(each.facts[listed] for each in together)}
        said.setdefault((every, rest), Message(every, facts) if len(together) > 1 else message)
    return list(said.values())


def _rest(message: Message, left_out: str) -> tuple[tuple[str, Fact], ...]:
    """Return the facts of a message but one."""
    return tuple((name, fact) for name, fact in message.facts.items() if name != left_out)

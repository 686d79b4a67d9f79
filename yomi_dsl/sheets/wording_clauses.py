"""Clauses and how they join: "pay 2 coins and draw 1 card", "draw 1 card. Then ..."."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from yomi_dsl.sheets.grammar import OPPONENT, Noun, spoken


@attrs.frozen
class Clause:
    """Something done. ``base`` and ``third`` are the verb and what follows, for the two agreements.

    subject  who does it; None where ``base`` is a whole clause by itself
    order    said as an order where the subject is "you"
    heavy    it holds conditions or choices of its own, so that nothing may follow it in its sentence
    """

    subject: Noun | None
    base: str
    third: str = ""
    order: bool = True
    heavy: bool = False

    @property
    def verb(self) -> str:
        if self.subject is None or self.subject.kind in ("you", "many"):
            return self.base
        verb = self.third or self.base
        return verb.replace(OPPONENT.possessive, "their") if self.subject.text == OPPONENT.text else verb

    @property
    def lead(self) -> str:
        """The subject as it stands in front, empty for an order."""
        if self.subject is None or (self.subject.kind == "you" and self.order):
            return ""
        return self.subject.text

    @property
    def text(self) -> str:
        return f"{self.lead} {self.verb}".strip()


def whole(text: str, heavy: bool = False) -> Clause:
    """A clause that brings its own subject."""
    return Clause(None, text, heavy=heavy)


def inline(clauses: Sequence[Clause]) -> str:
    """All clauses as one phrase that can stand inside a sentence."""
    if any(clause.heavy for clause in clauses[:-1]):  # what follows would seem to hang on its condition
        return "do this in order: " + "; ".join(f"({i}) {inline([c])}" for i, c in enumerate(clauses, 1))
    groups = _groups(clauses)
    named = bool(groups) and bool(groups[0][0].lead)
    parts = [_phrase(group, named and i > 0) for i, group in enumerate(groups)]
    return ", then ".join(parts) if len(parts) > 2 else ", and ".join(parts)


def sentences(clauses: Sequence[Clause], lead: str = "") -> list[str]:
    """The clauses as sentences after a lead such as "After ...,": a heavy one ends its sentence."""
    out: list[str] = []
    rest: list[Clause] = []
    for clause in clauses:
        if clause.heavy and rest and not out:
            out.append(inline(rest))
            rest = []
        rest.append(clause)
        if clause.heavy:
            out.append(inline(rest))
            rest = []
    if rest:
        out.append(inline(rest))
    return [f"{lead}{out[0]}", *(f"Then {_small(text)}" for text in out[1:])] if out else []


def steps(clauses: Sequence[Clause]) -> list[str]:
    """The clauses as one order after another: "Draw 3 cards. Then flip ..."."""
    texts = [clause.text for clause in clauses]
    return [f"Then {_small(t)}" if i and i == len(texts) - 1 else t for i, t in enumerate(texts)]


def _small(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


def _groups(clauses: Sequence[Clause]) -> list[list[Clause]]:
    """Neighbours with one subject."""
    out: list[list[Clause]] = []
    for clause in clauses:
        if out and not out[-1][-1].heavy and _one_subject(out[-1][-1], clause):
            out[-1].append(clause)
        else:
            out.append([clause])
    return out


def _one_subject(a: Clause, b: Clause) -> bool:
    return a.subject is not None and b.subject is not None and not b.heavy and a.lead == b.lead


def _phrase(group: Sequence[Clause], named: bool) -> str:
    """One subject and what it does; beside others, an order needs its "you"."""
    subject = group[0].subject
    lead = subject.text if named and subject is not None else group[0].lead
    return f"{lead} {spoken([clause.verb for clause in group])}".strip()

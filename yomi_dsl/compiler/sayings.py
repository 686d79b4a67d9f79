"""What declarations say of themselves: the braces in it, and the roles that should be in braces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from yomi_dsl import ir
from yomi_dsl.diagnostics import suggest

if TYPE_CHECKING:
    from yomi_dsl.compiler.flow import Whole

IN_SENTENCES = frozenset("aiovx")
"""Letters that stand alone in a sentence: "a card", "2 x 3"."""
HOLE = re.compile(r"\{([^{}]*)\}")


def templates(whole: Whole) -> None:
    """The holes of a says are the roles of what says it."""
    told: list[tuple[str, set[str], ir.At | None]] = []
    for action in whole.game.actions:
        told.append((action.says, {"doer", *(r.name for r in action.roles)}, action.at))
    for keyword in whole.game.keywords:
        told.append((keyword.says, {n for n, _ in keyword.params}, keyword.at))
    told += [(x.says, set(), x.at) for x in whole.game.statuses]
    told += [(x.says, set(x.proc.names[: len(x.subjects)]), x.at) for x in whole.game.values]
    told += [(x.says, set(), x.at) for x in whole.game.tallies]
    for contest in whole.game.contests:
        told.append((contest.says, {"mine", "theirs"} | set(contest.rows[0].names[:2] if contest.rows else ()), contest.at))
    for says, known, at in told:
        for hole in HOLE.findall(says):
            if hole not in known:
                help = (suggest(hole, known) if known else "it has no roles: leave the braces out")
                place = whole.hole(hole, at) if at else None
                whole.bag.add("E0416", f'"{{{hole}}}" is no role here', place, "nothing fills these braces", help)
        for role in bare_roles(says, known):
            whole.report("E0416", f'"{role}" stands without braces in what this says', at, "", f'write "{{{role}}}"')


def bare_roles(says: str, known: set[str]) -> list[str]:
    """Roles that a text names as a word: those that are no words of a sentence, or stand in other brackets."""
    said = HOLE.sub("{}", says)
    words = {role for role in known if re.search(rf"(?<![\w'’]){re.escape(role)}(?![\w'’])", said)}
    odd = {role for role in words if (len(role) == 1 and role not in IN_SENTENCES) or f"({role})" in says}
    odd |= {"doer"} if re.match(r"doer\b", says) and "doer" in known else set()
    return sorted(role for role in odd if f"{{{role}}}" not in says)

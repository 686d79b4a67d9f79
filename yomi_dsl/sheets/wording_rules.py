"""What stands in force as sentences: rules, modifiers, rows of a contest, granted keywords, unnamed statuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from yomi_dsl import ir
from yomi_dsl.sheets.grammar import YOU, Noun, fill, listed
from yomi_dsl.sheets.text import clean
from yomi_dsl.sheets.wording_clauses import Clause, sentences, whole
from yomi_dsl.sheets.wording_effects import REMINDER, UNNAMED, clauses
from yomi_dsl.sheets.wording_filters import every, kind
from yomi_dsl.sheets.wording_modifiers import again, alike, modifiers
from yomi_dsl.sheets.wording_patterns import Pattern, pattern
from yomi_dsl.sheets.wording_scene import Scene, literal, nodes, noun, test, verb
from yomi_dsl.sheets.wording_values import during, span

Known = Mapping[str, Noun]
_NONE: Known = {}


def statics(scene: Scene, items: Sequence[ir.Static], known: Known = _NONE) -> list[str]:
    """Everything that a body puts in force, one sentence each, neighbours of one subject in one."""
    out: list[str] = []
    before: list[list[ir.Modifier]] = []
    for group in _grouped(items):
        first = group[0]
        if isinstance(first, ir.Modifier):
            changes = [m for m in group if isinstance(m, ir.Modifier)]
            out.append(modifiers(scene, changes, known, any(again(changes, other) for other in before)))
            before.append(changes)
        elif isinstance(first, ir.Rule):
            out += _rule(scene, first, known)
        elif isinstance(first, ir.Row):
            out.append(_row(scene, first, known))
        else:
            out.append(_grant(scene, first, known))
    return out


def _grouped(items: Sequence[ir.Static]) -> list[list[ir.Static]]:
    out: list[list[ir.Static]] = []
    for item in items:
        if out and alike(out[-1][-1], item):
            out[-1].append(item)
        else:
            out.append([item])
    return out


# ---- rules -----------------------------------------------------------------------------------------------------------


def _rule(scene: Scene, rule: ir.Rule, known: Known) -> list[str]:
    inner = scene.enter(rule.proc.names, known, rule.at)
    limit = _limit(inner, rule.limit)
    if not rule.action:
        return _body(inner, rule, limit + _edge(inner, rule))
    found = pattern(inner, rule)
    conditions = list(found.tests)
    if found.where is not None:
        conditions.append(test(found.scene, found.where))
    if rule.timing == "instead":
        return _instead(found, limit, conditions)
    return _body(found.scene, rule, f"{limit}{_when(found)}, {_if(conditions)}")


def _edge(scene: Scene, rule: ir.Rule) -> str:
    if rule.span is not None:
        edge = span(scene, rule.span)
        lead = f"at {edge}" if rule.span.until else f"at the {rule.timing} of {edge}"
        return f"{lead}, {_if([test(scene, rule.where)] if rule.where is not None else [])}"
    return f"as soon as {test(scene, rule.where)}, " if rule.where is not None else ""


def _when(found: Pattern) -> str:
    if found.is_phase:
        return f"at the {'start' if found.rule.timing == 'before' else 'end'} of {found.phase}"
    # words such as "at the end of each turn" tell the moment themselves
    return found.text if found.text.startswith("at ") else f"{found.rule.timing} {found.text}"


def _if(conditions: Sequence[str]) -> str:
    return f"if {listed(conditions)}, " if conditions else ""


def _limit(scene: Scene, limit: ir.Limit | None) -> str:
    """How often a rule may answer: "once per turn, ", "at most 2 times per turn, "."""
    if limit is None:
        return ""
    often = "once" if literal(limit.count) == 1 else f"at most {noun(scene, limit.count).text} times"
    return f"{often} per {scene.lex.bare(limit.per)}, "


def _body(scene: Scene, rule: ir.Rule, lead: str) -> list[str]:
    said = clauses(scene, rule.proc.body)  # type: ignore[arg-type]
    return sentences(said, lead) if said else [f"{lead}nothing happens"]


def _instead(found: Pattern, limit: str, conditions: Sequence[str]) -> list[str]:
    """In place of an event, or around it where it goes on."""
    rule = found.rule
    said = clauses(found.scene, rule.proc.body)  # type: ignore[arg-type]
    if not said:
        return [limit + _if(conditions) + _nothing(found)]
    if found.is_phase:
        return sentences(said, f"{limit}{_if(conditions)}instead of {found.phase}, ")
    if any(isinstance(node, ir.Proceed) for node in nodes(rule.proc.body)):
        return sentences(said, f"{limit}when {found.would}, {_if(conditions)}")
    also = f", and {listed(conditions)}" if conditions else ""
    return sentences(said, f"{limit}if {found.would}{also}, instead ")


def _nothing(found: Pattern) -> str:
    """An event replaced by nothing."""
    if found.is_phase:
        if found.nouns.get("doer") is None:
            return f"{found.phase} is skipped"
        own = "your" if found.doer.kind == "you" else "their"
        return f"{found.doer.text} {verb(found.doer, 'skip', 'skips')} {own} {found.scene.lex.bare(found.rule.action)}"
    return f"{found.doer.text} {verb(found.doer, 'do', 'does')} not {found.order}"


# ---- rows and grants -----------------------------------------------------------------------------------------------


def _row(scene: Scene, row: ir.Row, known: Known) -> str:
    """A row on top of a contest, in the contest's own words: "your red cards beat ..."."""
    first, second = row.names[:2]
    inner = scene.enter(row.names, {**known, first: Noun("yours", "many"), second: Noun("the other")}, row.at)
    mine, theirs = every(inner, row.mine), kind(inner, row.theirs)
    many = Noun(theirs.many or theirs.text, "many")
    where = f" if {test(inner, row.where)}" if row.where is not None else ""
    contest = inner.lex.contests.get(row.contest)
    if contest is None or row.tie or not contest.says:
        word = contest.tie_name if contest is not None and row.tie else row.contest
        return f"each of {mine.text.removeprefix('all ')} {clean(word)} {many.text}{where}"
    return fill(clean(contest.says), {first: mine, second: many}) + where


def _grant(scene: Scene, grant: ir.Grant, known: Known) -> str:
    inner = scene.enter(grant.names, known, grant.at)
    subject = every(inner, grant.filter)
    words = ". ".join(text.removesuffix(".") for text in keyword(inner, grant.ability, known))
    return f'{subject.text} {verb(subject, "have", "has")} "{words}"'


def keyword(scene: Scene, ability: ir.Ability, known: Known = _NONE) -> list[str]:
    """A keyword's reminder with its parameters filled in; without one, what it puts in force."""
    if not ability.says:
        return statics(scene, ability.items, known)
    says = clean(ability.says)
    nouns: dict[str, Noun | None] = {name: noun(scene, value) for name, value in ability.args}
    return [fill(says, nouns)]


# ---- unnamed statuses ------------------------------------------------------------------------------------------------


def _unnamed(scene: Scene, mark: ir.Mark, status: ir.Status) -> list[Clause]:
    """What an unnamed status does, seen from its holder, and for how long: "this turn, ..."."""
    when = mark.span or status.span
    said = _seen_from_holder(scene, mark, status)
    return [whole(f"{during(scene, when)}, {said}" if when is not None else said, heavy=True)]


def _seen_from_holder(scene: Scene, mark: ir.Mark, status: ir.Status) -> str:
    known = {name: noun(scene, value) for name, value in zip(status.captures, mark.captures, strict=False)}
    if mark.holder is not None:
        known["you" if status.holder == "player" else "this"] = noun(scene, mark.holder)
    known.setdefault("you", YOU)
    said = statics(scene, status.items, known)
    return "; ".join(text[:1].lower() + text[1:] if i else text for i, text in enumerate(said))


def _reminder(scene: Scene, mark: ir.Mark, status: ir.Status) -> str:
    """What a status will do that is yet to come, in brackets: when it comes, the card that gave it may be gone."""
    when = mark.span or status.span
    if when is None or when.start != "next" or not status.items:
        return ""
    if any(isinstance(node, ir.Mark) for node in nodes(status.items)):  # it might speak of itself
        return ""
    return f" ({_seen_from_holder(scene, mark, status)})"


UNNAMED.append(_unnamed)
REMINDER.append(_reminder)

"""Does the text of a card say all that its IR does? A check of the wording, node by node, with rules of its own.

Every number must stand in the text as often as in the IR; every rule, choice, limit and span must show its own word;
and whatever is named (a zone, a status, a word of a set, an action) must be named. Reminder texts, written by a
designer, are held to the numbers of what their keyword does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import attrs

from yomi_dsl import ir
from yomi_dsl.sheets.grammar import SPELT
from yomi_dsl.sheets.lexicon import Lexicon, lexicon
from yomi_dsl.sheets.text import TIE, bare_text
from yomi_dsl.sheets.wording import ability_text
from yomi_dsl.sheets.wording_scene import Scene, literal, same

_ONE = r"\b(a|an|one|once|1)\b"
_TIMINGS = {
    "before": r"\b(before|at the start of)\b",
    "after": r"\b(after|at the end of)\b",
    "instead": r"\b(instead|would|skips?|skipped|do(es)? not)\b",
    "soon": r"\bas soon as\b",
    "start": r"\bat the start of\b",
    "end": r"\bat the end of\b",
}
_MODES = {"may": r"\bmay\b", "keep": r"\b(any number of times|times|once|repeatedly)\b"}
_EFFECTS = {
    ir.If: r"\bif\b",
    ir.Together: r"\bat the same time\b",
    ir.EachPlayer: r"\beach player\b",
    ir.ForEach: r"\bfor each\b",
    ir.Proceed: r"\bthat happens\b",
    ir.End: r"\bends\b",
    ir.Finish: r"\b(wins?|loses?|tie)\b",
    ir.Move: r"\bmoves?\b",
    ir.Shuffle: r"\bshuffles?\b",
    ir.Change: r"\b(raises?|lowers?|sets?|makes? it \d+ (more|less))\b",
    ir.Flip: r"\bflips?\b",
    ir.Reveal: r"\breveals?\b",
    ir.Roll: r"\brolls?\b",
    ir.AtRandom: r"\brandom\b",
    ir.Sealed: r"\bin secret\b",
    ir.TakeTurns: r"\btake turns\b",
    ir.Options: r"\b(may|chooses? one)\b",
    ir.Limit: r"\bper\b",
}


def audit(game: ir.Game, card: ir.Card) -> list[str]:
    """What the text of a card leaves out, in words; empty if nothing."""
    found = []
    for face in card.faces:
        for ability in face.abilities:
            text = " ".join(ability_text(Scene(lexicon(game), card.at), ability))
            found += [f"{card.id}: {what}" for what in audit_text(game, ability, text)]
    return found


def audit_text(game: ir.Game, ability: ir.Ability, text: str) -> list[str]:
    """What a text leaves out of one ability."""
    plain = bare_text(text).replace(TIE, " ").lower()
    if ability.kind == "keyword" and ability.says:
        return _reminder(lexicon(game), ability, plain)
    tree: tuple[Any, ...] = (*ability.items, *([ability.proc] if ability.proc is not None else []))
    return _missing(lexicon(game), tree, plain)


def _missing(lex: Lexicon, tree: Any, text: str) -> list[str]:
    nodes = list(_walk(lex, tree))
    wanted = Counter(str(abs(number)) for number in _numbers(nodes))
    sided = re.sub(r"\b(\w+)-sided", lambda m: str(SPELT.index(m[1])) if m[1] in SPELT else m[1], text)
    printed = Counter(re.findall(r"(?<![\w.])\d+", sided))
    out = [f"the number {number} is missing" for number in (wanted - printed)]
    patterns = Counter(pattern for node in nodes for pattern in _patterns(node))
    patterns.update({_any(words): 1 for node in nodes for words in _names(lex, node)})
    return out + [f"nothing says {pattern}" for pattern, n in patterns.items() if len(re.findall(pattern, text)) < n]


def _reminder(lex: Lexicon, ability: ir.Ability, text: str) -> list[str]:
    """A designer's text: the arguments as they are, and the numbers of the body in digits or letters."""
    out = _missing(lex, tuple(value for _, value in ability.args), text)
    nodes = list(_walk(lex, ability.items))
    # "any number" says all the numbers that may be chosen
    free = (
        {id(n) for node in nodes if isinstance(node, ir.AnyOf) for n in node.numbers} if "any number" in text else set()
    )
    for number in dict.fromkeys(_numbers(node for node in nodes if id(node) not in free)):
        spelt = f"|{SPELT[number]}" if 1 < number < len(SPELT) else ""
        pattern = _ONE if number == 1 else rf"\b({number}{spelt})\b"
        if number > 0 and not re.search(pattern, text):
            out.append(f"the reminder lacks the number {number}")
    return out


# ---- what a tree holds ---------------------------------------------------------------------------------------------


def _walk(lex: Lexicon, tree: Any) -> Iterator[Any]:
    """Every node that the text has to show. Unnamed statuses are part of the card that gives them."""
    if isinstance(tree, tuple):
        for part in tree:
            yield from _walk(lex, part)
    elif attrs.has(type(tree)) and not isinstance(tree, ir.At):
        yield tree
        yield from _walk(lex, tuple(_shown(lex, tree)))


def _shown(lex: Lexicon, node: Any) -> Iterator[Any]:
    """The parts of a node, without those that words need not repeat."""
    if isinstance(node, ir.Mark):
        status = lex.statuses.get(node.status)
        usual = status is not None and status.named and (node.span is None or same(node.span, status.span))
        yield from (node.holder, node.captures)
        if status is None or status.named:
            yield None if usual else node.span
        else:
            yield from (node.span or status.span, status.items)
    elif isinstance(node, ir.Grant):
        yield from (node.filter, tuple(value for _, value in node.ability.args))
    elif isinstance(node, ir.Span | ir.Ask | ir.Limit):
        yield from _beside_counts(node)
    elif isinstance(node, ir.Repeat):
        yield from (node.until, node.body, None if literal(node.times) == 1 else node.times)
    elif isinstance(node, ir.Op) and node.op == "neg":
        yield from node.args
    else:
        yield from (getattr(node, field.name) for field in attrs.fields(type(node)))


def _beside_counts(node: ir.Span | ir.Ask | ir.Limit) -> Iterator[Any]:
    """A count of one is said by an article or "once"; a choice of n says n once."""
    if isinstance(node, ir.Ask):
        counts = dict.fromkeys(n for n in (literal(node.low), literal(node.high)) if n is not None and n > 0)
        yield node.source
        yield from (ir.Lit(n) for n in counts if n != 1 or len(counts) > 1)
    elif literal(node.count) != 1:
        yield node.count
    if isinstance(node, ir.Span):
        yield node.whose


def _numbers(nodes: Any) -> list[int]:
    return [number for node in nodes if isinstance(node, ir.Lit) and (number := literal(node)) is not None]


# ---- what a node must show -----------------------------------------------------------------------------------------


def _patterns(node: Any) -> list[str]:
    """Regular expressions that the text must match, once for each node that asks for it."""
    if type(node) in _EFFECTS:
        return [_EFFECTS[type(node)]]
    if isinstance(node, ir.Rule):
        return [
            _TIMINGS[node.timing],
            *([_condition(node.where)] if node.where is not None and node.timing != "soon" else []),
        ]
    if isinstance(node, ir.Choose):
        return [_MODES[node.mode]] if node.mode in _MODES else []
    if isinstance(node, ir.Span):
        return [r"\buntil\b|\bat the end of\b"] if node.until else [r"\bnext\b"] if node.start == "next" else []
    return []


def _condition(where: ir.Value) -> str:
    """A condition has its own word, apart from a number that is asked in its place: "for more than 2"."""
    bound = (
        isinstance(where, ir.Op)
        and len(where.args) == 2
        and isinstance(where.args[0], ir.Local)
        and literal(where.args[1]) is not None
    )
    return r"\bif\b|\band\b" + (r"|\b(more|less) than \d|\d or (more|less)\b" if bound else "")


def _any(words: list[str]) -> str:
    return "|".join(re.escape(word.lower()) for word in words if word)


def _names(lex: Lexicon, node: Any) -> list[list[str]]:
    """The words for what a node names, each as a list of ways to say it."""
    if isinstance(node, ir.IsWord):
        labels = node.label.split("/") if node.label else node.words
        return [[lex.bare(label), lex.noun(label).many] for label in labels]
    if isinstance(node, ir.WordLit):
        declared = lex.sets.get(node.set)
        return [[lex.bare(node.word), dict(declared.says).get(node.word, "") if declared else ""]]
    if isinstance(node, ir.IsKeyword):
        return [[node.keyword]]
    if isinstance(node, ir.IsNamed | ir.Zone | ir.Tally | ir.Attr):
        return [[lex.tally(node.name) if isinstance(node, ir.Tally) else lex.bare(node.name)]]
    if isinstance(node, ir.Has | ir.IsStatus | ir.Mark | ir.Unmark):
        status = lex.statuses.get(node.status)
        return [[status.says or status.name]] if status is not None and status.named else []
    if isinstance(node, ir.Do):
        return _verb(lex, node)
    return []


def _verb(lex: Lexicon, do: ir.Do) -> list[list[str]]:
    """An action shows the first words of its template that are not a hole."""
    action = lex.actions.get(do.action)
    pieces = re.findall(r"[^\s{}]+(?![^{]*\})", action.says) if action is not None else []
    return [pieces[0].split("/")] if pieces else []

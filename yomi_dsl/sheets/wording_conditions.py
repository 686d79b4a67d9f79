"""Values as conditions: "this is in your hand", "your ... is 10 or less", in whatever words the game declares."""

from __future__ import annotations

from itertools import pairwise

from yomi_dsl import ir
from yomi_dsl.sheets.grammar import IT, Noun, fill, holes, listed
from yomi_dsl.sheets.text import clean
from yomi_dsl.sheets.wording_filters import among, flag_words, kind, places, status_words, value_words
from yomi_dsl.sheets.wording_scene import Scene, be, have, literal, noun, same, test, tests, verb

COMPARED = {
    "=": "{}", "!=": "not {}", "<": "less than {}", "<=": "{} or less", ">": "more than {}", ">=": "{} or more",
}  # fmt: skip
_COUNTED = {
    "=": "exactly {}", "!=": "not {}", "<": "fewer than {}", "<=": "{} or fewer", ">": "more than {}", ">=": "{} or more",
}  # fmt: skip
_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def compared(op: str, than: str) -> str:
    """A comparison: "5 or more", "less than 3"."""
    return COMPARED[op].format(than)


@tests(ir.Lit)
def _lit(scene: Scene, lit: ir.Lit, holds: bool) -> str:
    return "always" if bool(lit.value) == holds else "never"


@tests(ir.Op)
def _op(scene: Scene, op: ir.Op, holds: bool) -> str:
    if op.op == "not":
        return test(scene, op.args[0], not holds)
    if op.op in ("and", "or"):
        return _several(scene, op, holds)
    if op.op in COMPARED:
        return _comparison(scene, op.op if holds else _OPPOSITE[op.op], *op.args)
    return noun(scene, op).text


def _several(scene: Scene, op: ir.Op, holds: bool) -> str:
    """Joined conditions; by the rule of De Morgan where they are not to hold."""
    link = op.op if holds else {"and": "or", "or": "and"}[op.op]
    other = "or" if op.op == "and" else "and"
    args = [inner for arg in op.args for inner in _flat(arg, op.op)]
    parts = _in_one_place(scene, args, holds) or [test(scene, arg, holds) for arg in args]
    if any(isinstance(arg, ir.Op) and arg.op == other for arg in args):
        return f", {link} ".join(parts)
    return listed(_shared(parts), link)


def _flat(value: ir.Value, op: str) -> list[ir.Value]:
    """The members of nested conditions with one link."""
    if isinstance(value, ir.Op) and value.op == op:
        return [inner for arg in value.args for inner in _flat(arg, op)]
    return [value]


def _in_one_place(scene: Scene, args: list[ir.Value], holds: bool) -> list[str]:
    """Cards asked for in one place: "a High and a Low are in your hand"; empty if it is something else."""
    found = [arg.cards for arg in args if isinstance(arg, ir.Quant) and arg.quant == "any"]
    plain = holds and len(found) == len(args) > 1 and all(c.zones and c.value is None for c in found)
    if not plain or any(places(scene, c.zones) != places(scene, found[0].zones) for c in found):
        return []
    names = [among(scene, ir.Cards((), None, *_tail(c)), "in").text for c in found]
    return [f"{listed(names)} are in {places(scene, found[0].zones)}"]


def _shared(parts: list[str]) -> list[str]:
    """Conditions of one subject say it once: "it is landed and is not barred"."""
    out = parts[:1]
    for before, part in pairwise(parts):
        subject = next((s for s in ("it ", "this ", "you ", "the opponent ") if part.startswith(s)), "")
        out.append(part.removeprefix(subject) if subject and before.startswith(subject) else part)
    return out


def _comparison(scene: Scene, op: str, left: ir.Value, right: ir.Value) -> str:
    if isinstance(right, ir.Lit) and right.value is None:
        return _there_is(scene, left, op == "!=")
    if op == "=" and (alike := shared(scene, left)) and literal(right) == 1:
        cards = noun(scene, left.cards) if isinstance(left, ir.Fold) else noun(scene, left)
        return f"{cards.text} have the same {alike}"
    if isinstance(left, ir.Fold) and left.fold == "count" and literal(right) is not None:
        return _counted(scene, op, left, literal(right))
    mine, theirs = _counted_cards(left), _counted_cards(right)
    if mine is not None and theirs is not None and same(mine.filter, theirs.filter) and op in _MORE:
        more, than = _MORE[op]
        return f"there are {more} {noun(scene, mine).many} {than} in {places(scene, theirs.zones)}"
    subject, other = noun(scene, left), noun(scene, right)
    shown = other.bare if isinstance(right, ir.WordLit) and other.bare else other.text
    return f"{subject.text} {be(subject)} {compared(op, shown)}"


def shared(scene: Scene, value: ir.Value) -> str:
    """Of what it is counted how many different ones cards have: "name"; an empty text if it is another number."""
    if not isinstance(value, ir.Fold) or value.fold != "different" or value.each is None:
        return ""
    return noun(scene.inside(value.slot, IT), value.each).text.removeprefix("its ")


def _counted_cards(value: ir.Value) -> ir.Cards | None:
    """The cards of which it is the number, if they are all of a kind in some place."""
    cards = value.cards if isinstance(value, ir.Fold) and value.fold == "count" else None
    return cards if isinstance(cards, ir.Cards) and cards.value is None and cards.where is None else None


_MORE = {
    "<": ("fewer", "than"),
    ">": ("more", "than"),
    "=": ("as many", "as"),
    "<=": ("no more", "than"),
    ">=": ("no fewer", "than"),
}


def _counted(scene: Scene, op: str, count: ir.Fold, number: int | None) -> str:
    """How many there are: "there are 5 or fewer cards in your hand"."""
    cards = noun(scene, count.cards)
    if (op, number) in (("=", 0), ("<", 1), ("<=", 0)):
        return f"there are no {cards.many or cards.text}"
    if (op, number) in ((">=", 1), (">", 0)):
        return f"there is {cards.text}"
    if (op, number) == ("=", 1):
        return f"there is exactly 1 {cards.bare or cards.text}"
    return f"there are {_COUNTED[op].format(number)} {cards.many or cards.text}"


@tests(ir.Something)
def _something(scene: Scene, something: ir.Something, holds: bool) -> str:
    return _there_is(scene, something.of, holds)


def _there_is(scene: Scene, value: ir.Value, holds: bool) -> str:
    found = noun(scene, value)
    if isinstance(value, ir.Local):
        return f"there is {'' if holds else 'no '}{found.text if holds else found.bare or found.text}"
    return f"there is {found.text}" if holds else f"there is no {found.bare or found.text.removeprefix('the ')}"


@tests(ir.Is)
def _is(scene: Scene, value: ir.Is, holds: bool) -> str:
    subject = noun(scene, value.of)
    terms = value.filter.terms
    parts = [_trait(scene, subject, term, holds) for term in terms]
    if terms and all(parts):
        return f"{subject.text} {listed([part for part in parts if part], 'and' if holds else 'or')}"
    found = kind(scene, value.filter)
    if subject.kind == "many" and not found.text.startswith("one of"):
        return f"{subject.text} {be(subject, holds)} {found.many or found.text}"
    return f"{subject.text} {be(subject, holds)} {found.text}"


def _trait(scene: Scene, subject: Noun, term: ir.Term, holds: bool) -> str:
    """What a subject is or has by one term of a filter that needs no noun; else an empty text."""
    if isinstance(term, ir.IsFlag):
        return f"{be(subject)} {flag_words(scene, term.attr, holds)}"
    if isinstance(term, ir.IsStatus):
        return _status(scene, subject, term.status, holds)
    if isinstance(term, ir.IsKeyword):
        return f"{have(subject, holds)} {clean(term.keyword)}"
    if isinstance(term, ir.IsValue):
        return f"{be(subject, holds)} {value_words(scene, term.value)}"
    if isinstance(term, ir.Fits):
        fits = f"{noun(scene, term.of).possessive} {clean(term.attr)}"
        return f"{verb(subject, 'fit', 'fits')} {fits}" if holds else f"{verb(subject, 'do', 'does')} not fit {fits}"
    if isinstance(term, ir.Not):
        inner = [_trait(scene, subject, t, not holds) for t in term.filter.terms]
        return listed([t for t in inner if t], "or") if all(inner) else ""
    return ""


def _status(scene: Scene, subject: Noun, status: str, holds: bool) -> str:
    words = status_words(scene, status)
    if words.startswith(("a ", "an ", "the ")):
        return f"{have(subject, holds)} {words}"
    return f"{be(subject, holds)} {words}"


@tests(ir.Has)
def _has(scene: Scene, has: ir.Has, holds: bool) -> str:
    if has.of is None:
        return f"{status_words(scene, has.status)} is {'' if holds else 'not '}in force"
    subject = noun(scene, has.of)
    return f"{subject.text} {_status(scene, subject, has.status, holds)}"


@tests(ir.In)
def _in(scene: Scene, value: ir.In, holds: bool) -> str:
    card = noun(scene, value.card)
    return f"{card.text} {be(card, holds)} in {noun(scene, value.zone).text}"


@tests(ir.SetHas)
def _set_has(scene: Scene, value: ir.SetHas, holds: bool) -> str:
    card, word = noun(scene, value.of), noun(scene, value.word)
    return f"{card.text} {have(card, holds)} {word.bare or word.text} among its {scene.lex.bare(value.attr)}"


@tests(ir.PhaseIs)
def _phase_is(scene: Scene, value: ir.PhaseIs, holds: bool) -> str:
    return f"it is {'' if holds else 'not '}{scene.lex.bare(value.phase)}"


@tests(ir.Precedes)
def _precedes(scene: Scene, value: ir.Precedes, holds: bool) -> str:
    a = noun(scene, value.a)
    return f"{a.text} {be(a, holds)} before {noun(scene, value.b).text}"


@tests(ir.Supplies)
def _supplies(scene: Scene, value: ir.Supplies, holds: bool) -> str:
    found = noun(scene, value.cards)
    cards = Noun(f"the {found.many}", "many") if isinstance(value.cards, ir.Cards) and found.many else found
    can = verb(cards, "have", "has") if holds else verb(cards, "do not have", "does not have")
    return (
        f"{cards.text} {can} every {scene.lex.bare(value.set)} between them, each on another {scene.lex.bare('card')}"
    )


@tests(ir.Quant)
def _quant(scene: Scene, quant: ir.Quant, holds: bool) -> str:
    wanted = holds if quant.quant != "no" else not holds
    if quant.quant == "all":
        return _all(scene, quant.cards, holds)
    found = among(scene, quant.cards, "in")
    if quant.cards.value is not None:
        some, of = "one" if wanted else "none", noun(scene, quant.cards.value)
        return f"{some} of {of.text} is {kind(scene, quant.cards.filter).text}"
    if not quant.cards.zones:
        return f"there is {found.text}" if wanted else f"there is no {found.bare}"
    fits = among(scene, ir.Cards((), None, *_tail(quant.cards)), "in")
    place = places(scene, quant.cards.zones)
    return f"{fits.text} is in {place}" if wanted else f"no {fits.bare} is in {place}"


def _tail(cards: ir.Cards) -> tuple[ir.Filter, int, str, ir.Value | None]:
    return cards.filter, cards.slot, cards.name, cards.where


def _all(scene: Scene, cards: ir.Cards, holds: bool) -> str:
    if cards.value is not None:
        of = noun(scene, cards.value)
        fits = among(scene, ir.Cards((), None, *_tail(cards)), "in")
        return f"{of.text} are {'all' if holds else 'not all'} {fits.many}"
    some, card = "all" if holds else "not all", scene.lex.noun("card")
    return f"{some} {card.many} in {places(scene, cards.zones)} are {kind(scene, cards.filter).many}"


@tests(ir.Beats)
def _beats(scene: Scene, beats: ir.Beats, holds: bool) -> str:
    contest = scene.lex.contests.get(beats.name)
    a, b = noun(scene, beats.a), noun(scene, beats.b)
    if contest is None or beats.tie or not contest.says or not contest.rows:
        word = contest.tie_name if contest is not None and beats.tie else beats.name
        return _negated(f"{a.text} {clean(word)} {b.text}", holds)
    called = dict(zip(contest.rows[0].names, (a, b), strict=False))
    return _negated(fill(clean(contest.says), called), holds)


@tests(ir.Call)
def _call(scene: Scene, call: ir.Call, holds: bool) -> str:
    value = scene.lex.values.get(call.name)
    args = [noun(scene, arg) for arg in call.args]
    if value is not None and holes(value.says):
        return _negated(fill(clean(value.says), dict(zip(value.proc.names, args, strict=False))), holds)
    if len(args) == 2:
        words = clean(value.says if value is not None and value.says else call.name)
        return f"{args[0].text} {be(args[0], holds)} {words} {args[1].text}"
    words = value_words(scene, call.name)
    return f"{args[0].text} {be(args[0], holds)} {words}" if args else _negated(words, holds)


def _negated(words: str, holds: bool) -> str:
    """A condition in a game's own words, which only the game could turn round."""
    return words if holds else f"it is not so that {words}"

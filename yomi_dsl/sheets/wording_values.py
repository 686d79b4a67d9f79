"""Values as nouns: numbers, players, cards and spans as a sentence speaks of them."""

from __future__ import annotations

import attrs

from yomi_dsl import ir
from yomi_dsl.sheets.grammar import IT, OPPONENT, YOU, Noun, fill, holes, listed, number, with_article
from yomi_dsl.sheets.text import bold, clean
from yomi_dsl.sheets.wording_filters import among, places
from yomi_dsl.sheets.wording_scene import Scene, literal, noun, reads, test

NOTHING = Noun("nothing")
_FOLDS = {"sum": "the total", "most": "the highest", "least": "the lowest", "different": "the number of different"}
_OPS = {"+": "plus", "-": "minus", "*": "times"}
_HALVES = {"half-up": "half of {}, rounded up", "half-down": "half of {}, rounded down"}


@reads(ir.Lit)
def _lit(scene: Scene, lit: ir.Lit) -> Noun:
    if lit.value is None:
        return NOTHING
    if isinstance(lit.value, bool):
        return Noun("yes" if lit.value else "no")
    return number(lit.value) if isinstance(lit.value, int) else Noun(bold(clean(lit.value)))


@reads(ir.WordLit)
def _word(scene: Scene, word: ir.WordLit) -> Noun:
    return scene.lex.word_noun(word.set, word.word) if scene.lex.has_forms(word.word) else _plain_word(scene, word)


def _plain_word(scene: Scene, word: ir.WordLit) -> Noun:
    shown = scene.lex.word(word.set, word.word)
    return Noun(with_article(shown), bare=shown)


@reads(ir.WordsLit)
def _words(scene: Scene, words: ir.WordsLit) -> Noun:
    return Noun(listed([scene.lex.word(words.set, word) for word in words.words]))


@reads(ir.Local)
def _local(scene: Scene, local: ir.Local) -> Noun:
    return scene.env.get(local.slot) or Noun(f"the {clean(local.name)}")


@reads(ir.PerSeat)
def _per_seat(scene: Scene, answer: ir.PerSeat) -> Noun:
    return Noun(f"{noun(scene, answer.seat).possessive} {clean(answer.name)}")


# ---- players ---------------------------------------------------------------------------------------------------------


@reads(ir.Opponent)
def _opponent(scene: Scene, opponent: ir.Opponent) -> Noun:
    of = noun(scene, opponent.of)
    if of.kind == "you":
        return OPPONENT
    return YOU if of.text == OPPONENT.text else Noun(f"{of.possessive} opponent", own=f"{of.possessive} opponent's")


@reads(ir.Active)
def _active(scene: Scene, active: ir.Active) -> Noun:
    return Noun("the active player", own="the active player's", self_="themselves")


@reads(ir.RandomPlayer)
def _random(scene: Scene, player: ir.RandomPlayer) -> Noun:
    return Noun("a player chosen at random", own="that player's", self_="themselves")


@reads(ir.Owner)
def _owner(scene: Scene, owner: ir.Owner) -> Noun:
    of = noun(scene, owner.of)
    if of.text == "this":
        return YOU
    return Noun(f"{of.possessive} owner", own=f"{of.possessive} owner's", self_="themselves")


@reads(ir.Holder)
def _holder(scene: Scene, holder: ir.Holder) -> Noun:
    status = scene.lex.statuses.get(holder.status)
    words = clean(status.says) if status and status.says else scene.lex.the(holder.status)
    return Noun(f"the player {'with' if words.startswith(('a ', 'an ', 'the ')) else 'who is'} {words}")


@reads(ir.Seat)
def _seat(scene: Scene, seat: ir.Seat) -> Noun:
    return Noun(f"a player for whom {test(scene.inside(seat.slot, PLAYER), seat.where)}", own="that player's")


PLAYER = Noun("that player", own="that player's", self_="themselves")


# ---- cards and numbers -----------------------------------------------------------------------------------------------


@reads(ir.HeadCard)
def _head_card(scene: Scene, card: ir.HeadCard) -> Noun:
    return Noun(f"{noun(scene, card.of).possessive} {scene.lex.bare(card.head)}")


@reads(ir.Attr)
def _attr(scene: Scene, attr: ir.Attr) -> Noun:
    return _of(scene, scene.lex.bare(attr.name), attr.of)


@reads(ir.Tally)
def _tally(scene: Scene, tally: ir.Tally) -> Noun:
    name = scene.lex.tally(tally.name)
    called = Noun(f"the {name}") if tally.of is None else _of(scene, name, tally.of)
    return attrs.evolve(called, kind="many") if scene.lex.is_many(tally.name) else called


def _of(scene: Scene, name: str, owner: ir.Value) -> Noun:
    """An owned number: "your coins", "its width", "the width of this"."""
    of = noun(scene, owner)
    if of.text == "this" or (len(of.text.split()) > 3 and not of.own):
        return Noun(f"the {name} of {of.text}")
    return Noun(f"{of.possessive} {name}")


@reads(ir.Call)
def _call(scene: Scene, call: ir.Call) -> Noun:
    value = scene.lex.values.get(call.name)
    if value is not None and value.type == "yes/no":
        return Noun(test(scene, call))
    says = clean(value.says) if value and value.says else ""
    args = [noun(scene, arg) for arg in call.args]
    if holes(says):
        return Noun(fill(says, dict(zip(value.proc.names, args, strict=False)) if value else {}))
    name = scene.lex.bare(call.name)
    return Noun(f"the {name}") if not args else Noun(_owned_by(name, args[0]))


def _owned_by(name: str, of: Noun) -> str:
    return f"the {name} of {of.text}" if of.text == "this" else f"{of.possessive} {name}"


@reads(ir.TurnNumber)
def _turn_number(scene: Scene, value: ir.TurnNumber) -> Noun:
    return Noun("the number of turns begun")


@reads(ir.Op)
def _op(scene: Scene, op: ir.Op) -> Noun:
    value = literal(op)
    if value is not None:
        return number(value)
    args = [noun(scene, arg).text for arg in op.args]
    if op.op in _OPS:
        return Noun(f" {_OPS[op.op]} ".join(args), "number")
    if op.op in _HALVES:
        return Noun(_HALVES[op.op].format(args[0]), "number")
    return Noun(f"minus {args[0]}", "number") if op.op == "neg" else Noun(test(scene, op))


@reads(ir.Pick)
def _pick(scene: Scene, pick: ir.Pick) -> Noun:
    end = {"first": "first ", "last": "last "}.get(pick.take, "")
    if isinstance(pick.cards, ir.Cards):
        cards = pick.cards
        if end and not cards.filter.terms and cards.where is None and len(cards.zones) == 1:
            return _end_of(scene, pick.take, cards.zones[0])
        return Noun(f"the {end}{among(scene, cards, 'in').bare}")
    return Noun(f"the {end or 'only '}of {noun(scene, pick.cards).text}")


def _end_of(scene: Scene, take: str, zone: ir.Zone | ir.Local) -> Noun:
    first, last = ("top", "bottom") if scene.lex.is_pile(zone.name) else ("first", "last")
    card = scene.lex.noun("card")
    return Noun(f"the {first if take == 'first' else last} {card.bare} of {noun(scene, zone).text}",
                many=f"the {first if take == 'first' else last} {card.many} of {noun(scene, zone).text}")  # fmt: skip


@reads(ir.Fold)
def _fold(scene: Scene, fold: ir.Fold) -> Noun:
    cards = noun(scene, fold.cards)
    many = cards.many or cards.text
    if fold.fold == "count" or fold.each is None:
        return Noun(f"the number of {many}", "number")
    each = noun(scene.inside(fold.slot, IT), fold.each).text.removeprefix("its ")
    link = "of" if fold.fold == "sum" else "among"
    return Noun(f"{_FOLDS.get(fold.fold, fold.fold)} {each} {link} {many}", "number")


@reads(ir.As)
def _as(scene: Scene, read: ir.As) -> Noun:
    return Noun(f"{noun(scene, read.card).text} as {face(scene, read.face)}")


def face(scene: Scene, value: ir.Value) -> str:
    """The name of a face in a sentence."""
    if isinstance(value, ir.Lit) and isinstance(value.value, str):
        return clean(value.value)
    return scene.lex.word(value.set, value.word) if isinstance(value, ir.WordLit) else noun(scene, value).text


@reads(ir.NameOf)
def _name_of(scene: Scene, name: ir.NameOf) -> Noun:
    return _of(scene, "name", name.of)


@reads(ir.Successor)
def _successor(scene: Scene, successor: ir.Successor) -> Noun:
    return Noun(f"the next {scene.lex.bare(successor.set)} after {noun(scene, successor.of).text}")


def source(scene: Scene, source: ir.AnyOf) -> Noun:
    """What a choice is made among, as one of it."""
    if source.cards is not None:
        return among(scene, source.cards, "from")
    if source.words:
        listing = [scene.lex.word(source.set, word) for word in source.words]
        declared = scene.lex.sets.get(source.set)
        if declared is not None and source.words == declared.words:
            return scene.lex.noun(source.set)
        return Noun(listed(listing, "or"))
    if source.numbers:
        return Noun(listed([noun(scene, n).text for n in source.numbers], "or"))
    return Noun(places(scene, source.zones)) if source.zones else Noun("a player", many="players")


# ---- spans -----------------------------------------------------------------------------------------------------------


def span(scene: Scene, value: ir.Span) -> str:
    """A span as a name: "the next 2 turns", "this turn", "the end of the turn"."""
    count = literal(value.count)
    how_many = noun(scene, value.count)
    whose = noun(scene, value.whose).possessive if value.whose is not None else ""
    one, many = scene.lex.bare(value.what), scene.lex.noun(value.what).many
    if value.until:
        return _until(scene, value, count, f"{whose} " if whose else "")
    if value.what == "game":
        return "the rest of the game"
    if value.present:
        return f"this {one}" if count == 1 else f"{how_many.text} {many}, this one included"
    if value.start == "next" or not value.present:
        return f"{whose or 'the'} next {one}" if count == 1 else f"{whose or 'the'} next {how_many.text} {many}"
    return f"this {one}"


def _until(scene: Scene, value: ir.Span, count: int | None, whose: str) -> str:
    one, many = scene.lex.bare(value.what), scene.lex.noun(value.what).many
    if count == 1:
        return f"the end of {whose}{one}" if value.present and whose else _end_of_one(scene, value, whose, one)
    how_many = noun(scene, value.count).text
    return f"the end of {how_many} {many}" if value.present else f"the end of {whose or 'the '}next {how_many} {many}"


def _end_of_one(scene: Scene, value: ir.Span, whose: str, one: str) -> str:
    return f"the end of {scene.lex.the(value.what)}" if value.present else f"the end of {whose or 'the '}next {one}"


def during(scene: Scene, value: ir.Span) -> str:
    """A span as when: "this turn", "during the next 2 turns", "until the end of the turn"."""
    name = span(scene, value)
    if value.until:
        return f"until {name}"
    if value.what == "game" or (literal(value.count) != 1 and value.present):
        return f"for {name}"
    return name if name == "this turn" else f"during {name}"


@reads(ir.Span)
def _span(scene: Scene, value: ir.Span) -> Noun:
    return Noun(during(scene, value))


def set_words(scene: Scene, set: str, words: tuple[str, ...]) -> str:
    return listed([scene.lex.word(set, word) for word in words])

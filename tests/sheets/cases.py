"""Abilities to be worded: every kind of effect, rule, choice and condition that a card may hold, each under a name."""

from __future__ import annotations

from typing import Any

import attrs

from tests.sheets.build import (
    AT,
    NOTHING,
    SETS,
    STATUSES,
    Env,
    among,
    ask,
    cards,
    choose,
    deck,
    do,
    edge,
    hand,
    heap,
    keyword,
    modifier,
    n,
    op,
    own,
    part,
    plain,
    row,
    rule,
    run,
    seq,
    soon,
    span,
    status,
    this_card,
    top,
    value_modifier,
)
from yomi_dsl import ir

THAT = ir.Local(5, "player")
IT = ir.Local(44, "it")


@attrs.frozen
class Case:
    """Abilities of one card, and what else the game needs for them."""

    abilities: tuple[ir.Ability, ...]
    changes: dict[str, Any] = attrs.field(factory=dict)


def case(*abilities: ir.Ability, **changes: Any) -> Case:
    return Case(abilities, changes)


def hit(e: Env, amount: Any) -> ir.Do:
    return do("hit", e.you, e.foe, amount, e.this)


def lasting(*items: ir.Static, captures: tuple[str, ...] = ()) -> dict[str, Any]:
    """An unnamed status "u" in the game."""
    return {"statuses": (*STATUSES, status("u", "player", "", None, *items, named=False, captures=captures))}


def named(name: str, zone: Any) -> ir.Quant:
    return ir.Quant("any", among(zone, cards(ir.IsNamed(name))))


def opener(e: Env) -> ir.Filter:
    return cards(ir.Same(ir.Call("opener", (e.you,))))


def all_have(e: Env, name: str) -> ir.Quant:
    has = ir.Filter((ir.Such(30, ir.SetHas(ir.Local(30, "it"), "heights", e[name])),))
    return ir.Quant("all", ir.Cards((), e["stake"], has, 31, "it", None))


RULES = {
    "after, with this": case(
        plain(
            rule(
                "after",
                "evade",
                lambda e: {"doer": e.you, "blow": cards("slash"), "step": this_card(e)},
                lambda e: hit(e, 40),
            )
        )
    ),
    "end of a phase": case(
        part(
            "Hasty Temper",
            rule(
                "after",
                "main",
                lambda e: {"doer": e.you},
                lambda e: seq(do("lose life", e.you, 2), do("draw", e.you, 1)),
                where=lambda e: op("and", named("High Wall", heap(e.you)), named("Low Wall", heap(e.you))),
            ),
        )
    ),
    "a named status": case(
        plain(
            rule(
                "after",
                "open",
                lambda e: {"doer": e.foe, "c": cards("strike")},
                lambda e: seq(hit(e, 7), ir.Mark(e.foe, "dazed", None, ())),
            )
        )
    ),
    "three who act": case(
        plain(
            rule(
                "after",
                "open",
                lambda e: {"doer": e.foe, "c": cards("parry/grab")},
                lambda e: seq(
                    do("lose life", e.foe, 5),
                    ir.Mark(e.you, "lead", None, ()),
                    ir.Mark(e.foe, "dazed", span(until=True), ()),
                ),
            )
        )
    ),
    "whose words say who": case(
        plain(
            rule(
                "after",
                "bleed",
                lambda e: {"doer": e.you},
                lambda e: seq(
                    do("hit", e.you, e.foe, ir.Tally("rust", e.foe), e.this),
                    ir.Change(ir.Tally("rust", e.foe), op("neg", n(1)), None),
                ),
                where=lambda e: op(">", ir.Tally("rust", e.foe), n(0)),
            )
        )
    ),
    "no one named": case(
        plain(
            rule(
                "before",
                "tidy up",
                lambda e: {},
                lambda e: ir.If(
                    op("and", ir.Is(e.this, cards(ir.IsStatus("landed"))), op("not", ir.Has(e.you, "dazed"))),
                    ir.Move(e.this, hand(e.you), "", None),
                    None,
                ),
            )
        )
    ),
    "a role the words leave out": case(
        plain(
            rule(
                "after",
                "hit",
                lambda e: {"cause": cards("strike")},
                lambda e: do("discard", e.you, e.this),
                where=lambda e: op("not", ir.Is(e["cause"], own(e.you, "A/B"))),
            )
        )
    ),
    "a condition on life": case(
        plain(
            rule(
                "after",
                "play",
                lambda e: {"doer": e.you, "c": this_card(e)},
                lambda e: do("lose life", e.you, 5),
                where=lambda e: op(">", ir.Tally("hp", e.you), n(35)),
            )
        )
    ),
    "cards of a set": case(
        plain(
            rule(
                "after",
                "discard",
                lambda e: {"doer": e.you, "c": ir.Quant("any", ir.Cards((), e["c"], this_card(e), 9, "it", None))},
                lambda e: do("draw", e.you, 1),
            )
        )
    ),
    "instead of drawing": case(
        plain(
            rule(
                "instead",
                "draw",
                lambda e: {"doer": e.you},
                lambda e: ir.Repeat(9, e["n"], None, ir.Move(top(ir.Zone("side deck", e.you)), hand(e.you), "", None)),
            )
        )
    ),
    "instead of a primitive": case(
        plain(
            rule(
                "instead",
                "move",
                lambda e: {
                    "what": cards(ir.IsGroup("ghost")),
                    "place": op("or", op("=", e["place"], deck(None)), op("=", e["place"], heap(None))),
                },
                lambda e: ir.Move(e["what"], ir.Zone("side deck", e.you), "", None),
            )
        )
    ),
    "around an event": case(
        plain(
            rule(
                "instead",
                "land",
                lambda e: {"doer": e.foe, "blow": cards("plain", "strike")},
                lambda e: seq(
                    ir.Mark(e.foe, "dazed", None, ()),
                    ir.Proceed(),
                    do("land", e.you, e.this, ir.WordLit("tail", "last")),
                ),
                where=lambda e: op(
                    "and",
                    ir.Call("quicker than", (e["blow"], e.this)),
                    ir.Is(e.this, cards(ir.IsStatus("landed"))),
                ),
            )
        )
    ),
    "nothing instead": case(
        plain(
            rule("instead", "draw", lambda e: {"doer": e.foe}, lambda e: seq(), where=lambda e: ir.Has(e.you, "lead"))
        )
    ),
    "phases": case(
        plain(
            rule("instead", "main", lambda e: {}, lambda e: do("draw", e.you, 1)),
            rule("before", "bout", lambda e: {"doer": e.foe}, lambda e: do("draw", e.foe, 1)),
        )
    ),
    "as soon as": case(
        plain(soon(lambda e: op("=", ir.Tally("hp", e.you), n(0)), lambda e: ir.Finish("lose", e.you, "knockout")))
    ),
    "edges of spans": case(
        plain(
            edge("end", span("next", 2), lambda e: do("discard", e.you, e.this)),
            edge("end", span(until=True), lambda e: do("discard", e.you, e.this)),
            edge("start", span("next", 1, "turn", ir.Local(0, "you")), lambda e: do("draw", e.you, 2)),
        )
    ),
}

MODIFIERS = {
    "neighbours in one": case(
        plain(
            modifier(lambda e: own(e.you, "bolt"), "pace", "by", 1),
            modifier(lambda e: own(e.you, "bolt"), "force", "by", 4),
            modifier(lambda e: own(e.you, "bolt"), "dent", "by", 2),
        ),
        plain(modifier(lambda e: own(e.you, "grand"), "force", "to", 2)),
        plain(row(lambda e: own(e.you, "bolt"), lambda e: cards("slip"))),
    ),
    "bounds and flags": case(
        plain(
            modifier(lambda e: own(e.you, "strike/grab"), "pace", "by", 3, 10),
            modifier(lambda e: own(e.foe, "strike/grab"), "pace", "at least", 10),
            modifier(lambda e: cards("grab"), "barred", "to", True),
            modifier(lambda e: own(e.you, ir.IsNamed("Heart")), "loose", "to", False),
        )
    ),
    "words": case(
        plain(
            modifier(opener, "kind", "to", ir.WordLit("kind", "grab")),
            modifier(opener, "tail", "to", ir.WordLit("tail", "last")),
            modifier(opener, "rank", "to", ir.WordLit("rank", "A")),
            modifier(opener, "pace", "to", 6),
        ),
        sets=(ir.WordSet("tail", SETS["tail"], (), (("last", "ends the chain"),), AT),),
    ),
    "formulas": case(
        plain(
            modifier(
                lambda e: own(e.you, "strike", ir.Such(44, op("<", ir.Attr("pace", IT), n(6)))), "force", "by", -1
            ),
            modifier(lambda e: own(e.you, ir.Not(cards("strike"))), "force", "by", lambda e: ir.Tally("rust", e.you)),
            modifier(this_card, "force", "by", lambda e: ir.Tally("rust", e.foe)),
        )
    ),
    "values of a player": case(
        part("Versatile", value_modifier("swap limit", "to", 2)),
        part("Long Arm", value_modifier("reach", "by", 1)),
        part("Grip", value_modifier("swap limit", "by", -1, lambda e: e.foe)),
    ),
    "ties": case(plain(row(lambda e: own(e.you, "bolt"), lambda e: cards("slip"), True))),
    "a granted keyword": case(
        plain(
            ir.Grant(
                own(ir.Local(1, "you"), "plain", "strike"),
                ("it", "you", "this"),
                keyword("stout", "Stout: when a quicker {sort} hits this, this hits too.", sort=cards("A/B")),
                (),
                AT,
            )
        )
    ),
    "keywords": case(
        keyword(
            "surge",
            "When this hits you may discard up to {times} {sort}: +{extra} force for each.",
            times=2,
            sort=cards("grand"),
            extra=9,
        ),
        keyword(
            "stout", "Stout: when a quicker {sort} hits this, this hits too.", sort=cards("A/B", "plain", "strike")
        ),
        keyword("dazes", "Dazes."),
        keyword("stays", "Ongoing: {stay}.", stay=span("next", 2)),
        keyword("combo", "", points=3),
    ),
}

EFFECTS = {
    "steps of a part": case(
        run(
            lambda e: seq(
                ir.If(op(">", ir.Tally("rust", e.you), n(0)), ir.Shuffle(deck(e.you)), None),
                ir.Change(ir.Tally("rust", e.you), n(1), None),
                ir.Flip(ir.HeadCard("fighter", e.you), ir.Lit("storm form")),
                do("draw", e.you, 3),
            )
        )
    ),
    "both at once": case(
        run(
            lambda e: ir.Together(
                ir.EachPlayer(5, seq(do("hit", THAT, THAT, 5, e.this), ir.Mark(THAT, "dazed", None, ())))
            )
        )
    ),
    "each against the other": case(
        run(
            lambda e: ir.EachPlayer(
                5,
                seq(
                    do("draw", THAT, 1),
                    ir.Move(among(hand(THAT), cards("slash")), deck(THAT), "", None),
                    do("hit", ir.Opponent(THAT), THAT, 2, e.this),
                ),
            )
        )
    ),
    "this turn": case(
        run(lambda e: ir.Mark(e.you, "u", span(what="turn"), ())),
        **lasting(
            rule(
                "before",
                "hit",
                lambda e: {"doer": e.you, "victim": e.foe},
                lambda e: ir.Change(e["amount"], n(4), None),
                where=lambda e: op(">", e["amount"], n(0)),
                limit=ir.Limit(n(1), "turn"),
            )
        ),
    ),
    "a skipped phase": case(
        run(lambda e: ir.Mark(e.you, "u", span("next", 1, "turn", e.foe), ())),
        **lasting(rule("instead", "main", lambda e: {"doer": e.foe}, lambda e: seq())),
    ),
    "seen from its holder": case(
        run(lambda e: ir.Mark(e.foe, "u", span(), ())),
        **lasting(
            rule("after", "play", lambda e: {"doer": e.you}, lambda e: do("hit", e.you, e.foe, 1, NOTHING)),
            modifier(lambda e: own(e.you, "strike"), "force", "by", -2),
        ),
    ),
    "captured": case(
        run(lambda e: ir.Mark(e.you, "u", span(count=3, what="turn"), (e["foe"],)), params=("foe",)),
        **lasting(
            modifier(lambda e: cards(ir.Same(e["foe"])), "force", "at most", 0, captures=("foe",)), captures=("foe",)
        ),
    ),
    "numbers computed": case(
        run(lambda e: do("draw", e.you, ir.Tally("rust", e.you))),
        run(lambda e: hit(e, ir.Attr("force", e.this))),
        run(lambda e: hit(e, ir.Fold("sum", among(ir.Zone("ring", e.you)), 44, ir.Attr("force", IT)))),
        run(lambda e: do("draw", e.you, ir.Op("half-up", (ir.Fold("count", among(hand(e.foe)), 0, None),)))),
    ),
    "a die": case(
        run(
            lambda e: seq(
                ir.Roll(e["die"].slot, "die", n(6)),
                ir.If(op(">=", e["die"], n(4)), do("draw", e.you, 1), do("lose life", e.you, 1)),
            )
        )
    ),
    "moves": case(
        run(lambda e: ir.Move(e["foe"], ir.Zone("pool", None), "", None), params=("foe",)),
        run(lambda e: ir.Move(e.this, deck(e.you), "bottom", ir.Lit("storm form"))),
        run(lambda e: ir.Move(among(hand(e.foe)), heap(None), "", None)),
        run(lambda e: do("discard", e.you, among(hand(e.you), cards("slash")))),
        run(lambda e: ir.Reveal(top(deck(e.foe)))),
    ),
    "for each": case(run(lambda e: ir.ForEach(7, "c", among(hand(e.you), cards("slash")), do("draw", e.you, 1)))),
    "repeated": case(
        run(lambda e: ir.Repeat(9, n(3), None, seq(do("draw", e.you, 1), do("lose life", e.you, 1)))),
        run(lambda e: ir.Repeat(9, None, op("=", ir.Tally("rust", e.you), n(4)), do("lose life", e.you, 1))),
    ),
    "joined conditions": case(
        run(
            lambda e: ir.If(
                op(
                    "and",
                    op("or", op("=", ir.Tally("hp", e.you), n(1)), ir.Has(e.you, "lead")),
                    op("not", ir.Has(e.foe, "lead")),
                ),
                do("draw", e.you, 2),
                None,
            )
        )
    ),
    "statuses end": case(
        run(
            lambda e: ir.If(
                op("<=", ir.Fold("count", among(hand(e.you)), 0, None), n(3)),
                seq(ir.Unmark(e.foe, "lead"), ir.Unmark(e.you, "dazed"), ir.Mark(None, "fog", None, ())),
                None,
            )
        )
    ),
    "ends": case(
        run(lambda e: ir.End("bout")),
        run(lambda e: ir.Finish("win", e.foe, "knockout")),
        run(lambda e: ir.Finish("tie", None, "knockout")),
        run(lambda e: ir.DoPart("effect", top(deck(e.you)), ())),
        run(lambda e: do("strike back", e.you)),
        run(
            lambda e: seq(
                ir.Let(9, "total", ir.Tally("rust", e.you)),
                ir.Change(ir.Tally("hp", e.foe), op("neg", ir.Local(9, "total")), None),
            )
        ),
    ),
    "several parts": case(
        run(lambda e: do("discard", e.you, e["foe"]), params=("foe",)),
        run(lambda e: do("lose life", e.you, 1), "cost"),
        parts_run=("effect", "cost"),
    ),
}

CHOICES = {
    "choose and use": case(
        run(lambda e: seq(choose(e, "must", ask(e, "c", among(hand(e.you)))), do("discard", e.you, e["c"]))),
        run(lambda e: seq(choose(e, "must", ask(e, "c", among(hand(e.you)), 2, 2)), do("discard", e.you, e["c"]))),
        run(lambda e: seq(choose(e, "must", ask(e, "c", among(hand(e.foe))), who=e.foe), do("discard", e.foe, e["c"]))),
    ),
    "may choose": case(
        run(
            lambda e: choose(
                e,
                "may",
                ask(e, "grip", among(hand(e.you))),
                where=op("and", ir.Is(e["grip"], cards("grab")), ir.Call("payable", (e["grip"],))),
                body=do("land", e.you, e["grip"], ir.WordLit("tail", "last")),
            )
        ),
        run(lambda e: choose(e, "may", ask(e, "c", among(hand(e.foe))), who=e.foe, body=do("discard", e.foe, e["c"]))),
    ),
    "may": case(
        run(lambda e: choose(e, "may", body=do("lose life", e.you, 3), otherwise=do("draw", e.you, 1))),
        run(lambda e: choose(e, "may", who=e.foe, body=do("lose life", e.foe, 3), otherwise=do("draw", e.you, 1))),
    ),
    "keep choosing": case(
        run(
            lambda e: choose(
                e,
                "keep",
                ask(e, "c", among(hand(e.you), cards("slash"))),
                limit=2,
                body=seq(do("discard", e.you, e["c"]), do("gain focus", e.you, 1)),
            )
        )
    ),
    "up to some": case(
        run(
            lambda e: choose(
                e,
                "must",
                ask(e, "prize", among(deck(e.you), cards("grand")), 0, 3),
                body=seq(ir.Move(e["prize"], hand(e.you), "", None), ir.Shuffle(deck(e.you))),
            )
        )
    ),
    "numbers": case(
        run(
            lambda e: seq(
                choose(e, "must", ask(e, "count", ir.AnyOf(numbers=(n(2), n(3), n(4))))),
                do("draw", e.you, e["count"]),
            )
        )
    ),
    "two names": case(
        run(
            lambda e: seq(
                choose(
                    e,
                    "must",
                    ask(e, "out", among(hand(e.you))),
                    ask(e, "back", among(heap(e.you))),
                    where=op("!=", ir.NameOf(e["out"]), ir.NameOf(e["back"])),
                ),
                do("discard", e.you, e["out"]),
                ir.Move(e["back"], hand(e.you), "", None),
            )
        )
    ),
    "options": case(
        run(
            lambda e: ir.Options(
                e.you,
                "must",
                "one",
                9,
                (
                    ir.Option(
                        "four alike",
                        "",
                        None,
                        seq(
                            choose(
                                e,
                                "must",
                                ask(e, "i", ir.AnyOf(set="kind", words=SETS["kind"])),
                                ask(e, "stake", among(hand(e.you)), 4, 4),
                                where=all_have(e, "i"),
                            ),
                            do("discard", e.you, e["stake"]),
                            ir.If(op("=", e["i"], ir.WordLit("kind", "bolt")), hit(e, 7), None),
                        ),
                    ),
                    ir.Option(
                        "one of each",
                        "",
                        None,
                        seq(
                            choose(
                                e,
                                "must",
                                ask(e, "rest", among(hand(e.you)), 4, 4),
                                where=ir.Supplies(e["rest"], "heights", "height"),
                            ),
                            do("discard", e.you, e["rest"]),
                            do("draw", e.you, 4),
                        ),
                    ),
                ),
            )
        )
    ),
    "sealed": case(
        run(lambda e: ir.Sealed(5, (choose(e, "must", ask(e, "bid", among(hand(THAT))), who=THAT),))),
        run(
            lambda e: ir.TakeTurns(
                5,
                e.you,
                choose(e, "may", ask(e, "bid", among(hand(THAT))), who=THAT, body=do("discard", THAT, e["bid"])),
            )
        ),
    ),
}

CASES = {**RULES, **MODIFIERS, **EFFECTS, **CHOICES}

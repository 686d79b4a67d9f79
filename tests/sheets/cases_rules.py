"""What stands in force, to be worded: rules, modifiers, rows and keywords, each under a name."""

from __future__ import annotations

from typing import Any

from tests.sheets.build import (
    AT,
    SETS,
    among,
    cards,
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
    seq,
    soon,
    span,
    this_card,
    top,
    value_modifier,
)
from tests.sheets.case import IT, case, hit, named, opener
from yomi_dsl import ir


def _held(player: Any) -> ir.Fold:
    return ir.Fold("count", among(hand(player)), 0, None)


def _holding(player: Any, than: Any) -> ir.Op:
    return op("<" if isinstance(than, ir.Fold) else "<=", _held(player), than)


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
    "while something holds": case(
        plain(
            modifier(
                lambda e: own(
                    e.you, "strike", ir.Such(45, op("<=", ir.Fold("count", among(hand(e.you)), 0, None), n(5)))
                ),
                "force",
                "by",
                2,
            ),
            modifier(
                lambda e: cards(
                    ir.Same(e.this), ir.Such(45, op("=", ir.Fold("count", among(hand(e.foe)), 0, None), n(1)))
                ),
                "force",
                "by",
                3,
            ),
            modifier(
                lambda e: own(e.you, "bolt", ir.Such(45, ir.Supplies(among(hand(e.you)), "heights", "height"))),
                "force",
                "by",
                4,
            ),
        )
    ),
    "the same once more, and fewer than another": case(
        plain(
            modifier(lambda e: own(e.you, "strike", ir.Such(45, _holding(e.you, n(5)))), "force", "by", 2),
            modifier(lambda e: own(e.you, "strike", ir.Such(45, _holding(e.you, n(2)))), "force", "by", 2),
            modifier(lambda e: own(e.you, "strike", ir.Such(45, _holding(e.you, _held(e.foe)))), "pace", "by", 1),
        )
    ),
    "a moment that tells itself": case(
        plain(rule("after", "dusk", lambda e: {}, lambda e: do("draw", e.you, 1))),
        plain(rule("before", "hit", lambda e: {"victim": e.you}, lambda e: ir.Change(e["amount"], n(-3), None))),
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

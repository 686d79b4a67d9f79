"""What is done, to be worded: effects, choices and conditions, each under a name."""

from __future__ import annotations

from tests.sheets.build import (
    NOTHING,
    SETS,
    Env,
    among,
    ask,
    cards,
    choose,
    deck,
    do,
    hand,
    heap,
    modifier,
    n,
    op,
    own,
    rule,
    run,
    seq,
    span,
    top,
)
from tests.sheets.case import IT, THAT, all_have, case, hit, lasting
from yomi_dsl import ir


def few_rust(e: Env, most: int) -> ir.Op:
    return op("<=", ir.Tally("rust", e.you), n(most))


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
    "cards at random": case(
        run(lambda e: seq(ir.AtRandom(7, "k", None, among(hand(e.foe))), do("discard", e.foe, ir.Local(7, "k")))),
        run(
            lambda e: seq(
                ir.AtRandom(7, "k", n(2), among(hand(e.you), cards("slash"))),
                ir.Move(ir.Local(7, "k"), deck(e.you), "bottom", None),
            )
        ),
        run(
            lambda e: seq(ir.AtRandom(7, "k", ir.Tally("rust", e.you), among(hand(e.you))), ir.Reveal(ir.Local(7, "k")))
        ),
        run(
            lambda e: seq(
                ir.AtRandom(7, "k", None, among(hand(e.you))),
                ir.Reveal(ir.Local(7, "k")),
                do("discard", e.you, ir.Local(7, "k")),
            )
        ),
        run(
            lambda e: seq(
                ir.AtRandom(7, "k", n(3), among(hand(e.foe))),
                do("draw", e.you, 1),
                do("discard", e.foe, ir.Local(7, "k")),
            )
        ),
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
        run(lambda e: ir.Repeat(9, ir.Tally("rust", e.you), None, do("draw", e.you, 1))),
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
    "what a card has": case(
        run(
            lambda e: ir.If(
                op(
                    "and",
                    ir.Is(e.this, cards(ir.IsKeyword("surge", ("surge",)))),
                    op("not", ir.Is(e.this, cards(ir.IsFlag("loose")))),
                ),
                do("discard", e.you, among(hand(e.foe), cards("slash", ir.IsKeyword("surge", ("surge",))))),
                None,
            )
        )
    ),
    "relations": case(
        run(
            lambda e: ir.If(
                op(
                    "and",
                    ir.Beats("beats", e.this, ir.Call("opener", (e.foe,)), False),
                    op("not", ir.Beats("ties", e.this, ir.Call("opener", (e.foe,)), True)),
                    op("not", ir.Call("quicker than", (e.this, ir.Call("opener", (e.foe,))))),
                    ir.Call("out of reach", (e.this, e.foe)),
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
    "one or the other within a choice": case(
        run(
            lambda e: choose(
                e,
                "may",
                ask(e, "c", among(hand(e.you))),
                body=seq(
                    do("discard", e.you, e["c"]),
                    ir.If(
                        op(">", ir.Tally("rust", e.you), n(2)), do("gain focus", e.you, 3), do("lose life", e.you, 2)
                    ),
                    do("draw", e.you, 1),
                ),
            )
        )
    ),
    "a condition within one of two": case(
        run(
            lambda e: ir.If(
                few_rust(e, 2), ir.If(few_rust(e, 1), do("draw", e.you, 3), None), do("lose life", e.you, 4)
            )
        ),
        run(
            lambda e: ir.If(
                few_rust(e, 2),
                ir.If(few_rust(e, 1), do("draw", e.you, 3), None),
                ir.If(few_rust(e, 5), hit(e, 6), None),
            )
        ),
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
    "as many as were chosen": case(
        run(
            lambda e: seq(
                choose(e, "must", ask(e, "old", among(hand(e.you)), 0, 3)),
                do("discard", e.you, e["old"]),
                do("draw", e.you, op("+", ir.Fold("count", e["old"], 0, None), n(1))),
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
    "a single option": case(
        run(
            lambda e: seq(
                ir.Options(e.you, "may", "one", 9, (ir.Option("rest", "", None, do("draw", e.you, 2)),)),
                ir.Options(
                    e.you, "may", "one", 9, (ir.Option("vent", "", op(">", ir.Tally("rust", e.you), n(1)), hit(e, 3)),)
                ),
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

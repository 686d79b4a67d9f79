"""A small invented game, built by hand as IR, and terse helpers to put cards into it.

Environments are filled as `yomi_dsl.ir` says; `Env` gives the slots of one by name, so that a test reads like a card.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from yomi_dsl import ir

AT = ir.At("cards/harbour/game.yomi", 1, 1)
NOTHING = ir.Lit(None)
ANY = ir.Filter(())


def at(line: int, path: str = "cards/harbour/cards.yomi") -> ir.At:
    return ir.At(path, line, 3)


class Env:
    """Slots by name; what is not there yet becomes a local of the body."""

    def __init__(self, *names: str) -> None:
        self.names = list(names)
        self.params = len(names)

    def __getitem__(self, name: str) -> ir.Local:
        if name not in self.names:
            self.names.append(name)
        return ir.Local(self.names.index(name), name)

    @property
    def you(self) -> ir.Local:
        return self["you"]

    @property
    def this(self) -> ir.Local:
        return self["this"]

    @property
    def foe(self) -> ir.Opponent:
        return ir.Opponent(self.you)

    def proc(self, body: Any) -> ir.Proc:
        return ir.Proc(tuple(self.names), self.params, body)


Body = Callable[[Env], Any]

# ---- values and filters --------------------------------------------------------------------------------------------


def n(value: int) -> ir.Lit:
    return ir.Lit(value)


def op(sign: str, *args: Any) -> ir.Op:
    return ir.Op(sign, args)


GROUPS = {"strike": ("slash", "bolt")}
SETS = {
    "kind": ("slash", "bolt", "grab", "parry", "slip", "trick"),
    "rank": ("plain", "grand", "A", "B"),
    "tail": ("link", "last"),
}


def word(label: str) -> ir.IsWord:
    """``strike``, ``slash``, ``A/B``."""
    first = GROUPS.get(label.split("/")[0], (label.split("/")[0],))[0]
    name = next(name for name, words in SETS.items() if first in words)
    words = tuple(w for part in label.split("/") for w in GROUPS.get(part, (part,)))
    return ir.IsWord(name, words, label)


def cards(*terms: Any) -> ir.Filter:
    """A filter; words may be given as text."""
    return ir.Filter(tuple(word(t) if isinstance(t, str) else t for t in terms))


def own(player: Any, *terms: Any) -> ir.Filter:
    return cards(ir.OwnedBy(player), *terms)


def this_card(e: Env) -> ir.Filter:
    return ir.Filter((ir.Same(e.this),))


def among(zone: Any, filter: ir.Filter = ANY, where: Any = None) -> ir.Cards:
    return ir.Cards((zone,), None, filter, 90, "it", where)


def top(zone: Any) -> ir.Pick:
    return ir.Pick("first", among(zone))


def hand(player: Any) -> ir.Zone:
    return ir.Zone("hand", player)


def deck(player: Any) -> ir.Zone:
    return ir.Zone("deck", player)


def heap(player: Any) -> ir.Zone:
    return ir.Zone("discard pile", player)


def span(start: str = "now", count: int = 1, what: str = "bout", whose: Any = None, until: bool = False) -> ir.Span:
    return ir.Span(start, n(count), what, whose, start == "now", until)


# ---- effects -------------------------------------------------------------------------------------------------------


def seq(*steps: Any) -> ir.Seq:
    return ir.Seq(steps)


def do(action: str, doer: Any, *roles: Any) -> ir.Do:
    return ir.Do(action, doer, tuple(n(r) if isinstance(r, int) else r for r in roles), AT)


def ask(e: Env, name: str, source: ir.AnyOf | ir.Cards, low: int = 1, high: int = 1) -> ir.Ask:
    found = ir.AnyOf(cards=source) if isinstance(source, ir.Cards) else source
    return ir.Ask(name, e[name].slot, found, n(low), n(high), high > 1)


def choose(
    e: Env,
    mode: str,
    *asks: ir.Ask,
    who: Any = None,
    where: Any = None,
    body: Any = None,
    otherwise: Any = None,
    limit: int | None = None,
) -> ir.Choose:
    most = n(limit) if limit is not None else None
    return ir.Choose(who or e.you, mode, asks, where, e["round"].slot, most, body, otherwise, AT)


# ---- what stands in force ------------------------------------------------------------------------------------------


def rule(timing: str, action: str, tests: Callable[[Env], dict[str, Any]], then: Body, where: Body | None = None,
         limit: ir.Limit | None = None, line: int = 5) -> ir.Rule:  # fmt: skip
    """A rule on an action. A test may be a player, a filter or any condition on the role."""
    roles = next((a.roles for a in ACTIONS if a.name == action), PRIMITIVES.get(action, ()))
    env = Env("doer", *(r.name for r in roles), "you", "this")
    made = tuple((name, _test(env[name], asked)) for name, asked in tests(env).items())
    found = where(env) if where else None
    return ir.Rule(timing, action, made, found, limit, None, env.proc(then(env)), (), at(line))


def _test(role: ir.Local, asked: Any) -> Any:
    if isinstance(asked, ir.Filter):
        return ir.Is(role, asked)
    return op("=", role, asked) if isinstance(asked, ir.Local | ir.Opponent | ir.Active | ir.Zone) else asked


def soon(where: Body, then: Body) -> ir.Rule:
    env = Env("you", "this")
    return ir.Rule("soon", "", (), where(env), None, None, env.proc(then(env)), (), at(5))


def edge(timing: str, when: ir.Span, then: Body) -> ir.Rule:
    env = Env("you", "this")
    return ir.Rule(timing, "", (), None, None, when, env.proc(then(env)), (), at(5))


def modifier(
    filter: Body, target: str, op_: str, value: Any, up_to: int | None = None, captures: tuple[str, ...] = ()
) -> ir.Modifier:
    env = Env("it", "you", "this", *captures)
    operand = value(env) if callable(value) else ir.Lit(value) if isinstance(value, int | bool) else value
    most = n(up_to) if up_to is not None else None
    return ir.Modifier(filter(env), None, target, op_, most, env.proc(operand), (), at(5))


def value_modifier(target: str, op_: str, value: int, whose: Body = lambda e: e.you) -> ir.Modifier:
    env = Env("it", "you", "this")
    return ir.Modifier(None, whose(env), target, op_, None, env.proc(n(value)), (), at(5))


def row(mine: Body, theirs: Body, tie: bool = False) -> ir.Row:
    env = Env("mine", "theirs", "you", "this")
    return ir.Row("beats", tie, mine(env), theirs(env), None, tuple(env.names), (), at(5))


def plain(*items: ir.Static) -> ir.Ability:
    return ir.Ability("plain", "", "", (), "", (), items, None, (), at(5))


def part(title: str, *items: ir.Static) -> ir.Ability:
    return ir.Ability("part", "trait", title, (), "", (), items, None, (), at(5))


def run(body: Body, name: str = "effect", params: tuple[str, ...] = ()) -> ir.Ability:
    env = Env("you", "this", *params)
    return ir.Ability("run", name, "", (), "", (), (), env.proc(body(env)), (), at(5))


def keyword(name: str, says: str, *items: ir.Static, **args: Any) -> ir.Ability:
    filled = tuple((key, n(value) if isinstance(value, int) else value) for key, value in args.items())
    return ir.Ability("keyword", name, "", filled, says, (), items, None, (), at(5))


# ---- the game ------------------------------------------------------------------------------------------------------


def action(name: str, forms: tuple[str, str], roles: str, says: str, kind: str = "action") -> ir.Action:
    """Roles as ``n:number, victim:player:to``."""
    made = tuple(ir.Role(*(*r.strip().split(":"), "")[:3]) for r in roles.split(",") if r)
    return ir.Action(name, kind, forms, made, says, None, None, ir.Proc(("doer",), 1, seq()), None, (), AT)


ACTIONS = (
    action("draw", ("draw", "draws"), "n:number", "{doer} draw/draws {n} card/cards"),
    action("discard", ("discard", "discards"), "c:cards", "{doer} discard/discards {c}"),
    action("lose life", ("lose", "loses"), "n:number", "{doer} lose/loses {n} life"),
    action("gain focus", ("gain", "gains"), "n:number", "{doer} gain/gains {n} focus"),
    action(
        "hit", ("hit", "hits"), "victim:player, amount:number:for, cause:card:by",
        "{doer} hit/hits {victim} for {amount}",
    ),
    action("evade", ("evade", "evades"), "blow:card, step:card:with", "{doer} evade/evades {blow} with {step}"),
    action("open", ("open", "opens"), "c:card:with", "{doer} open/opens with {c}"),
    action("land", ("land", "lands"), "blow:card, how:word tail:as", "{doer} land/lands {blow}"),
    action("strike back", ("strike", "strikes"), "", "{doer} may strike back"),
    action("play", ("play", "plays"), "c:card", "{doer} play/plays {c}"),
    action("tidy up", ("tidy", "tidies"), "", "the cards of the bout are put away"),
    action("bleed", ("bleed", "bleeds"), "", "{doer}'s bleeding"),
    action("dusk", ("dusk", "dusks"), "", "at the end of each turn"),
    action("mumble", ("mumble", "mumbles"), "n:number, x:player:to", ""),
    action("main", ("main", "main"), "", "", "phase"),
    action("bout", ("bout", "bout"), "", "", "phase"),
)  # fmt: skip

PRIMITIVES = {"move": (ir.Role("what", "card", ""), ir.Role("origin", "zone", "from"), ir.Role("place", "zone", "to"))}


def attribute(name: str, type: str, set: str = "", yes: str = "", no: str = "") -> ir.Attribute:
    return ir.Attribute(name, type, set, 0, 99, "optional", ANY, None, yes, no, AT)


ATTRIBUTES = (
    attribute("kind", "word", "kind"), attribute("rank", "word", "rank"), attribute("tail", "word", "tail"),
    attribute("pace", "number"), attribute("force", "number"), attribute("dent", "number"), attribute("life", "number"),
    attribute("sequel", "filter"), attribute("heights", "set", "height"),
    attribute("loose", "flag", "", "open after a parry", "safe after a parry"),
    attribute("barred", "flag", "", "barred", "free"), attribute("dumb", "flag"),
)  # fmt: skip


def status(name: str, holder: str, says: str, when: ir.Span | None, *items: ir.Static, named: bool = True,
           captures: tuple[str, ...] = ()) -> ir.Status:  # fmt: skip
    return ir.Status(name, holder, when, says, ir.Settle("each", "one", ()), captures, items, named, (), AT)


STATUSES = (
    status("dazed", "player", "dazed", span("next"), modifier(lambda e: own(e.you, "slip"), "barred", "to", True)),
    status("lead", "player", "the lead", span("next")),
    status("landed", "card", "landed", span()),
    status("fog", "game", "fog", span("next")),
    status("hush", "player", "", span()),
)


def zone(name: str, order: str = "pile", shared: bool = False) -> ir.ZoneDecl:
    return ir.ZoneDecl(name, shared, order, "all", None, "", False, False, (), AT)


def tally(name: str, says: str = "", of: str = "player") -> ir.TallyDecl:
    empty = ir.Proc((of,), 1, n(0))
    return ir.TallyDecl(name, of, empty, empty, empty, False, says, (), AT)


def value(name: str, type: str, subjects: tuple[str, ...], says: str = "") -> ir.ValueDecl:
    return ir.ValueDecl(name, type, subjects, ir.Proc(subjects, len(subjects), n(0)), says, (), AT)


KEYWORDS = (ir.Keyword("surge", (("extra", "number"),), "When this hits, add {extra}.", (), AT),)
FORMS = (
    ("card", "a card", "cards"), ("strike", "a strike", "strikes"), ("slash", "a slash", "slashes"),
    ("bolt", "a bolt", "bolts"),
    ("grab", "a grab", "grabs"), ("parry", "a parry", "parries"), ("slip", "a slip", "slips"), ("hp", "life", "life"),
    ("main", "the main phase", "main phases"), ("bout", "the bout", "bouts"), ("turn", "a turn", "turns"),
    ("side deck", "the side deck", "side decks"),
)  # fmt: skip


def card(
    name: str,
    *abilities: ir.Ability,
    holder: str = "Ada",
    copies: int = 1,
    flavour: str = "",
    line: int = 5,
    head: str = "",
    faces: tuple[ir.Face, ...] = (),
    source: str = "house",
    art: str = "",
    **values: Any,
) -> ir.Card:
    """A card of one face; its values by attribute: texts are words, filters and tuples of words as they are."""
    made = faces or (face("", *abilities, **values),)
    return ir.Card(
        f"{holder}/{name}" if holder else name, name, holder, head, copies, "", made, source, flavour, art, at(line)
    )


def face(name: str, *abilities: ir.Ability, **values: Any) -> ir.Face:
    return ir.Face(name, tuple((key, _printed(key, v)) for key, v in values.items()), abilities)


def _printed(name: str, value: Any) -> ir.Printed:
    if isinstance(value, str):
        return ir.WordLit(name, value)
    if isinstance(value, tuple):
        return ir.WordsLit("height", value)
    if isinstance(value, ir.Filter):
        return ir.Proc(("it",), 1, value)
    return ir.Lit(value)


def game(*made: ir.Card, **changes: Any) -> ir.Game:
    """The game with these cards, all of one holder unless they say otherwise."""
    holders = tuple(dict.fromkeys(c.holder for c in made if c.holder))
    sets = tuple(ir.WordSet(name, words, (), (), AT) for name, words in {**SETS, "height": ("high", "low")}.items())
    base = ir.Game(
        name="Harbour", players=2, heads=(("fighter", ""),), sets=sets, attributes=ATTRIBUTES,
        zones=(zone("deck"), zone("hand"), zone("discard pile"), zone("side deck"), zone("ring", "row"),
               zone("pool", "plain", True)),
        tallies=(tally("hp"), tally("rust", "rust"), tally("tide", of="game")),
        values=(value("swap limit", "number", ("player",), "swaps a turn"), value("reach", "number", ("player",)),
                value("opener", "card", ("player",)), value("quicker than", "yes/no", ("card", "card")),
                value("out of reach", "yes/no", ("card", "player"), "{card} is out of {player}'s reach"),
                value("payable", "yes/no", ("card",), "affordable")),
        contests=(ir.Contest("beats", "ties", (row(lambda e: cards("slash"), lambda e: cards("grab")),), "{mine} beat/beats {theirs}", (), AT),),
        actions=ACTIONS, statuses=STATUSES, keywords=KEYWORDS, parts_run=("effect",), parts_live=("trait",),
        layers=(), order=(),
        turn=ir.Turn(False, "chance", ("main", "bout")), setup=None, given=None, rules=(), both_lose=None, turn_limit=0,
        turn_limit_verdict=None, cards=made,
        holders=tuple(ir.HolderDecl("fighter", name, "", (), ("1d3a8a", "dfe6f7"), AT) for name in holders),
        endings=("knockout",), invariants=(), rulings=(), rows=(), properties=(), measures=(), examples=(), bots=(), looks=(), symbols=(), studies=(),
        forms=tuple(ir.Forms(*f) for f in FORMS),
    )  # fmt: skip
    return attrs.evolve(base, **changes)

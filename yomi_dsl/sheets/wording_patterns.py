"""What a rule answers: an action with tests on who does it and on its roles, as "you ... a ... with this"."""

from __future__ import annotations

import attrs

from yomi_dsl import ir
from yomi_dsl.sheets.grammar import PREPOSITIONS, YOU, Noun, base_verb, fill, holes, listed
from yomi_dsl.sheets.text import clean
from yomi_dsl.sheets.wording_choices import uses
from yomi_dsl.sheets.wording_conditions import COMPARED, compared
from yomi_dsl.sheets.wording_filters import kind
from yomi_dsl.sheets.wording_scene import Scene, is_local, literal, noun, test
from yomi_dsl.sheets.wording_values import PLAYER

A_PLAYER = Noun("a player", own="that player's", self_="themselves")
_PRIMITIVES = {
    "move": "{doer} move/moves {what} from {origin} to {place}",
    "shuffle": "{doer} shuffle/shuffles {place}",
    "flip": "{doer} flip/flips {what} to {side}",
    "reveal": "{doer} reveal/reveals {what}",
    "change": "{doer} change/changes {what} by {delta}",
    "mark": "{holder} gain/gains {status}",
    "unmark": "{holder} lose/loses {status}",
    "roll": "{doer} roll/rolls {result}",
    "win game": "{who} win/wins the game",
    "lose game": "{who} lose/loses the game",
    "tie game": "the game is tied",
}
_LATER = {
    "number": "that number", "card": "that card", "cards": "those cards", "player": "that player", "zone": "that zone",
}  # fmt: skip
_GENERIC = {"card": "card", "cards": "card"}


@attrs.define(eq=False)
class Pattern:
    """A worded pattern.

    scene   the place after it, where its roles are called "that ..."
    where   what else is asked, apart from what stands in its words
    tests   what is asked of roles and did not fit into its words
    """

    scene: Scene
    rule: ir.Rule
    action: ir.Action | None
    says: str
    nouns: dict[str, Noun | None]
    tests: list[str]
    where: ir.Value | None = None
    tail: str = ""

    @property
    def doer(self) -> Noun:
        return self.nouns.get("doer") or A_PLAYER

    @property
    def is_phase(self) -> bool:
        return self.action is not None and self.action.kind in ("phase", "turn") and not self.action.says

    @property
    def text(self) -> str:
        """As it happens: "you cover a red card with this"."""
        return fill(self.says, {**self.nouns, "doer": self.doer}) + self.tail

    @property
    def would(self) -> str:
        """As it is about to happen: "you would cover a red card with this"."""
        if not base_verb(self.says):
            return self.text
        return f"{self.doer.text} would {self.order}"

    @property
    def order(self) -> str:
        """As an order: "cover a red card with this"."""
        return fill(self.says, {**self.nouns, "doer": YOU}).removeprefix("you").strip() + self.tail

    @property
    def phase(self) -> str:
        """A phase by its name, owned if the rule says whose: "your first phase", "the first phase"."""
        name = self.rule.action
        if self.nouns.get("doer") is None:
            return self.scene.lex.the(name)
        return f"{self.doer.possessive} {self.scene.lex.bare(name)}"


def pattern(scene: Scene, rule: ir.Rule) -> Pattern:
    """The pattern of a rule; ``scene`` is the rule's own place, with you, this and captures named."""
    action = scene.lex.actions.get(rule.action)
    says = _template(scene, rule, action)
    found = Pattern(attrs.evolve(scene, env=dict(scene.env)), rule, action, says, {}, [], rule.where)
    for role, condition in rule.tests:
        _test(scene, found, role, condition)
    _bound(scene, found)
    if not found.is_phase:
        _untested(found)
        _unsaid(found)
    _name_roles(found)
    return found


def _template(scene: Scene, rule: ir.Rule, action: ir.Action | None) -> str:
    says = clean(action.says) if action else ""
    if says or (action and action.kind in ("phase", "turn")):
        return says
    if rule.action in _PRIMITIVES:
        return _PRIMITIVES[rule.action]
    scene.wordless("action", rule.action)
    base, third = action.forms if action else (rule.action, rule.action)
    verb = f"{base}/{third or base}" if " " not in base else base
    rest = clean(rule.action).removeprefix(base).strip()
    return " ".join(["{doer}", verb, rest, *(_role_hole(role) for role in (action.roles if action else ()))])


def _role_hole(role: ir.Role) -> str:
    return f"{role.prep} {{{role.name}}}" if role.prep else f"{{{role.name}}}"


def _test(scene: Scene, found: Pattern, role: str, condition: ir.Value) -> None:
    """One thing asked of a role; several that are asked of one role become one noun."""
    slot = found.rule.proc.names.index(role) if role in found.rule.proc.names else -1
    parts = condition.args if isinstance(condition, ir.Op) and condition.op == "and" else (condition,)
    for part in parts:
        tested = _tested(scene, slot, part)
        before = found.nouns.get(role)
        if tested is None:
            found.tests.append(test(scene.inside(slot, _later(found, role)), part))
        elif before is not None:
            found.nouns[role] = Noun(f"{before.text} that is {tested.text}", bare=before.bare)
        else:
            found.nouns[role] = tested


def _tested(scene: Scene, slot: int, condition: ir.Value) -> Noun | None:
    """What a role has to be, as a noun; None if it takes a condition to say it."""
    if isinstance(condition, ir.Is) and is_local(condition.of, slot):
        return kind(scene, condition.filter)
    if isinstance(condition, ir.Quant) and condition.quant == "any" and condition.cards.value is not None:
        return kind(scene, condition.cards.filter) if is_local(condition.cards.value, slot) else None
    if isinstance(condition, ir.Op) and condition.op == "=" and len(condition.args) == 2:
        left, right = condition.args
        if is_local(left, slot):
            return noun(scene, right)
        return noun(scene, left) if is_local(right, slot) else None
    if isinstance(condition, ir.Op) and condition.op == "or":
        options = [_tested(scene, slot, arg) for arg in condition.args]
        return Noun(listed([o.text for o in options if o], "or")) if all(options) else None
    return None


def _bound(scene: Scene, found: Pattern) -> None:
    """A number that is asked of a role in its place: "for more than 2"."""
    where, names = found.rule.where, found.rule.proc.names
    if (
        not isinstance(where, ir.Op)
        or len(where.args) != 2
        or where.op not in COMPARED
        or literal(where.args[1]) is None
    ):
        return
    left = where.args[0]
    name = names[left.slot] if isinstance(left, ir.Local) else ""
    if name in holes(found.says) and found.nouns.get(name) is None:
        found.nouns[name] = Noun(
            compared(where.op, str(literal(where.args[1]))), "number", bare=" ".join(["number"] * 4)
        )
        found.where = None


def _untested(found: Pattern) -> None:
    """Roles that nothing is asked of: named in general where the sentence needs them, else left out."""
    says = found.says
    for name in holes(says):
        if found.nouns.get(name) is not None or name == "doer":
            continue
        before = says.partition("{" + name + "}")[0].split()
        object_ = not before or before[-1] not in PREPOSITIONS
        type_ = _type(found, name)
        needed = _mentions(found.rule, name) and type_ not in ("number", "")
        if type_ in _GENERIC and (object_ or needed):
            found.nouns[name] = found.scene.lex.noun("card")
        elif type_ == "player" and needed:
            found.nouns[name] = A_PLAYER


def _mentions(rule: ir.Rule, role: str) -> bool:
    slot = rule.proc.names.index(role) if role in rule.proc.names else -1
    return uses((rule.where, rule.proc.body), slot) > 0


def _type(found: Pattern, role: str) -> str:
    roles = found.action.roles if found.action else ()
    declared = next((r.type for r in roles if r.name == role), "")
    return next((t for t in ("cards", "card", "player", "number", "zone") if declared.startswith(t)), declared)


def _unsaid(found: Pattern) -> None:
    """What is asked of roles that the template has no hole for is added at its end."""
    roles = {role.name: role for role in (found.action.roles if found.action else ())}
    for name, tested in found.nouns.items():
        if tested is None or name in holes(found.says):
            continue
        if name == "doer":
            found.scene.lacks(f'the words of the action "{found.rule.action}" do not say who does it: {{doer}}')
            found.tail += f" by {tested.text}"
        else:
            prep = clean(roles[name].prep) if name in roles and roles[name].prep else "with"
            found.tail += f" {'with' if prep == 'by' else prep} {tested.text}"


def _name_roles(found: Pattern) -> None:
    """From here on a role is called "that ..."."""
    for slot, name in enumerate(found.rule.proc.names[: found.rule.proc.params]):
        if (
            name == "doer"
            or (found.action and any(role.name == name for role in found.action.roles))
            or name in found.nouns
        ):
            found.scene.env.setdefault(slot, _later(found, name))


def _later(found: Pattern, role: str) -> Noun:
    tested = found.nouns.get(role)
    if tested is not None and not tested.bare:
        return tested
    if role == "doer":
        return PLAYER
    if tested is not None and len(tested.bare.split()) <= 3:
        return Noun(f"that {tested.bare}", bare=tested.bare, own=f"that {tested.bare}'s")
    type_ = _type(found, role)
    if type_ == "number" and len(role) > 2:
        return Noun(f"the {found.scene.lex.bare(role)}", "number")
    return Noun(
        _LATER.get(type_, f"that {clean(type_.removeprefix('word ')) or role}"), "many" if type_ == "cards" else "one"
    )

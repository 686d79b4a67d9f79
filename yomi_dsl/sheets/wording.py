"""The rules text of a card, made from the same IR that the engine runs. Nothing here knows a game."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import groupby

from yomi_dsl import ir
from yomi_dsl.nodes import evolve
from yomi_dsl.sheets import wording_choices, wording_conditions  # noqa: F401  they register how their nodes read
from yomi_dsl.sheets.grammar import Noun, fill, holes
from yomi_dsl.sheets.lexicon import Lexicon, lexicon
from yomi_dsl.sheets.text import Run, Sentence, bold, capital, clean, labelled, sentence
from yomi_dsl.sheets.wording_clauses import steps
from yomi_dsl.sheets.wording_effects import clauses
from yomi_dsl.sheets.wording_filters import filter_words
from yomi_dsl.sheets.wording_rules import keyword, statics
from yomi_dsl.sheets.wording_scene import Problem, Scene, noun, same
from yomi_dsl.sheets.wording_values import during

__all__ = ["Run", "Sentence", "card_text", "face_text", "glossary", "side_text", "summary", "wording_problems"]
_SETUP = "setup"


def card_text(game: ir.Game, card: ir.Card) -> tuple[Sentence, ...]:
    """The rules text of a card: what all its faces share, then the faces one after the other, in the order printed."""
    shared = (ir.Face("", (), shared_abilities(card)),) if len(card.faces) > 1 else ()
    return tuple(s for face in (*shared, *card.faces) for s in face_text(game, card, face))


def shared_abilities(card: ir.Card) -> tuple[ir.Ability, ...]:
    """What stands on every face of a card that has several."""
    first, *others = card.faces
    return tuple(a for a in first.abilities if others and all(_among(a, face.abilities) for face in others))


def _among(ability: ir.Ability, abilities: Sequence[ir.Ability]) -> bool:
    """Is it one of them, or written alike?"""
    return any(ability is other or same(ability, other) for other in abilities)


def face_text(
    game: ir.Game, card: ir.Card, face: ir.Face, problems: list[Problem] | None = None, tracks: Container[str] = ()
) -> tuple[Sentence, ...]:
    """The rules text of one side, without what all sides share, and without the range of tallies that are tracks on it."""
    scene = Scene(lexicon(game), card.at, problems=[] if problems is None else problems)
    out: list[Sentence] = []
    shared = shared_abilities(card) if face.name else ()
    for paragraph in _paragraphs(scene, [a for a in face.abilities if not _among(a, shared)]):
        lines = [line for text in paragraph for line in stopped_lines(text)]
        out += [sentence(line, opens=i == 0 or line.startswith("•"), face=face.name) for i, line in enumerate(lines)]
    return (*out, *(sentence(text, face=face.name) for text in _own_tallies(scene, card, tracks) if not face.name))


def _own_tallies(scene: Scene, card: ir.Card, tracks: Container[str]) -> list[str]:
    """What a holder's own card says of the tallies that only he has: from where to where they go."""
    if not card.head:
        return []
    own = [t for t in scene.lex.game.tallies if t.holder == card.holder and t.of == "player" and t.says]
    return [f"{bold(capital(clean(t.says)) + ':')} {_range(scene, t)}" for t in own if t.name not in tracks]


def _range(scene: Scene, tally: ir.TallyDecl) -> str:
    low, high, start = (noun(scene.enter(p.names), p.body).text for p in (tally.low, tally.high, tally.start))  # type: ignore[arg-type]
    return f"{low} to {high}" if start == low else f"{low} to {high}, {start} at the start"


def side_text(game: ir.Game, card: ir.Card, face: ir.Face) -> tuple[Sentence, ...]:
    """The rules text of one side by itself, with what all sides share."""
    return face_text(game, card, evolve(face, name=""))


def stopped_lines(text: str) -> list[str]:
    """The lines of a text, a list of options on lines of their own."""
    return [line for line in text.split("\n") if line]


def _paragraphs(scene: Scene, abilities: Sequence[ir.Ability]) -> list[list[str]]:
    """The texts of each ability. What is written out in place: each rule alone, modifiers side by side together."""
    out: list[list[str]] = []
    for plain, group in groupby(abilities, lambda a: a.kind == "plain"):
        members = list(group)
        if plain:
            items = [item for ability in members for item in ability.items]
            out += [statics(scene, part) for part in _apart(items)]
        else:
            out += [ability_text(scene, ability) for ability in members]
    return [texts for texts in out if texts]


def _apart(items: Sequence[ir.Static]) -> list[list[ir.Static]]:
    """Each rule by itself, what lies between rules together."""
    out: list[list[ir.Static]] = []
    for item in items:
        if out and not isinstance(item, ir.Rule) and not isinstance(out[-1][-1], ir.Rule):
            out[-1].append(item)
        else:
            out.append([item])
    return out


def ability_text(scene: Scene, ability: ir.Ability) -> list[str]:
    """One ability of a card: a keyword, a named part that is in force, or a part that is run."""
    scene.at = ability.at
    if ability.kind == "keyword":
        texts = keyword(scene, ability)
        return [labelled(texts[0]), *texts[1:]] if texts else []
    if ability.kind == "run":
        return _run_part(scene, ability)
    texts = statics(scene, ability.items)
    title = clean(ability.title or ability.name)
    return _titled(f"{title}.", texts) if title and texts else texts


def _run_part(scene: Scene, ability: ir.Ability) -> list[str]:
    if ability.proc is None:
        return []
    inner = scene.enter(ability.proc.names, _parameters(ability.proc), ability.at)
    texts = steps(clauses(inner, ability.proc.body))  # type: ignore[arg-type]
    return _titled(f"{clean(ability.name)}:", texts) if _needs_label(scene.lex, ability) else texts


def _parameters(proc: ir.Proc) -> dict[str, Noun]:
    """A part's parameters beyond you and this are what it is run against."""
    others = [name for name in proc.names[: proc.params] if name not in ("you", "this")]
    return {name: Noun("that card" if len(others) == 1 else f"the {clean(name)}") for name in others}


def _needs_label(lex: Lexicon, ability: ir.Ability) -> bool:
    """A game with one kind of run part need not say which it is."""
    return len(lex.game.parts_run) != 1 or ability.name not in lex.game.parts_run


def _titled(title: str, texts: Sequence[str]) -> list[str]:
    return [f"{bold(capital(title))} {capital(texts[0])}", *texts[1:]] if texts else []


def wording_problems(game: ir.Game) -> list[Problem]:
    """What the cards reach that has no words, each place and message once."""
    problems: list[Problem] = []
    for card in game.cards:
        for face in (ir.Face("", (), shared_abilities(card)), *card.faces):
            face_text(game, card, face, problems)
    seen: dict[tuple[str, int, str], Problem] = {}
    for at, message in problems:
        seen.setdefault((at.path, at.line, message), (at, message))
    return list(seen.values())


# ---- short forms ---------------------------------------------------------------------------------------------------


def summary(game: ir.Game, card: ir.Card, brief: bool = False) -> str:
    """One line: name, type words, numbers and, unless it is to be brief, what else is printed; of each face, if several."""
    lex = lexicon(game)
    sides = [(clean(face.name), ", ".join(_attributes(lex, face, brief))) for face in card.faces]
    if len({words for _, words in sides}) > 1:
        return f"{clean(card.name)} ({'; '.join(f'{name}: {words}' for name, words in sides)})"
    return f"{clean(card.name)} ({sides[0][1]})" if sides and sides[0][1] else clean(card.name)


def _attributes(lex: Lexicon, face: ir.Face, brief: bool) -> list[str]:
    """What is printed, in the order declared: words, then numbers and the rest with their names."""
    values = dict(face.values)
    printed = [(a, values[a.name]) for a in lex.game.attributes if a.name in values]
    words = " ".join(clean(v.word) for _, v in printed if isinstance(v, ir.WordLit))
    told = [
        (a, v) for a, v in printed if not isinstance(v, ir.WordLit) and not (brief and a.type in ("flag", "filter"))
    ]
    rest = [_printed(lex, a, v) for a, v in told]
    return [text for text in (words, *rest) if text]


def _printed(lex: Lexicon, attribute: ir.Attribute, value: ir.Printed) -> str:
    name = lex.bare(attribute.name)
    if isinstance(value, ir.Lit):
        if isinstance(value.value, bool):
            return clean(attribute.says_yes) or name if value.value else ""
        return f"{name} {value.value}"
    if isinstance(value, ir.WordsLit):
        return f"{name} {'/'.join(value.words)}"
    if isinstance(value, ir.Proc) and isinstance(value.body, ir.Filter):
        scene = Scene(lex, attribute.at).enter(value.names)
        return f"{name} {filter_words(scene, value.body)}" if value.body.terms else f"{name} any {lex.bare('card')}"
    return ""


def glossary(game: ir.Game) -> tuple[tuple[str, str], ...]:
    """Keywords and statuses of a game, each with what it says and does."""
    lex = lexicon(game)
    uses = {a.name: a for c in game.cards for f in c.faces for a in f.abilities if a.kind == "keyword"}
    entries = [(k.name, _keyword_entry(lex, k, uses.get(k.name))) for k in game.keywords]
    entries += [(s.says, _status_entry(lex, s)) for s in game.statuses if s.named and s.says and s.items]
    return tuple((clean(name), text) for name, text in entries if text)


def _keyword_entry(lex: Lexicon, declared: ir.Keyword, use: ir.Ability | None) -> str:
    """Its reminder; where that is but its name, what it does."""
    says = fill(clean(declared.says), {name: Noun(f"[{name}]") for name in holes(declared.says)})
    told = [sentence(says).plain] if says else []
    if use is not None and not use.args and len(says.split()) < 4:
        told += [sentence(text).plain for text in statics(Scene(lex, declared.at), use.items)]
    return " ".join(told)


def _status_entry(lex: Lexicon, status: ir.Status) -> str:
    """What a status does, and for how long."""
    scene = Scene(lex, status.at)
    holder = Noun("the holder", own="the holder's", self_="themselves")
    said = statics(scene, status.items, {"you": holder} if status.holder == "player" else {})
    when = during(scene, status.span) if status.span is not None else ""
    return sentence(f"{when}, {'; '.join(said)}" if when else ". ".join(said)).plain

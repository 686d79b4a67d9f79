"""Cards as plain data for the templates: what stands on a face, in words, in the order declared.

The model says nothing of places. Today one plain face shows it all; a game's own ``look`` would choose and place the
same items, so a renderer of looks can take over from here without touching the wording.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import attrs

from yomi_dsl import ir
from yomi_dsl.sheets.icons import Icons
from yomi_dsl.sheets.lexicon import Lexicon, lexicon
from yomi_dsl.sheets.problems import SheetProblem
from yomi_dsl.sheets.text import Sentence, clean
from yomi_dsl.sheets.wording import face_text, shared_abilities
from yomi_dsl.sheets.wording_filters import filter_words
from yomi_dsl.sheets.wording_scene import Scene

INK, PAPER = "37414d", "eceff2"
_HEX = re.compile(r"#?([0-9a-fA-F]{6})")
Paragraphs = list[list[tuple[str, str, str]]]


@attrs.frozen
class Item:
    """A labelled thing on a face: a type word, a number, a line of words."""

    label: str
    text: str
    icon: str = ""


@attrs.frozen
class FaceModel:
    """One side. ``words``: type words; ``numbers``; ``lines``: longer values with labels; ``flags``: phrases."""

    name: str
    words: list[Item]
    numbers: list[Item]
    lines: list[Item]
    flags: list[str]
    paragraphs: Paragraphs


@attrs.frozen
class CardModel:
    """A card with everything that is printed on it. ``shared``: the rules that all its faces share."""

    id: str
    name: str
    role: Item | None
    holder: str
    ink: str
    paper: str
    on_ink: str
    source: str
    flavour: str
    first: int
    copies: int
    total: int
    shared: Paragraphs
    faces: list[FaceModel]

    def data(self) -> dict[str, Any]:
        """As JSON data for a template."""
        return attrs.asdict(self)


def models(
    game: ir.Game, cards: Sequence[ir.Card], icons: Icons, problems: list[SheetProblem]
) -> list[tuple[ir.Card, CardModel]]:
    """The models of some cards of a game. Numbers run through the whole deck of a holder, whichever part is printed."""
    numbers = _numbering(game)
    return [(card, _card(game, card, numbers, icons, problems)) for card in cards]


def _numbering(game: ir.Game) -> dict[str, tuple[int, int]]:
    """For each card, its first number among those of its holder, and how many they are."""
    sums: dict[str, int] = {}
    firsts = {}
    for card in game.cards:
        firsts[card.id] = sums.get(card.holder, 0) + 1
        sums[card.holder] = sums.get(card.holder, 0) + card.copies
    return {card.id: (firsts[card.id], sums[card.holder]) for card in game.cards}


def _card(
    game: ir.Game, card: ir.Card, numbers: dict[str, tuple[int, int]], icons: Icons, problems: list[SheetProblem]
) -> CardModel:
    ink, paper = _colours(game, card, problems)
    first, total = numbers.get(card.id, (1, card.copies))
    shared = ir.Face("", (), shared_abilities(card))
    return CardModel(
        id=card.id, name=typographic(card.name), role=_role(game, card), holder=typographic(card.holder),
        ink=ink, paper=paper, on_ink="ffffff" if _contrast(ink, "ffffff") >= 4 else "14171a",
        source=card.source, flavour=typographic(card.flavour), first=first, copies=card.copies, total=total,
        shared=_paragraphs(face_text(game, card, shared), icons, card.at),
        faces=[_face(game, card, face, icons) for face in card.faces],
    )  # fmt: skip


def _role(game: ir.Game, card: ir.Card) -> Item | None:
    """What kind of card it is in its deck: a holder's own, or one of a group."""
    role = card.head or card.group
    return Item(typographic(lexicon(game).bare("card")), typographic(role)) if role else None


def _colours(game: ir.Game, card: ir.Card, problems: list[SheetProblem]) -> tuple[str, str]:
    """Ink and paper of a card's holder; of a card that all share, neutral ones."""
    holder = next((h for h in game.holders if h.name == card.holder and (card.head in ("", h.head))), None)
    if holder is None or len(holder.colours) < 2:
        return INK, PAPER
    made = [_HEX.fullmatch(colour) for colour in holder.colours[:2]]
    for colour, match in zip(holder.colours, made, strict=False):
        if match is None:
            problems.append(
                SheetProblem(holder.at, "colour", f'"{colour}" is no colour; write six digits such as "1d3a8a"')
            )
    ink, paper = ((match[1].lower() if match else plain) for match, plain in zip(made, (INK, PAPER), strict=True))
    return ink, paper


def _contrast(a: str, b: str) -> float:
    """Contrast of two colours by the rule of WCAG, 1 to 21."""
    dark, light = sorted((_luminance(a), _luminance(b)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# ---- what is printed on a face -------------------------------------------------------------------------------------


def _face(game: ir.Game, card: ir.Card, face: ir.Face, icons: Icons) -> FaceModel:
    lex = lexicon(game)
    values = dict(face.values)
    made = FaceModel(typographic(face.name), [], [], [], [], _paragraphs(face_text(game, card, face), icons, card.at))
    for attribute in game.attributes:
        value = values.get(attribute.name)
        if value is not None and not _is_default(attribute, value):
            _add(made, lex, attribute, value, icons, card.at)
    return made


def _is_default(attribute: ir.Attribute, value: ir.Printed) -> bool:
    """What a card has unless it says otherwise needs no ink."""
    default = attribute.default
    if isinstance(default, ir.WordLit):
        return isinstance(value, ir.WordLit) and value.word == default.word
    return default is not None and isinstance(value, ir.Lit) and value.value == default.value


def _add(made: FaceModel, lex: Lexicon, attribute: ir.Attribute, value: ir.Printed, icons: Icons, at: ir.At) -> None:
    label = typographic(lex.bare(attribute.name))
    if isinstance(value, ir.WordLit):
        declared = lex.sets.get(value.set)
        says = dict(declared.says).get(value.word, "") if declared is not None else ""
        made.words.append(Item(label, typographic(says or value.word), icons.of(attribute.name, value.word, at)))
    elif isinstance(value, ir.WordsLit):
        made.lines.append(Item(label, typographic(" / ".join(value.words))))
    elif isinstance(value, ir.Proc):
        scene = Scene(lex, attribute.at).enter(value.names)
        if isinstance(value.body, ir.Filter):
            made.lines.append(Item(label, typographic(filter_words(scene, value.body))))
    elif isinstance(value.value, bool):
        if value.value:
            made.flags.append(typographic(attribute.says_yes or label))
    elif value.value is not None:
        made.numbers.append(Item(label, typographic(str(value.value)), icons.of(attribute.name, "", at)))


def _paragraphs(sentences: Sequence[Sentence], icons: Icons, at: ir.At) -> Paragraphs:
    """Sentences grouped into paragraphs of runs, ready to print."""
    out: Paragraphs = []
    for sentence in sentences:
        if sentence.opens or not out:
            out.append([])
        elif out[-1]:
            out[-1].append(("text", " ", ""))
        for run in sentence.runs:
            file = icons.file(run.file, at) if run.kind == "icon" else ""
            kind = "text" if run.kind == "icon" and not file else run.kind
            before = out[-1][-1][1] if out[-1] else ""
            out[-1].append((kind, typographic(run.text, before), file))
    return out


def typographic(text: str, before: str = "") -> str:
    """Curly quotes and true minus signs for plain ones. ``before``: the text in front of it."""
    text = clean(text).replace("'", "’")
    text = re.sub(r"(?<![\w-])-(?=\d)", "−", text)
    out = before[-1:]
    for char in text:
        out += ("“" if out[-1:] in ("", " ", "(", "\u00a0") else "”") if char == '"' else char
    return out[len(before[-1:]) :]

"""What stands on a face, one item at a time: a value with its label, as words and icons, ready for a template."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import attrs

from yomi_dsl import ir
from yomi_dsl.nodes import evolve
from yomi_dsl.sheets.icons import Icons
from yomi_dsl.sheets.lexicon import Lexicon, lexicon
from yomi_dsl.sheets.printed import Print
from yomi_dsl.sheets.text import TIE, Sentence, bare_text, clean
from yomi_dsl.sheets.typography import typographic
from yomi_dsl.sheets.wording_filters import filter_words
from yomi_dsl.sheets.wording_scene import Scene, noun

Token = tuple[str, ...]
"""("text", words) or ("icon", file, what it stands for)."""
Paragraphs = list[list[tuple[str, str, str]]]


@attrs.frozen
class Item:
    """One thing on a face.

    what    name, rules, flavour, art, list, track or value
    repeat  how often its icon is drawn instead of the number; behind: the number stands upon the icon
    beside  the tokens of what stands with it
    start   of a track: the place among its steps, its tokens, where the marker begins
    heads, rows   of a list: labels, and for each row the tokens of each cell; wide: the column that takes the room left
    """

    what: str
    label: str = ""
    text: str = ""
    tokens: list[Token] = attrs.field(factory=list)
    repeat: int = 0
    behind: bool = False
    beside: list[Token] = attrs.field(factory=list)
    paragraphs: Paragraphs = attrs.field(factory=list)
    heads: list[str] = attrs.field(factory=list)
    rows: list[list[list[Token]]] = attrs.field(factory=list)
    wide: int = 0
    start: int = 0


@attrs.frozen(eq=False)
class Maker:
    """Makes the items of one face."""

    print: Print
    icons: Icons

    @property
    def lex(self) -> Lexicon:
        return lexicon(self.print.game)

    def items(self, wanted: ir.LookItem) -> Iterator[Item]:
        """What an item of a look comes to on this face: nothing, one thing, or one for each use of a keyword."""
        if not self.print.holds(wanted.where):
            return
        name = wanted.item
        if name.startswith('"'):
            yield Item("value", tokens=[("text", typographic(name.strip('"')))])
        elif name in self.lex.attributes:
            yield from self._value(name, wanted)
        elif name in self.lex.tallies:
            tally = self.lex.tallies[name]
            if tally.holder in ("", self.print.card.holder):
                yield self._track(tally, wanted)
        else:
            yield from self._keywords(name, wanted)

    # ---- attributes ----------------------------------------------------------------------------------------------------

    def _value(self, name: str, wanted: ir.LookItem) -> Iterator[Item]:
        value = self.print.values.get(name)
        if value is None or (isinstance(value, ir.Lit) and (value.value is None or value.value is False)):
            # 0 is printed
            if wanted.otherwise:
                yield from self._value(wanted.otherwise, evolve(wanted, otherwise=""))
            return
        made = self._worth(name, value, wanted)
        beside = self.print.values.get(wanted.beside)
        yield attrs.evolve(made, beside=self.tokens(wanted.beside, beside)) if beside is not None else made

    def _worth(self, name: str, value: ir.Printed, wanted: ir.LookItem) -> Item:
        drawn = self._icon(name) if wanted.symbol else None
        if isinstance(value, ir.WordLit):
            return self._of_word(name, value, wanted)
        if isinstance(value, ir.Lit) and value.value is True:
            return self._of_flag(name, value, wanted, drawn)
        return self._of_other(name, value, wanted, drawn)

    def _of_word(self, name: str, value: ir.WordLit, wanted: ir.LookItem) -> Item:
        """A word: with a symbol its icon, and below that the word itself; else under the name of the attribute."""
        if wanted.symbol:
            self.icons.of(name, {name: value.word}, self.print.card.at)  # here a missing picture is a fault
        tokens = self._word(name, value.word, value.set)
        icons, words = [t for t in tokens if t[0] == "icon"], [t for t in tokens if t[0] == "text"]
        if wanted.symbol:
            label = "" if wanted.symbol == "only" or not icons else words[0][1]
            return Item("value", self._labelled(wanted, label), tokens=icons or words)
        return Item("value", self._labelled(wanted, self.lex.bare(name)), tokens=words)

    def _of_flag(self, name: str, value: ir.Lit, wanted: ir.LookItem, drawn: Token | None) -> Item:
        """What is true of it: its icon, and below that its words; or the words alone."""
        tokens = self.tokens(name, value)
        label = "" if wanted.symbol == "only" or not drawn else tokens[0][1]
        return Item("value", self._labelled(wanted, label), tokens=[drawn] if drawn else tokens)

    def _of_other(self, name: str, value: ir.Printed, wanted: ir.LookItem, drawn: Token | None) -> Item:
        """A number, words or cards: with its icon in front, behind it, or as often as the number says."""
        style, tokens = wanted.symbol if drawn else "", self.tokens(name, value)
        if drawn and style == "repeated" and isinstance(value, ir.Lit) and isinstance(value.value, int):
            return Item("value", self._labelled(wanted, ""), tokens=[drawn, *tokens], repeat=value.value)
        plain = style == "only" or isinstance(value, ir.Proc)
        label = self._labelled(wanted, "" if plain else self.lex.bare(name))
        return Item("value", label, tokens=[drawn, *tokens] if drawn else tokens, behind=style == "behind")

    def _track(self, tally: ir.TallyDecl, wanted: ir.LookItem) -> Item:
        """A tally as the track on which a marker moves. Of a mirrored one each player has a half, from the middle to his end."""
        low, high, start = (number(proc.body) for proc in (tally.low, tally.high, tally.start))
        low = max(low, start) if tally.mirrored else low
        steps: list[Token] = [("text", typographic(str(n))) for n in range(low, high + 1)]
        return Item("track", self._labelled(wanted, self.lex.tally(tally.name)), tokens=steps, start=start - low)

    def _labelled(self, wanted: ir.LookItem, own: str) -> str:
        """The label that the look gives, or that of the thing itself."""
        return typographic(clean(own if wanted.word is None else wanted.word))

    def _icon(self, name: str) -> Token | None:
        """The picture of an attribute, as the words of this card have it."""
        file = self.icons.of(name, self.print.words, self.print.card.at)
        return ("icon", file, self.lex.bare(name)) if file else None

    def tokens(self, name: str, value: ir.Printed) -> list[Token]:
        """A printed value in words, with the icons that its words have."""
        if isinstance(value, ir.WordLit):
            return self._word(name, value.word, value.set)
        if isinstance(value, ir.WordsLit):
            return self._words(value.words, name)
        if isinstance(value, ir.Proc):
            assert isinstance(value.body, ir.Filter)
            return self._filter(value.body)
        if isinstance(value.value, bool):
            return [("text", typographic(self.lex.attributes[name].says_yes or self.lex.bare(name)))]
        return [("text", typographic(str(value.value)))]

    def _word(self, attr: str, word: str, set_name: str) -> list[Token]:
        declared = self.lex.sets.get(set_name)
        says = dict(declared.says).get(word, "") if declared is not None else ""
        shown = typographic(says or word)
        there = self.icons.there(attr, {attr: word})
        file = self.icons.of(attr, {attr: word}, self.print.card.at) if there else ""
        return [*([("icon", file, shown)] if file else []), ("text", shown)]

    def _words(self, words: Sequence[str], attr: str) -> list[Token]:
        out: list[Token] = []
        for word in words:
            set_name = self.lex.set_of(attr)
            of = attr if attr in self.icons.files else set_name
            icons = [t for t in self._word(of, word, set_name) if t[0] == "icon"]
            out += [("text", "/")] if out else []
            out += icons or [("text", typographic(word))]
        return out

    def _filter(self, filter: ir.Filter) -> list[Token]:
        """What a card must be, as short as it was written: a word that has an icon is drawn."""
        out: list[Token] = [] if filter.terms else [("text", f"any {self.lex.bare('card')}")]
        for term in filter.terms:
            if isinstance(term, ir.OneOf):
                for n, option in enumerate(term.options):
                    out += [("text", "or")] if n else []
                    out += self._filter(option)
            elif isinstance(term, ir.IsWord) and term.label == "/".join(term.words) and self._drawn(term):
                out += self._words(term.words, term.attr)
            else:
                said = filter_words(Scene(self.lex, self.print.card.at), ir.Filter((term,)))
                joined = out and out[-1][0] == "text" and out[-1][1] != "or"
                words = f"{out.pop()[1]} {bare_text(said)}" if joined else bare_text(said)
                out.append(("text", typographic(words)))
        return out

    def _drawn(self, term: ir.IsWord) -> bool:
        """Has each of these words an icon of its own? A game may draw some words of a set and not others."""
        return all(self.icons.there(term.attr, {term.attr: word}) for word in term.words)

    # ---- keywords ------------------------------------------------------------------------------------------------------

    def _keywords(self, name: str, wanted: ir.LookItem) -> Iterator[Item]:
        """A keyword or a named part on the face: its template of the look, filled, or its name."""
        for ability in self.print.face.abilities:
            if ability.name != name or ability.kind not in ("keyword", "part", "run"):
                continue
            words = self._use(ability, wanted.word) if wanted.word else ability.title or name
            icon = self._icon(name) if wanted.symbol else None
            yield Item(
                "value", typographic(clean(name)) if wanted.word else "",
                tokens=[*([icon] if icon else []), ("text", typographic(bare_text(words)))],
            )  # fmt: skip
            if not wanted.each:
                return

    def _use(self, ability: ir.Ability, template: str) -> str:
        """A use of a keyword in the words of the look, its parameters as short as they can be."""
        scene, words = Scene(self.lex, ability.at), {}
        for param, value in ability.args:
            words[param] = filter_words(scene, value) if isinstance(value, ir.Filter) else noun(scene, value).text
        return re.sub(r"\{([^}]*)\}", lambda hole: words.get(hole[1], hole[0]), clean(template))


def number(value: object) -> int:
    """A number that is written out, as the compiler has seen to."""
    assert isinstance(value, ir.Lit) and isinstance(value.value, int)
    return value.value


def paragraphs(sentences: Sequence[Sentence], icons: Icons, at: ir.At) -> Paragraphs:
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
    return [_tied(runs) for runs in out]


_LAST = re.compile(r" (?=\S{1,10}$)")


def tied(text: str) -> str:
    """A text whose last word, if it is short, does not stand in a line alone."""
    return _LAST.sub(TIE, text) if text.count(" ") > 3 else text


def _tied(runs: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    kind, text, file = runs[-1]
    return [*runs[:-1], (kind, tied(text), file)] if kind == "text" else runs


def texts_of(item: Item) -> Iterator[str]:
    """Everything that is set in the type of titles."""
    yield item.label
    yield item.text if item.what == "name" else ""
    for tokens in (item.tokens, item.beside, *(cell for row in item.rows for cell in row)):
        yield from (token[1] for token in tokens if token[0] == "text")
    yield from item.heads

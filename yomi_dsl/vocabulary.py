"""The words of the language itself, in one table: what the reference prints, and what hints and hover text can look up.

No game's word is here. In a pattern, CAPITALS stand for what you fill in, ``[ ]`` for what may be left out, ``|`` for "or".
The examples stand in a small game of their own (tests/docs/host); tests compile each of them.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple


class Row(NamedTuple):
    """A word, or several words that belong together.

    kind     one of `KINDS`
    pattern  how it is written
    example  a small text that compiles
    place    where the example stands: one of `PLACES`
    roles    of an event: the names under which a rule can read what happens, after ``doer``
    forms    other forms of the word
    """

    word: str
    kind: str
    pattern: str
    meaning: str
    example: str
    place: str
    roles: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()


KINDS = {
    "control": "Control words",
    "sign": "Signs",
    "declaration": "Declarations",
    "property": "Words inside declarations",
    "type": "Types",
    "primitive": "Effects that are events of their own",
    "effect": "Other effects",
    "modifier": "Modifiers",
    "determiner": "Who and which",
    "test": "Tests",
    "value": "Values",
    "span": "Spans",
    "example": "Examples",
    "bot": "Bots",
    "wording": "Wording",
    "face": "Card faces",
}
"""The kinds of words, with their titles, in the order of the reference."""

PLACES = ("game", "holder", "card", "face", "body", "test", "value", "status", "example", "bot", "look", "rule")
"""Where an example stands: in a file; in what a player brings; on a trick, or a thrust; in an action with a card ``c``
and a player ``foe``; after ``if``; after ``let x be``; in a status of a player; in an example; in a bot; in a look; in an
instead-of rule of a card."""

CONTROL = (
    Row(
        "if", "control", "if CONDITION { EFFECTS } [else { EFFECTS }]",
        "Does the one or the other. The condition is judged when the effect is reached.",
        "if c is blade { fetch 1 } else if c is parry { rest } else { toss c }", "body", forms=("else",),
    ),
    Row(
        "for each", "control", "for each NAME from CARDS | (KIND, KIND, ...) { EFFECTS }",
        "Once for each card, as they lay at the start; or once for each kind in the list, which NAME then stands for.",
        "for each k from thrust in your fan { toss k }", "body",
    ),
    Row(
        "repeat", "control", "repeat NUMBER | until CONDITION { EFFECTS }",
        "So many times, or until something holds; that is judged before each round.",
        "repeat until no card in your stack { fetch 1 }", "body",
    ),
    Row(
        "choose", "control", "[PLAYER] choose [N] NAME from WHERE [up to N], ... [where CONDITION]",
        "A player must choose. Several names are one choice with one condition on them all.",
        "choose k from your fan, j from your heap where name of k != name of j", "body", forms=("chooses",),
    ),
    Row(
        "keep choosing", "control", "[PLAYER] keep choosing NAME from WHERE [up to N] [where CONDITION] { EFFECTS }",
        "Again and again, until the player stops or nothing is left to choose; with `up to`, at most so often.",
        "keep choosing k from your fan up to 3 where k is trick { toss k }", "body",
    ),
    Row(
        "may", "control", "[PLAYER] may { EFFECTS } | may choose ... { EFFECTS } [else { EFFECTS }]",
        "It can be declined; then the else part happens.",
        "foe may choose k from fan of foe { toss k } else { fetch 1 }", "body",
    ),
    Row(
        "sealed", "control", "sealed { each player { choose ... } }",
        "Both players answer unseen. Each name holds an answer for either player afterwards.",
        "sealed { each player { choose k from your fan } }", "body",
    ),
    Row(
        "together", "control", "together { EFFECTS }",
        "All inside sees the state before it; all that it writes is written at once.",
        "together { change your nerve by -1; change opponent's nerve by -1 }", "body",
    ),
    Row(
        "let", "control", "let NAME be VALUE", "Gives a value a name in this body. The same name may be given again.",
        "let total be weight of c + 1; fetch total", "body", forms=("be",),
    ),
    Row(
        "during", "control", "during SPAN { RULES AND MODIFIERS }",
        "What stands in the braces is in force for you while the span is open. It opens at once, or, with `next`, later.",
        "during this turn { modify your blade: reach by 2 }", "body",
    ),
    Row(
        "before", "control", "before EVENT [where CONDITION] [at most N per SPAN] { EFFECTS }",
        "Happens first; it may still change the numbers of the event by the names of its roles.",
        "before you sting opponent by this { change n by 1 }", "card",
    ),
    Row(
        "after", "control", "after EVENT [where CONDITION] [at most N per SPAN] { EFFECTS }",
        "Happens when the event has taken place.",
        "after opponent stings you where n > 2 at most 1 per turn { fetch 1 }", "card",
    ),
    Row(
        "instead of", "control", "instead of EVENT [where CONDITION] { EFFECTS }",
        "Takes the place of the event; `proceed` inside lets it take place after all.",
        "instead of opponent rests { fetch 1 }", "card", forms=("instead",),
    ),
    Row(
        "as soon as", "control", "as soon as CONDITION { EFFECTS }",
        "Happens when the condition becomes true, whatever made it so.",
        "as soon as your nerve = 3 { fetch 1 }", "card", forms=("as", "soon"),
    ),
    Row(
        "at start of", "control", "at start of PHASE | SPAN { EFFECTS }",
        "Happens before the body of a phase, or when a span opens.",
        "at start of your duel { fetch 1 }", "card", forms=("at", "start"),
    ),
    Row(
        "at end of", "control", "at end of PHASE | SPAN { EFFECTS }",
        "Happens after the body of a phase, or when a span shuts.",
        "at end of this turn { toss this }", "card", forms=("end",),
    ),
    Row(
        "where", "control", "THING where CONDITION",
        "Narrows what stands before it. Bare attributes speak of that card; of players, `your` speaks of that player.",
        "any player where your nerve < 3", "value",
    ),
    Row("and", "control", "CONDITION and CONDITION", "Both hold.", "c is blade and reach of c > 3", "test"),
    Row(
        "or", "control", "CONDITION or CONDITION | KIND or KIND",
        "One of them holds; between kinds of card: one or the other.", "c is blade or c is trick", "test",
    ),
    Row("not", "control", "not CONDITION", "It does not hold.", "not foe has dazzled", "test"),
    Row(
        "of", "control", "PROPERTY of THING", "What belongs to a card or a player. It leans to the right.",
        "reach of foremost of foe", "value",
    ),
    Row(
        "in", "control", "CARDS in ZONE | CARD in ZONE", "The cards that lie there; or whether a card does.",
        "any blade in your fan", "test",
    ),
    Row(
        "is", "control", "CARD is [not] KIND | PLAYER is PLAYER | VALUE is something",
        "Whether it fits. `are` is the same word.", "c is not blade", "test", forms=("are",),
    ),
    Row(
        "has", "control", "PLAYER has STATUS | SET of CARD has WORD",
        "Whether a status is open, or a set holds a word. `have` is the same word.", "you have dazzled", "test",
        forms=("have",),
    ),
    Row("to", "control", "to WHERE | to VALUE", "Where something goes, or what a number becomes.",
        "move c to your heap; change bells to 3", "body"),
    Row("from", "control", "from WHERE", "What is chosen or moved from.", "choose k from your fan; toss k", "body"),
    Row("for", "control", "for VALUE", "A role of an action, where its header says so.", "sting foe for 2 by c", "body"),
    Row("with", "control", "with VALUE", "The status that is given; or a role, where a header says so.",
        "mark foe with dazzled", "body"),
    Row("on", "control", "on KIND | on player | on card | on game", "What has an attribute, or who can have a status.",
        "flag loud on blade", "game"),
    Row("by", "control", "by NUMBER", "How much is added; or a role, where a header says so.", "change your nerve by -2", "body"),
    Row("against", "control", "against VALUE", "A role of an action, a part or a script, where its header says so.",
        "boon against (rival: card) { toss rival }", "card"),
    Row("until", "control", "until CONDITION | until end of SPAN", "When a repetition or a span is over.",
        "mark you with calm until end of next duel", "body"),
    Row("up to", "control", "up to NUMBER", "No more than so many, or no further than so far.",
        "choose k from your fan up to 2; toss k", "body", forms=("up",)),
    Row("at least", "control", "at least NUMBER", "Never below it.", "modify this: weight at least 2", "card", forms=("least",)),
    Row("at most", "control", "at most NUMBER", "Never above it; of a rule or an action: how often.",
        "modify opponent's blade: reach at most 2", "card", forms=("most",)),
)  # fmt: skip

SIGNS = (
    Row("/", "sign", "WORD/WORD", "One or the other of several words of one set; in a header, the two forms of a verb.",
        "c is cut/parry", "test"),
    Row("->", "sign", "-> VALUE", "A preposition that is a sign, for keywords.",
        "keyword leads -> (sequel: filter) { answers sequel }", "game"),
    Row("..", "sign", "N..N", "A range of numbers, both ends included.", "stat heat optional on trick: 0..9", "game"),
    Row("=", "sign", "VALUE = VALUE", "The same; also `!=`, `<`, `<=`, `>`, `>=`.",
        "reach of c = 3 or weight of c != 1 or your nerve >= 2", "test", forms=("!=", "<", "<=", ">", ">=")),
    Row("+", "sign", "NUMBER + NUMBER", "A sum; also `-` and `*`. There is no division but `half of`.",
        "2 * weight of c + your nerve - 1", "value", forms=("-", "*")),
    Row(":", "sign", "HEAD: DEFINITION", "What is declared stands before it, what it is after it; also (NAME: TYPE).",
        "words mood: merry, grim", "game"),
    Row(",", "sign", "CLAUSE, CLAUSE", "Joins clauses. A line may be broken after it.", "fetch 1, rest", "body"),
    Row(";", "sign", "STATEMENT; STATEMENT", "Ends a statement, as the end of the line does.", "fetch 1; rest", "body"),
    Row("{", "sign", "{ STATEMENTS }", "A block: what belongs to the statement before it.",
        "each player { fetch 1 }", "body", forms=("}",)),
    Row("(", "sign", "(VALUE) | (CARD, N CARD) | (NAME: TYPE)", "Keeps together; a list; a role with its type.",
        "fetch (weight of c + 1)", "body", forms=(")",)),
    Row("[", "sign", "[ID, ID]", "The ids of the rules that a statement carries out; examples that show them name them.",
        'ruling "a draw of both is a draw" [F-END-1]', "game", forms=("]",)),
    Row("#", "sign", "# NOTE", "A note to the end of the line.", "rest # a note", "body"),
)  # fmt: skip

DECLARATIONS = (
    Row("game", "declaration", 'game "NAME" for 2 players bringing HEAD, ...',
        "Names the game. A head is the word by which a player's things are declared.",
        'game "Fencers" for 2 players bringing school, charm', "game"),
    Row("default", "declaration", 'default HEAD "NAME"', "What a player brings who names nothing else.",
        'default charm "luck"', "game"),
    Row("default settle", "declaration", "default settle { both players: each | neither; copies: one | each }",
        "The settle of every status that has none.", "default settle { both players: each; copies: one }", "game"),
    Row("default given", "declaration", "default given { EFFECTS }",
        "Runs in every example after its own `given` lines: what becomes of the cards left over.",
        "default given { each player { move all card in your box to bottom of your stack } }", "game"),
    Row("words", "declaration", "words NAME [required | default WORD | optional on KIND]: WORD, GROUP (WORD, ...), ...",
        "A set of words, in order. With `on` it is also an attribute: a card has one of them.",
        "words temper optional on card: cool, hot (cross, furious)", "game"),
    Row("stat", "declaration", "stat NAME required | default N | optional on KIND: N..N | set of WORDS | filter of card",
        "An attribute: a number, several words of a set, or a description of cards.",
        "stat polish default 0 on blade: 0..5", "game"),
    Row("flag", "declaration", 'flag NAME on KIND [{ says yes "..."; says no "..." }]',
        "An attribute that is yes where it is printed and no elsewhere.",
        'flag rusty on blade { says yes "rusty"; says no "clean" }', "game"),
    Row("every", "declaration", "every KIND has ATTRIBUTE", "An optional attribute that this kind of card must have.",
        "every heavy blade has reach", "game"),
    Row("layers", "declaration", "layers: ZONE | HEAD | status, ...",
        "Where the source of a modifier lies: the last named has the last word.",
        "layers: school, charm, wall, floor, status", "game"),
    Row("order of rules", "declaration", "order of rules: active player | layer | age | STATUS, ...",
        "Which of several rules that answer one event comes first.", "order of rules: active player, layer, age", "game"),
    Row("zone", "declaration",
        "zone NAME [of player]: [pile | row,] seen by all | owner | nobody [, limit N, overflow ZONE] [, live] [, played]",
        "A place for cards, one for each player, or shared.", "zone shelf of player: row, seen by all", "game"),
    Row("tally", "declaration", "tally NAME [of player | of card]: N..N [, start N] [, mirrored]",
        "A number in the state of the game. A change stops at its range.", "tally chalk of player: 0..9, start 3", "game"),
    Row("value", "declaration", "value NAME of player | of card [: FORMULA]",
        "Something computed each time it is read. A value of a player can be modified.",
        "value fans of player: count of fan of player", "game"),
    Row("relation", "declaration", "relation (NAME: TYPE) WORDS (NAME: TYPE): CONDITION", "A test between two things.",
        "relation (mine: card) shorter than (theirs: card): reach of mine < reach of theirs", "game"),
    Row("contest", "declaration", "contest (NAME: card) VERB (NAME: card), TIE { ROWS }",
        "What prevails over what. The rows are tried from the top, either way round; the first that fits decides.",
        "contest (mine: card) stops (theirs: card), meets { parry stops cut }", "game"),
    Row("parts run", "declaration", "parts run: NAME, ...", "Names of blocks on cards that others run, with `do`.",
        "parts run: shout", "game"),
    Row("parts live", "declaration", "parts live: NAME, ...", "Names of blocks on cards that are in force while the card is live.",
        "parts live: habit", "game"),
    Row("status", "declaration", "status NAME on player | card | game [SPAN] { RULES AND MODIFIERS }",
        "Something that is had for a time, with what it does meanwhile.",
        'status brave on player during next duel { says "brave"; modify your blade: reach by 1 }', "game"),
    Row("turn", "declaration", "turn of one player at a time, first by chance | of both players at once: PHASE, ...",
        "What a turn is made of, and who acts in it.", "turn of one player at a time, first by chance: dawn, duel, dusk", "game"),
    Row("phase", "declaration", "phase NAME { EFFECTS }", "An action that is a part of the turn; spans and examples can name it.",
        "phase noon { fetch 1 }", "game"),
    Row("action", "declaration",
        "action VERB/VERBS WORDS (NAME: TYPE) PREPOSITION (NAME: TYPE) ... [at most N per SPAN] [where CONDITION] { EFFECTS }",
        "Something that is done. The second form of the verb is for others than you.",
        "action swap/swaps (c: card) with (d: card) at most 1 per turn { toss c; toss d }", "game"),
    Row("setup", "declaration", "setup { EFFECTS }",
        "Runs once, before the first turn. A card or a holder may have a setup part as well, run with `do`.",
        "setup { each player { move all card in your box to your stack } }", "game"),
    Row("keyword", "declaration", "keyword NAME [(NAME: TYPE)] [PREPOSITION (NAME: TYPE)] ... { LINES OF A CARD }",
        "Lines of a card under a name. Wherever the keyword stands, they stand.",
        'keyword stubborn { says "Stubborn."; before you sting opponent by this { change n by 1 } }', "game"),
    Row("card", "declaration", 'card "NAME" xN { LINES }', "A card and how many copies are in the deck.",
        'card "Short Cut" x2 { cut silver; reach 1 }', "game"),
    Row("cards", "declaration", "cards GROUP { CARDS }", "Several cards under the name of a group, which is then true of them.",
        'cards ribbons { card "Ribbon" x1 { trick } }', "game"),
    Row("HEAD", "declaration", 'HEAD "NAME" { LINES, CARDS AND DECLARATIONS }',
        "What a player brings, a holder: its own lines, its deck, and declarations that it needs.",
        'school "South" { courage 9; card "Nudge" x1 { thrust; reach 2 } }', "game"),
    Row("ruling", "declaration", 'ruling "TEXT" [IDS]', "What this game decides where its rulebook is silent.",
        'ruling "both at once is a draw" [F-END-2]', "game"),
    Row("invariant", "declaration", "invariant: CONDITION", "What must hold at all times, for each `player`.",
        "invariant: count of fan of player <= 7", "game"),
    Row("endings", "declaration", 'endings: "NAME", ...', "The names of the ways in which a game can end.",
        'endings: "tired", "beaten", "both beaten", "long game"', "game"),
    Row("both lose", "declaration", "both lose: EFFECT", "The verdict when both players lose at one moment.",
        'both lose: tie game as "both beaten"', "game"),
    Row("limit of turns", "declaration", "limit of turns N: EFFECT", "The verdict when a game has gone on for so many turns.",
        'limit of turns 50: tie game as "long game"', "game"),
    Row("measure", "declaration", 'measure "NAME": sum of ROLE of ACTION | count of ACTION [by ROLE]',
        "A number that reports add up over a game.", 'measure "stings": sum of n of sting by c', "game"),
    Row("source", "declaration", "source rulebook | public | house", "Where figures come from: of the game, a holder, or a card.",
        "source house", "game"),
    Row("forms", "declaration", 'forms NAME "ONE", "MANY"', "How a declared word reads in a sentence: one, with its article, and many.",
        'forms blade "a blade", "blades"', "game"),
    Row("symbol", "declaration", 'symbol ATTRIBUTE "FILE" [inline]',
        "The icon file of an attribute. The attribute in braces stands for its word.",
        'symbol metal "{metal}.svg" inline', "game"),
    Row("look", "declaration", "look card | HEAD size N by N { PLACES }", "What stands where on the face of a card, in millimetres.",
        "look card size 63 by 88 { row top: name; panel middle: rules }", "game"),
    Row("bot", "declaration", 'bot "NAME" { asked CHOICE: ... }', "A player that is played by the program.",
        'bot "Random" { asked any: prefer any by chance }', "game"),
    Row("script", "declaration", "script NAME (NAME: card) PREPOSITION (NAME: card) { ANSWERS }", "A short form for answers in examples.",
        "script duel (a: card) against (b: card) { you choose pick a; opponent chooses pick b }", "game"),
    Row("example", "declaration", 'example "TEXT" [shows [IDS]] { GIVEN; ANSWERS; THEN }',
        "A position, what the players answer, and what must hold then: a test, and a ruling to read.",
        'example "a thrust stings" { given phase duel, you bring "North", opponent bring "North"; given your fan ("Long Thrust"), '
        'opponent\'s fan ("Coin"); you choose pick "Long Thrust"; opponent chooses pick "Coin"; then opponent\'s nerve changed by -5 }',
        "game"),
)  # fmt: skip

PROPERTIES = (
    Row("bringing", "property", "bringing HEAD, ...", "Of a game: what each player brings.",
        'game "Fencers" for 2 players bringing school, charm', "game", forms=("players",)),
    Row("required", "property", "required on KIND", "The attribute must be printed on every such card.",
        "stat glow required on silver trick: 1..3", "game"),
    Row("default", "property", "default VALUE on KIND", "The attribute has this value where it is not printed.",
        "stat glow default 1 on trick: 1..3", "game"),
    Row("optional", "property", "optional on KIND", "The attribute may be absent; then every test of it is no.",
        "stat glow optional on trick: 1..3", "game"),
    Row("set of", "property", "set of WORDS", "Of a stat: several words of a set, printed with `/`.",
        "stat tints optional on trick: set of metal", "game", forms=("set",)),
    Row("filter of", "property", "filter of card", "Of a stat: a description of cards, such as what may follow.",
        "stat welcomes optional on trick: filter of card", "game", forms=("filter",)),
    Row("pile", "property", "pile", "Of a zone: its cards lie on one another. What arrives lies on top.",
        "zone shelf of player: pile, seen by all", "game"),
    Row("row", "property", "row", "Of a zone: its cards lie side by side. What arrives lies last.",
        "zone shelf of player: row, seen by all", "game"),
    Row("seen by", "property", "seen by all | owner | nobody", "Of a zone: who sees its cards.",
        "zone shelf of player: seen by owner; zone vault: pile, seen by nobody", "game",
        forms=("seen", "all", "owner", "nobody")),
    Row("limit", "property", "limit N, overflow ZONE", "Of a zone: how many cards; where the others go at once.",
        "zone shelf of player: seen by owner, limit 3, overflow heap", "game", forms=("overflow",)),
    Row("live", "property", "live", "Of a zone: the rules of its cards are in force.",
        "zone shelf of player: row, seen by all, live\nlayers: school, charm, wall, floor, shelf, status", "game"),
    Row("played", "property", "played", "Of a zone: cards in it count as played, for the texts that speak of it.",
        "zone shelf of player: row, seen by all, played", "game"),
    Row("of player", "property", "of player | of card | of game", "Whose a zone, tally or value is. Unsaid: of the game.",
        "tally scuffs of card: 0..3", "game"),
    Row("start", "property", "start NUMBER", "Of a tally: what it is at the beginning. Unsaid: its least.",
        "tally chalk of player: 0..9, start 3", "game"),
    Row("mirrored", "property", "mirrored", "Of a tally: one number for both; what one has, the other has with its sign turned.",
        "tally ground of player: -3..3, start 0, mirrored", "game"),
    Row("active player", "property", "active player", "In the order of rules: those of the player whose turn it is come first.",
        "order of rules: active player, layer, age", "game"),
    Row("layer", "property", "layer", "In the order of rules: by where the source lies, as `layers` says.",
        "order of rules: layer, age", "game"),
    Row("age", "property", "age", "In the order of rules: the older source comes first.", "order of rules: age", "game"),
    Row("one player at a time", "property", "one player at a time, first by chance", "The players take turns; chance says who begins.",
        "turn of one player at a time, first by chance: dawn, duel, dusk", "game", forms=("first by chance", "one player", "chance")),
    Row("both players at once", "property", "both players at once", "Both act in every turn.",
        "turn of both players at once: dawn, duel, dusk", "game", forms=("once",)),
    Row("settle", "property", "settle { both players: ...; copies: ... [; ends STATUS] }",
        "Of a status: what becomes of marks that open at one moment, and of a mark that meets another.",
        "status brave on player during next duel { settle { both players: neither; copies: one; ends dazzled } }", "game"),
    Row("both players", "property", "both players: each | neither", "Of a settle: when both would have it, each has it, or neither.",
        "default settle { both players: neither; copies: one }", "game", forms=("neither",)),
    Row("copies", "property", "copies: one | each", "Of a settle: a second mark takes the place of the first, or counts beside it.",
        "default settle { both players: each; copies: each }", "game"),
    Row("ends", "property", "ends STATUS", "Of a settle: that status is over, whoever has it.",
        "status brave on player during next duel { settle { both players: each; copies: one; ends calm } }", "game"),
    Row("finally", "property", "finally { EFFECTS }", "In an action: happens however the action is left.",
        "action spar { fetch 1; finally { rest } }", "game"),
    Row("per", "property", "at most N per turn | game | PHASE", "Counts anew in each of these.",
        "action wink/winks at most 2 per duel { fetch 1 }", "game"),
    Row("x1", "property", "xN", "After a card's name: how many copies are in the deck.", 'card "Ribbon" x1 { trick }', "game"),
    Row("face", "property", "face NAME { LINES }", "One side of a card. The first is up at first.",
        "face day { weight 2 }; face night { weight 3 }", "card"),
    Row("setup", "property", "setup { EFFECTS }", "A part that a game's setup runs with `do setup of ...`.",
        "setup { fetch 1 }", "card"),
    Row("flavour", "property", 'flavour "TEXT"', "A line of mood. It never runs.", 'flavour "It rains."', "card"),
    Row("art", "property", 'art "FILE"', "A picture for the card.", 'art "rain.png"', "card"),
    Row("colours", "property", 'colours "RRGGBB" on "RRGGBB"', "The colours of what a player brings: ink on paper.",
        'colours "1d3a8a" on "dfe6f7"', "holder"),
    Row("rulebook", "property", "source rulebook", "Figures as the rulebook gives them.", "source rulebook", "card"),
    Row("public", "property", "source public", "Figures that are published elsewhere.", "source public", "card"),
    Row("house", "property", "source house", "Figures of this project's own.", "source house", "card"),
)  # fmt: skip

TYPES = (
    Row("number", "type", "(NAME: number)", "A whole number.", "keyword sharp (n: number) { weight n }", "game"),
    Row("card", "type", "(NAME: card)", "One card.", "action greet/greets (k: card) { toss k }", "game"),
    Row("cards", "type", "(NAME: cards)", "Any number of cards; one card will do.", "action greet/greets (k: cards) { toss k }", "game"),
    Row("player", "type", "(NAME: player)", "A player.", "action greet/greets (rival: player) { rival fetches 1 }", "game"),
    Row("zone", "type", "(NAME: zone)", "A zone.", "action dig/digs (here: zone) { move top of here to your fan }", "game"),
    Row("span", "type", "(NAME: span)", "A span of time.", "keyword camps during (stay: span) { at end of stay { toss this } }", "game"),
    Row("filter", "type", "(NAME: filter)", "A description of cards.",
        "keyword fears (sort: filter) { after opponent tosses sort { toss this } }", "game"),
    Row("text", "type", "(NAME: text)", "A text in quotes.", "action call/calls out (cry: text) { rest }", "game"),
    Row("WORDS", "type", "(NAME: WORDS)", "A word of that set.", "action forge/forges (k: metal) { if k is gold { rest } }", "game"),
    Row("or nothing", "type", "(NAME: TYPE or nothing)", "It may be left out, or be nothing.",
        "action greet/greets with (k: card or nothing) { if k is something { toss k } }", "game"),
)  # fmt: skip

PRIMITIVES = (
    Row("move", "primitive", "move CARDS [from ZONE] to [top of | bottom of] ZONE [as FACE]",
        "Puts cards elsewhere, each as a move of its own. What arrives is new: marks, tallies and limits stay behind.",
        "move all thrust from your fan to bottom of your stack", "body", ("what", "origin", "place", "side"), ("moves",)),
    Row("shuffle", "primitive", "shuffle ZONE", "Puts its cards in an order by chance.", "shuffle your stack", "body", ("place",), ("shuffles",)),
    Row("flip", "primitive", "flip CARD to FACE", "Turns another face up. It stays the same card.", "flip c to gold", "body", ("what", "side"), ("flips",)),
    Row("reveal", "primitive", "reveal CARDS", "Shows them to all.", "reveal all card in your fan", "body", ("what",), ("reveals",)),
    Row("change", "primitive", "change TALLY by N | to N", "Adds to a tally, or sets it, within its range. Also a number of the running action.",
        "change nerve of foe by -2; change bells to 3", "body", ("what", "delta"), ("changes",)),
    Row("mark", "primitive", "mark PLAYER | CARD | game with STATUS [during SPAN | until end of SPAN]",
        "Gives a status, for its own span or another.", "mark foe with dazzled; mark c with raised during this turn", "body",
        ("holder", "status"), ("marks",)),
    Row("unmark", "primitive", "unmark PLAYER | CARD | game with STATUS", "Takes a status away.", "unmark you with dazzled", "body",
        ("holder", "status"), ("unmarks",)),
    Row("roll", "primitive", "let NAME be roll N", "A die of N sides, into a name.", "let spots be roll 6; fetch spots", "body",
        ("sides", "result"), ("rolls",)),
    Row("win game", "primitive", '[PLAYER] win game as "ENDING"', "The game is over: that player has won.", 'foe wins game as "beaten"', "body",
        ("who", "ending"), ("wins", "win")),
    Row("lose game", "primitive", '[PLAYER] lose game as "ENDING"', "The game is over: that player has lost.", 'you lose game as "beaten"', "body",
        ("who", "ending"), ("loses", "lose")),
    Row("tie game", "primitive", 'tie game as "ENDING"', "The game is over, and nobody has won.", 'tie game as "both beaten"', "body",
        ("ending",), ("tie", "ties")),
)  # fmt: skip

EFFECTS = (
    Row("do", "effect", "do PART of CARD [PREPOSITION VALUE]", "Runs a part of a card, for its owner. A part that it lacks does nothing.",
        "do boon of c", "body"),
    Row("ACTION", "effect", "[PLAYER] VERB ...", "Does an action. The form of the verb fits who does it.", "fetch 1; foe fetches 2", "body"),
    Row("each player", "effect", "each player { EFFECTS }", "For both, one after the other; `you` is the one whose turn it is to do it.",
        "each player { fetch 1 }", "body"),
    Row("take turns", "effect", "take turns from PLAYER until both pass { CHOICES }",
        "The players alternate. Who chooses nothing has passed; two in a row end it.",
        "take turns from you until both pass { may choose k from your fan { toss k } }", "body", forms=("both pass", "pass")),
    Row("option", "effect", 'choose one { option ACTION; option "TEXT" [where CONDITION] { EFFECTS } }',
        "A line of a choice among options. The name of such a choice is `one`.",
        'choose one { option rest; option "wait" where your nerve > 3 { fetch 1 } }', "body", forms=("one",)),
    Row("end", "effect", "end ACTION | end turn", "Leaves the action at once, after the finally parts on the way out.", "end duel", "body"),
    Row("proceed", "effect", "proceed", "In an instead-of rule: what was to happen happens now.",
        "instead of opponent rests { proceed; fetch 1 }", "card"),
)  # fmt: skip

MODIFIERS = (
    Row("modify", "modifier", "modify WHOSE KIND: ATTRIBUTE HOW, ... | modify WHOSE VALUE HOW",
        "Changes how an attribute, or a value of a player, is read; nothing is overwritten. It says whose: `your`, `opponent's`, `any`, `this`.",
        "modify your blade where weight > 2: reach by 1, heavy to no", "card"),
    Row("by", "modifier", "ATTRIBUTE by N [up to N]", "Adds; with `up to`, never past that, and never lowering.",
        "modify your blade: reach by 3 up to 8", "card"),
    Row("to", "modifier", "ATTRIBUTE to VALUE", "Sets: a number, a word, yes or no.", "modify your cut: reach to 4, metal to gold", "card"),
    Row("at least", "modifier", "ATTRIBUTE at least N", "Raises what is lower.", "modify any blade: reach at least 2", "card"),
    Row("at most", "modifier", "ATTRIBUTE at most N", "Lowers what is higher.", "modify opponent's blade: reach at most 2", "card"),
    Row("gets", "modifier", "modify WHOSE KIND: gets KEYWORD", "Those cards have the keyword as if it were printed on them.",
        "modify your thrust: gets bites for 2", "card"),
    Row("ROW", "modifier", "WHOSE KIND CONTEST KIND [where CONDITION]", "A row that a live card lays on top of a contest.",
        "your cut outdoes parry where weight of mine > 2", "card"),
)  # fmt: skip

DETERMINERS = (
    Row("you", "determiner", "you", "The doer of an action; the owner of a rule's card; who has a status; each player in turn.", "you fetch 1", "body"),
    Row("opponent", "determiner", "opponent", "The other player than `you`.", "opponent fetches 1", "body"),
    Row("your", "determiner", "your THING", "What is yours: a zone, a tally, a value, cards, what you bring.", "toss any blade in your fan", "body"),
    Row("opponent's", "determiner", "opponent's THING | NAME's THING", "What belongs to the other player, or to whom a name stands for.",
        "change opponent's nerve by -1; change foe's nerve by -1", "body", forms=("'s",)),
    Row("this", "determiner", "this", "The card on which the text stands.", "after you rest { toss this }", "card"),
    Row("card", "determiner", "card | card NAME", "Any card; with a name, to speak of it in `where`.",
        "last (card k in your floor where reach of k > 2)", "value", forms=("cards",)),
    Row("any", "determiner", "any KIND [in ZONE]", "One that fits, the first if there are several; in a condition: is there one?",
        "any blade in your fan", "test"),
    Row("all", "determiner", "all KIND [in ZONE]", "Every one that fits.", "toss all blade in your fan", "body"),
    Row("no", "determiner", "no KIND in ZONE", "Is there none?", "no blade in your fan", "test"),
    Row("each", "determiner", "each KIND in ZONE is KIND", "Does every one of them fit?", "each card in your fan is blade", "test"),
    Row("first", "determiner", "first KIND in ZONE", "The first that fits, as the cards lie; nothing if there is none.", "first blade in your stack", "value"),
    Row("last", "determiner", "last KIND in ZONE", "The last that fits, as the cards lie.", "last raised in your floor", "value"),
    Row("top", "determiner", "top of ZONE | move ... to top of ZONE", "The first card of a pile, or that place.",
        "move top of your stack to top of your heap", "body"),
    Row("bottom", "determiner", "bottom of ZONE | move ... to bottom of ZONE", "The last card of a pile, or that place.",
        "move bottom of your stack to bottom of your heap", "body"),
    Row("any player", "determiner", "any player", "Whoever it is, in an event; is there one, in a condition; the first for whom `where` holds.",
        "after any player rests { fetch 1 }", "card"),
    Row("each player", "determiner", "each player has STATUS", "Do both?", "each player has dazzled", "test"),
    Row("both players", "determiner", "both players have STATUS", "Do both?", "both players have dazzled", "test"),
    Row("no player", "determiner", "no player has STATUS", "Does nobody?", "no player has dazzled", "test"),
    Row("active player", "determiner", "active player", "Whose turn it is; where both act at once, the first by the order of rules.",
        "active player fetches 1", "body"),
    Row("random player", "determiner", "random player", "One of the two by chance.", "random player fetches 1", "body"),
    Row("owner", "determiner", "owner of CARD | move ... to ZONE of owner", "Whose card it is; each card's own owner, after a zone.",
        "move all card in well to heap of owner", "body"),
    Row("holder", "determiner", "holder of STATUS", "The player who has it, or nothing.", "holder of dazzled", "value"),
    Row("doer", "determiner", "doer", "In a rule: who does what the rule answers.", "after any player rests { doer fetches 1 }", "card"),
)  # fmt: skip

TESTS = (
    Row("something", "test", "VALUE is something", "There is one: a choice found it, a card is there.", "foremost of foe is something", "test"),
    Row("nothing", "test", "VALUE is nothing", "There is none. Effects on nothing do nothing.", "foremost of foe is nothing", "test"),
    Row("yes", "test", "yes", "Of a flag: it has it.", "modify your blade: bent to yes", "card"),
    Row("no", "test", "no", "Of a flag: it has it not.", "modify your blade: heavy to no", "card"),
    Row("phase is", "test", "phase is PHASE", "Is that phase running?", "phase is duel", "test", forms=("phase",)),
    Row("precedes", "test", "CARD precedes CARD", "Does it lie before the other in the same row?", "c precedes foremost of foe", "test"),
    Row("supplies", "test", "CARDS supplies all SET", "Can each word of the set be had from another of these cards?",
        "choose 3 k from your fan where k supplies all metal; toss k", "body"),
    Row("silent", "test", "silent", "A flag of every card: its rules are out of force while it is yes.", "modify opponent's trick: silent to yes", "card"),
)  # fmt: skip

VALUES = (
    Row("count of", "value", "count of [different ATTRIBUTE of] CARDS", "How many; how many different values. `name` counts as an attribute here.",
        "count of different name of card in your fan", "value", forms=("different", "count")),
    Row("sum of", "value", "sum of ATTRIBUTE of CARDS", "Added up; 0 of none.", "sum of reach of blade in your fan", "value", forms=("sum",)),
    Row("most of", "value", "most of ATTRIBUTE of CARDS", "The greatest; 0 of none.", "most of reach of blade in your fan", "value"),
    Row("least of", "value", "least of ATTRIBUTE of CARDS", "The smallest; 0 of none.", "least of reach of blade in your fan", "value"),
    Row("half of", "value", "half of NUMBER rounded up | rounded down", "Half, to a whole number. Longer numbers stand in brackets.",
        "half of (nerve of foe) rounded up", "value", forms=("half", "rounded", "down")),
    Row("name of", "value", "name of CARD", "Its printed name.", "name of c", "value", forms=("name",)),
    Row("successor of", "value", "successor of WORD", "The next word of an ordered set, or nothing.", "successor of metal of c", "value",
        forms=("successor",)),
    Row("as", "value", "(CARD as FACE)", "The card as if that face were up. Brackets belong to it.", "if (c as gold) is blade { rest }", "body"),
    Row("turn number", "value", "turn number", "How many turns have begun.", "if turn number = 1 { rest }", "body"),
    Row("box", "value", "your box", "Where a player's whole deck lies before the setup, as it is listed.", "move all card in your box to your stack", "body"),
)  # fmt: skip

SPANS = (
    Row("this", "span", "this PHASE | this turn | this game", "From now to the end of the present one.", "during this duel { modify your blade: reach by 1 }", "body"),
    Row("next", "span", "[WHOSE] next [N] PHASE", "Opens when the next one begins; shuts at the end of it, or of the Nth.",
        "during next 2 duels { modify your blade: reach by 1 }", "body"),
    Row("N PHASE", "span", "N turns | N PHASE", "From now; the present one is the first of the N.", "during 2 turns { modify your blade: reach by 1 }", "body"),
    Row("until end of", "span", "until end of [WHOSE] [next] PHASE", "From now to that end.", "mark foe with calm until end of next duel", "body"),
    Row("turn", "span", "turn | turns", "A whole turn, with all its phases.", "during opponent's next turn { modify your blade: reach by 1 }", "body",
        forms=("turns",)),
    Row("game", "span", "this game", "To the end.", "during this game { modify your blade: reach by 1 }", "body"),
)  # fmt: skip

EXAMPLES = (
    Row("given", "example", "given phase PHASE | PLAYER bring ... | ZONE (CARDS) | TALLY N | PLAYER has STATUS, ...",
        "The position before that phase. What is not said is empty, or at its start.",
        'given your fan ("Coin", 2 "Long Thrust"), opponent\'s nerve 3, you have dazzled', "example"),
    Row("phase", "example", "given phase PHASE", "Where the example begins. It ends with that phase, unless `run until` says more.",
        'example "quiet" { given phase dusk, you bring "North", opponent bring "North"; then your nerve changed by 0 }', "game"),
    Row("bring", "example", 'given PLAYER bring "NAME" [+ "NAME"]', "What that player brings; what is left out is the default.",
        'given you bring "North" + "luck", opponent brings "North"', "example", forms=("brings",)),
    Row("from top", "example", "given ZONE from top (CARDS)", "These lie on top, in this order; the rest lies below.",
        'given your stack from top ("Coin", "Wide Cut")', "example"),
    Row("active", "example", "given PLAYER active", "Whose turn it is. Unsaid: yours.", "given opponent active", "example"),
    Row("turn number", "example", "given turn number N", "Which turn it is. Unsaid: the third.", "given turn number 1", "example", forms=("number",)),
    Row("stop", "example", "PLAYER stop", "The answer that ends a `keep choosing`.", "opponent stops", "example", forms=("stops",)),
    Row("decline", "example", "PLAYER decline", "The answer no to a `may`.", "you decline", "example", forms=("declines",)),
    Row("run until", "example", "run until start of | end of [next [N]] PHASE", "How far the example goes on.", "run until end of next duel", "example",
        forms=("run",)),
    Row("roll is", "example", "roll is N", "What the next die shows. Every roll of an example is told.", "roll is 4", "example"),
    Row("then", "example", "then CONDITION, ...", "What must hold at the end.", 'then your nerve = 12, your heap = ("Coin", 2 "Wide Cut")', "example"),
    Row("changed", "example", "then NUMBER changed by N", "Against the given position.", "then opponent's nerve changed by -1", "example"),
    Row("shows", "example", 'example "TEXT" shows [IDS]', "The rule ids that the example is proof of.",
        'example "quiet" shows [F-END-3] { given phase dusk, you bring "North", opponent bring "North"; then your nerve changed by 0 }', "game"),
)  # fmt: skip

BOTS = (
    Row("asked", "bot", "asked CHOICE: PREFERENCES | asked CHOICE { PREFERENCES }", "What to do when that choice comes. The last row is `asked any`.",
        "asked pick: prefer blade", "bot"),
    Row("prefer", "bot", "prefer KIND | any | LABEL [by ...] [where CONDITION], ...", "The first preference that fits an offer decides.",
        "asked pick: prefer thrust where your nerve > 3, any", "bot"),
    Row("by most", "bot", "by most ATTRIBUTE", "Of those that fit, the one with the most of it.", "asked pick: prefer blade by most reach", "bot"),
    Row("by least", "bot", "by least ATTRIBUTE", "Of those that fit, the one with the least of it.", "asked pick: prefer any by least weight", "bot"),
    Row("by chance", "bot", "by chance", "Of those that fit, one by chance. Unsaid: the first.", "asked pick: prefer parry by chance", "bot"),
    Row("roll", "bot", "roll N [where CONDITION] { N..N: PREFERENCES; ... }", "The bot's own die says which preferences count.",
        "asked pick { roll 6 { 1..4: prefer blade; 5..6: prefer parry }; prefer any by chance }", "bot"),
    Row("stop", "bot", "prefer stop | decline", "Chooses nothing more, or declines.", "asked pick: prefer decline, stop", "bot", forms=("decline",)),
)  # fmt: skip

WORDING = (
    Row("says", "wording", 'says "TEXT with {ROLE} and a/b"',
        "How it reads on a card. A hole is a role; of `a/b` the first form follows you, 1 and several, else the second.",
        'action nod/nods to (rival: player) { says "{doer} nod/nods to {rival}"; rest }', "game"),
    Row("says yes", "wording", 'says yes "TEXT"', "Of a flag: how yes and no read.", 'flag wet on card { says yes "wet"; says no "dry" }', "game",
        forms=("says no",)),
    Row("inline", "wording", 'symbol ATTRIBUTE "FILE" inline', "The icon stands for the word in rules text as well.",
        'symbol metal "{metal}.svg" inline', "game"),
)  # fmt: skip

FACES = (
    Row("size", "face", "size N by N", "Of a look: width and height of the cut card in millimetres.", "look card size 63 by 88 { row top: name }", "game"),
    Row("corner", "face", "corner SIDE SIDE: ITEMS", "One of the four corners.", "corner top left: metal", "look",
        forms=("left", "right")),
    Row("row", "face", "row SIDE: ITEMS", "Items side by side.", "row top: name, metal", "look"),
    Row("column", "face", "column SIDE: ITEMS", "Items below one another.", "column left: reach, weight", "look"),
    Row("panel", "face", "panel SIDE: ITEMS", "A field for text.", "panel middle: rules, flavour", "look", forms=("middle",)),
    Row("region", "face", "region SIDE half [turned] [for FACE] { PLACES }", "A part of the card for one face.",
        "region bottom half turned for gold { row top: name }", "look", forms=("half", "turned")),
    Row("with symbol", "face", "ITEM with symbol [repeated]", "As its icon; `repeated`: one icon a point.", "row top: weight with symbol repeated", "look",
        forms=("symbol", "repeated")),
    Row("with word", "face", 'ITEM with word "TEXT"', "With a label beside it.", 'row top: reach with word "reach"', "look", forms=("word",)),
    Row("at each", "face", "KEYWORD at each", "A line for each use of the keyword.", "column left: bites at each", "look"),
    Row("name", "face", "name", "The printed name.", "row top: name", "look"),
    Row("rules", "face", "rules", "The rules text, made from what the card does.", "panel middle: rules", "look"),
    Row("flavour", "face", "flavour", "The line of mood.", "panel bottom: flavour", "look"),
    Row("art", "face", "art", "The picture.", "panel middle: art", "look"),
)  # fmt: skip

TABLE: tuple[Row, ...] = (
    *CONTROL, *SIGNS, *DECLARATIONS, *PROPERTIES, *TYPES, *PRIMITIVES, *EFFECTS, *MODIFIERS, *DETERMINERS, *TESTS, *VALUES,
    *SPANS, *EXAMPLES, *BOTS, *WORDING, *FACES,
)  # fmt: skip


def find(word: str) -> tuple[Row, ...]:
    """The rows of a word or of one of its forms; else those of longer expressions that it stands in; else none."""
    return _index().get(word) or tuple(row for row in TABLE if word in row.word.split())


def by_kind() -> dict[str, tuple[Row, ...]]:
    """The whole table, a kind at a time, in the order of the reference."""
    return {kind: tuple(row for row in TABLE if row.kind == kind) for kind in KINDS}


@cache
def _index() -> dict[str, tuple[Row, ...]]:
    made: dict[str, list[Row]] = {}
    for row in TABLE:
        for word in (row.word, *row.forms):
            made.setdefault(word, []).append(row)
    return {word: tuple(rows) for word, rows in made.items()}

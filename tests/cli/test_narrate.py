"""What is told of a game: headings once, no event of which nothing came, no sentence that repeats the one before."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Yomi
from yomi_dsl import ir
from yomi_dsl.cli import games, holders
from yomi_dsl.cli.narrate import Narrator
from yomi_dsl.cli.session import begin
from yomi_dsl.cli.voice import voice
from yomi_dsl.engine.explain import read

DUEL = ("ana", "bo", "--game", "duel", "--seed", "3261", "--bots")
YOMI2 = ("grave", "jaina", "--game", "yomi2")
TEMPO = ("kestrel", "anvil", "--game", "tempo")
CHANCE = (*YOMI2, "--seed", "1", "--bot", "chance")


@pytest.fixture
def watched(yomi: Yomi, duel: Path) -> str:
    return yomi("play", *CHANCE, "--bots").stdout


def test_a_turn_has_one_heading(watched: str) -> None:
    turns = re.findall(r"^Turn (\d+): .*$", watched, re.MULTILINE)
    assert len(turns) > 3
    assert turns == [str(i + 1) for i in range(len(turns))]


def test_a_turn_has_one_heading_however_much_is_asked(yomi: Yomi, duel: Path) -> None:
    told = yomi("play", *CHANCE, text="1\n" * 40).stdout
    headings = Counter(re.findall(r"^Turn \d+: .*$", told, re.MULTILINE))
    assert len(headings) > 1
    assert set(headings.values()) == {1}


def test_what_came_to_nothing_is_not_told(watched: str) -> None:
    """A deck that needs no shuffle, an end of the turn without healing, a combo's end that no card speaks of."""
    assert "draws 2 cards." in watched
    for nothing in ("readies the deck", "heal step", "damage step", "for 0"):
        assert nothing not in watched, nothing


def test_that_no_cards_are_discarded_is_not_told(yomi: Yomi, duel: Path) -> None:
    """A block that recurs leaves nothing to discard; that a status ends then is told all the same."""
    told = " ".join(yomi("play", *YOMI2, "--bots", "--seed", "3").stdout.split())
    assert "Low Block goes from Jaina's arena to the hand. Grave discards Flare Burst." in told
    assert "Grave discards Flare Burst. Grave is no longer unable to combo or pump." in told
    assert "discards nothing" not in told


def test_a_step_that_says_what_was_said_is_not_told(watched: str) -> None:
    assert "wins combat with" in watched
    for again in ("connects with", "The combat cards are discarded"):
        assert again not in watched, again
    for combat in watched.split("\n  combat\n"):
        for who, card in re.findall(r"^    (\w+) opens with (.*)\.$", combat, re.MULTILINE):
            assert f"{who} presents {card}." not in combat


def test_a_step_that_names_nothing_is_not_told_for_what_came_before_it(yomi: Yomi, duel: Path) -> None:
    game = ("lum", "degrey", "--game", "yomi2", "--bots", "--seed")
    told = "".join(yomi("play", *game, seed).stdout for seed in "234")
    assert told.count("\n  combat\n") > 10
    assert "The combat cards are discarded" not in told


def test_the_cause_is_told_where_it_is_another_card(watched: str) -> None:
    """Arc Shot hits for 7 when its owner opens; the opener that lands next was just named."""
    assert "Jaina hits Grave for 7 (Arc Shot). Grave's life is 79 (-7)." in watched
    assert re.search(r"wins combat with (\w+) \([^)]*\)\. \w+ hits \w+ for \d+\. ", flat(watched))


def test_what_somebody_chose_to_do_is_told_before_what_comes_of_it(yomi: Yomi, duel: Path) -> None:
    told = yomi("play", *DUEL).stdout
    assert "    Ana Hill breathes.\n    Jab goes from Ana Hill's hand to the used pile.\n" in told
    assert re.search(
        r"    Ana Hill follows up \([^)]*\)\.\n    Ana Hill hits Bo with Trip\. Bo's vigor is 13 \(-3\)\.", told
    )


def test_the_deck_is_made_ready_where_it_is_shuffled(yomi: Yomi, duel: Path) -> None:
    told = yomi("play", "bo", "bo", "--game", "duel", "--seed", "1", "--bots", "--bot", "chance").stdout
    assert told.count("readies the deck.") == told.count("deck is shuffled.") > 0


def test_a_card_that_comes_to_light_at_once_is_named(yomi: Yomi, duel: Path) -> None:
    told = yomi("play", *YOMI2, "--seed", "3", text="high\nq\n").stdout
    assert re.search(r"    Jaina presents [A-Z][\w' ]*\.\n    You present High Block\.\n", told)


def test_a_card_that_stays_unseen_is_not(yomi: Yomi, duel: Path) -> None:
    told = yomi("play", *YOMI2, "--seed", "3", text="1\n" * 8).stdout
    assert re.search(r"Jaina draws \d cards?\.", told)
    assert not re.search(r"\w+ goes from Jaina's deck to the hand", told.replace("A card goes", ""))


def test_an_amount_that_is_not_printed_is_explained(watched: str) -> None:
    """Kindle adds 2 to attacks. The steps make the sum, and what prints its number is told without a word more."""
    assert "Grave hits Jaina for 6 (4 printed + 2 from Kindle). Jaina's life is 35 (-6)." in flat(watched)
    told = re.findall(r" for (\d+) \((?:[\w' ]+; )?(\d+) printed ([^;]*?)\)\.", flat(watched))
    assert len(told) > 1
    for amount, printed, steps in told:
        assert int(amount) == int(printed) + sum(int(step) for step in re.findall(r"\+ (\d+)", steps)) != int(printed)
    assert re.search(r"hits \w+ for \d+\. ", watched)


def test_a_number_is_told_on_the_line_of_what_its_owner_had_a_part_in(yomi: Yomi, duel: Path) -> None:
    """What a card costs that both play at once is no consequence of the other's card."""
    games = "".join(yomi("play", *YOMI2, "--seed", seed, "--bots").stdout for seed in ("2", "3", "7"))
    lines = games.replace("\n      ", " ").splitlines()
    told = [
        found for line in lines if (found := re.match(r"    (.*\.) (\w+)'s (?:life|meter) is \d+", line)) is not None
    ]
    assert len(told) > 20
    for found in told:
        assert found[2] in found[1], found[0]


def test_an_amount_that_a_rule_raised_is_told_with_the_rule(watched: str) -> None:
    """A pump: 5 for the one card discarded to it, which is over when the line is told."""
    assert "Jaina hits Grave for 13 (Dragonheart; 8 printed + 5 from Dragonheart (pump))." in flat(watched)


def test_a_hit_that_a_rule_brought_to_nothing_is_told_with_the_rule(yomi: Yomi, duel: Path) -> None:
    """The halo takes 3 off each hit, and nothing else comes of one for 3."""
    told = flat(
        yomi("play", "grave+white", "jaina", "--game", "yomi2", "--bot", "chance", "--bots", "--seed", "6").stdout
    )
    assert "Jaina hits Grave for 0 (3 printed - 3 from Halo)." in told


def test_a_card_whose_number_was_brought_to_nothing_is_told_where_it_would_have_counted(yomi: Yomi, duel: Path) -> None:
    """A card that is blocked whole deals nothing at the end of the turn."""
    told = flat(
        "".join(yomi("play", "anvil", "kestrel", *TEMPO[2:], "--bots", "--seed", s).stdout for s in ("3", "10"))
    )
    assert "Anvil blocks up to 4 of Cross' damage." in told
    assert "Kestrel resolves Cross (damage 0: 2 printed - 4 from block, but not below 0). Kestrel discards" in told
    assert "Anvil resolves Body Blow (damage 0: 2 printed - 2 from block). Anvil discards" in told
    assert not re.search(r"resolves (Slip|Gather|Feint|Deep Breath)", told)  # what never deals any is not told


def test_what_a_card_prevents_is_told_in_its_words(yomi: Yomi, duel: Path) -> None:
    """Nothing takes the place of the event, so nothing else would say why it does not come."""
    fighters = duel / "fighters.yomi"
    rule = 'boots "plain" { instead of opponent hits you with strike at most 1 per turn { };'
    fighters.write_text(fighters.read_text().replace('boots "plain" {', rule))
    told = flat(yomi("play", *DUEL[:3], "duel", "--seed", "3", "--bots").stdout)
    assert re.search(
        r"Bo follows up \([^)]*\)\. "
        r'Ana Hill\'s plain says: "Once per turn, the opponent does not hit you with a strike card"\. Lift goes',
        told,
    )


def test_the_combat_in_the_readme_is_what_is_told(yomi: Yomi, duel: Path) -> None:
    shown = (ROOT / "README.md").read_text(encoding="utf-8").split("```\n  combat\n")[1].split("```")[0]
    assert len(shown.splitlines()) == 17
    assert shown in yomi("play", *YOMI2, "--seed", "3", text="stormborne\nq\n").stdout


def test_who_wins_is_told_with_the_numbers_that_decided(watched: str) -> None:
    """A faster attack by both speeds; other kinds of card by what they are."""
    sped = re.findall(
        r"\(([A-Z][\w' ]*) beats ([A-Z][\w' ]*): both are attacks; higher speed wins, (\d+) against (\d+)\)",
        flat(watched),
    )
    assert sped
    for mine, theirs, fast, slow in sped:
        assert mine != theirs
        assert int(fast) > int(slow)
    assert re.search(r"wins combat with (\w+) \(\1 beats [\w' ]+: an attack beats a (throw|block)\)", flat(watched))


def test_what_would_have_won_for_the_other_is_told_as_what_it_lacks(yomi: Yomi, duel: Path) -> None:
    """An attack beats a block only if the block does not cover it: that it beats blocks would be half of the truth."""
    told = " ".join("".join(yomi("play", *YOMI2, "--bots", "--seed", str(seed)).stdout for seed in range(1, 6)).split())
    reasons = re.findall(r"\((\w[\w ]*) beats (\w+ Block): ([^)]*)\)", told)
    assert {why for card, _, why in reasons if card == "Throw"} == {"a throw beats a block"}
    lacking = [(card, block, why) for card, block, why in reasons if card != "Throw"]
    assert lacking
    assert all(why == f"{block} does not have {card}'s height among its covers" for card, block, why in lacking)


def test_where_the_lower_number_wins_it_says_so(yomi: Yomi, duel: Path) -> None:
    told = flat(yomi("play", "tamsin", "ysolde", "--game", "tarot", "--seed", "1", "--bots").stdout)
    ranks = re.findall(r" beats [\w' ]+: both are (?:attacks|throws); lower rank wins, (\d+) against (\d+)\)", told)
    assert ranks
    assert all(int(mine) < int(theirs) for mine, theirs in ranks)


def test_a_card_that_returns_from_combat_is_told(watched: str) -> None:
    """A block that recurs, after a combat in which its player was not hit: whenever it is told, no hit was."""
    combats = [one.split("\nTurn ")[0] for one in watched.split("\n  combat\n")[1:]]
    returned = [one for one in combats if "    High Block goes from Grave's arena to the hand.\n" in one]
    assert returned
    assert not any("hits Grave" in one for one in returned)


def test_a_card_that_is_no_valid_opener_is_shown_with_the_reason(yomi: Yomi, duel: Path) -> None:
    games = [yomi("play", *YOMI2, "--seed", seed, "--bots", "--bot", "chance").stdout for seed in ("1", "3", "5")]
    shown = re.findall(r" shows? ([A-Z][\w' ]*?)( \([^.]*\))?\.", flat(" ".join(games)))
    assert len(shown) > 3
    assert all(why for _, why in shown), shown
    reasons = {why for _, why in shown}
    assert " (it is not an attack, throw, block or dodge)" in reasons
    assert any(re.fullmatch(r" \(its meter cost \(\d\) is more than \w+'s meter \(\d\)\)", why) for why in reasons)


def test_who_wins_is_told_before_what_the_winner_is_asked(yomi: Yomi, duel: Path) -> None:
    """In the tarot game nothing else comes of winning until the combo is chosen."""
    told = yomi("play", "tamsin", "ysolde", "--game", "tarot", "--seed", "1", text="1\n" * 60).stdout
    before, asked, _ = told.partition("\nLand ")
    assert asked
    assert "You win the combat with" in before.splitlines()[-2] + before.splitlines()[-1]


def flat(told: str) -> str:
    """Without the lines that a terminal needs."""
    return " ".join(told.split())


def test_what_is_done_at_once_is_told_of_both(yomi: Yomi, duel: Path) -> None:
    """Both cards of the tarot game are laid at one moment: of each it is told who played it, and which end."""
    told = yomi("play", "tamsin", "ysolde", "--game", "tarot", "--seed", "1", "--bots").stdout
    combats = [one.split("\n  centering\n")[0].split("\nTurn ")[0] for one in told.split("\n  combat\n")[1:]]
    assert len(combats) > 3
    for combat in combats:
        played = re.findall(r"^    (\w+) plays ([\w ]+) as (?:yang|yin)\.$", combat, re.MULTILINE)
        assert len({who for who, _ in played}) == len(played)
        for who in {"Tamsin", "Ysolde"} - {who for who, _ in played}:
            assert f"{who} has no opener" in flat(combat)
        assert not re.search(r"goes from \w+'s hand to the arena", combat)
        assert " now shows " not in combat


def test_who_cannot_pay_is_not_said_to_pay(yomi: Yomi, duel: Path) -> None:
    game = ("ysolde", "tamsin", "--game", "tarot", "--bots", "--bot", "chance", "--seed")
    told = flat(" ".join(yomi("play", *game, seed).stdout for seed in ("6", "15", "16")))
    assert re.search(r"(\w+) plays (Ace of \w+) as (?:yang|yin)\. .{0,60}\1 lacks the aces that \2 needs\.", told)
    assert re.search(r"(\w+) pays (\d) aces? for Ace of \w+\. \1 discards Ace of", told)
    assert " pays for " not in told


def test_a_counter_is_told(yomi: Yomi, duel: Path) -> None:
    told = flat(yomi("play", "ysolde", "tamsin", "--game", "tarot", "--seed", "3", "--bots").stdout)
    used = re.findall(r"(\w+) uses (?:Riposte|Ill Omen) against ([\w ]+)\. ((?:[^.]+\. ){0,4})", told)
    assert used
    assert all(f"{who} counters {what}." in after for who, what, after in used)


def test_what_one_draws_is_named_in_the_sentence_and_only_to_oneself(yomi: Yomi, duel: Path) -> None:
    told = flat(yomi("play", *YOMI2, "--seed", "3", text="1\n" * 30).stdout)
    mine = re.findall(r"You draw (\d) cards?: ([A-Z][^.]*)\.", told)
    assert mine
    for number, names in mine:
        copies = [int(n) for n in re.findall(r"\((\d)\)", names)]
        assert int(number) == len(re.split(", | and ", names)) + sum(copies) - len(copies)
    assert re.search(r"Jaina draws \d cards?\.", told)
    assert not re.search(r"Jaina draws \d cards?:", told)


def test_cards_that_go_the_same_way_one_after_the_other_are_told_in_one_line(
    yomi: Yomi, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six points of damage from the deck are six wounds, and one line."""
    monkeypatch.setenv("COLUMNS", "200")
    told = yomi("play", "reed", "anvil", "--game", "tempo", "--seed", "4", text="s\nq\n").stdout
    assert "Anvil deals 6 damage to you." in told
    (line,) = re.findall(r"^    (.*) goe?s? from your deck to the wound pile\.$", told, re.MULTILINE)
    assert len(re.split(", | and ", line)) == 6


def test_an_amount_of_several_cards_is_told_by_card(yomi: Yomi, duel: Path) -> None:
    told = flat(yomi("play", "tamsin", "ysolde", "--game", "tarot", "--seed", "1", "--bots").stdout)
    sums = re.findall(r"hits \w+ for (\d+) \((\d+ from [A-Z][\w ]+(?: \+ \d+ from [A-Z][\w ]+)+)\)", told)
    assert sums
    for total, parts in sums:
        assert int(total) == sum(int(part.split()[0]) for part in parts.split(" + "))


def test_a_card_that_comes_to_light_after_a_number_changed_is_named(yomi: Yomi, duel: Path) -> None:
    """A tactic breaks the combo before it is laid, and is seen by all then."""
    told = "".join(
        yomi("play", "reed", "kestrel", "--game", "tempo", "--seed", seed, text="s\nd\n" * 40).stdout for seed in "36"
    )
    assert re.search(r"Kestrel plays (On the Front Foot|Dancing Feet|All or Nothing)\.", told)
    assert "plays a card" not in told


def test_every_card_that_comes_to_an_open_pile_is_told(yomi: Yomi, duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wounds come from the deck or from the discard pile; both ways they are named."""
    monkeypatch.setenv("COLUMNS", "400")
    told = yomi("play", "kestrel", "anvil", "--game", "tempo", "--seed", "5", "--bots").stdout
    lines = re.findall(r"^    (.*) goe?s? from (\w+)'s (deck|discard pile) to the wound pile\.$", told, re.MULTILINE)
    assert {place for _, _, place in lines} == {"deck", "discard pile"}
    for who in ("Kestrel", "Anvil"):
        wounds = sum(number_of_cards(cards) for cards, whose, _ in lines if whose == who)
        healed = re.findall(rf"^    (.*) goe?s? from {who}'s wound pile to the hand\.$", told, re.MULTILINE)
        (lie,) = re.findall(rf"^  {who}: cards left(?:.|\n)*?wound pile (\d+):", told, re.MULTILINE)
        assert wounds - sum(map(number_of_cards, healed)) == int(lie), who


def test_a_draw_goes_on_after_a_shuffle_and_says_what_was_shuffled(yomi: Yomi, duel: Path) -> None:
    told = flat(yomi("play", "kestrel", "anvil", "--game", "tempo", "--seed", "1", text="1\n2\n" * 60).stdout)
    one = re.search(
        r"You draw (\d) cards: ([^.:]*)\. (\d) cards go from your discard pile to the deck\. "
        r"Your deck is shuffled\. You draw \1 cards, continued: ([^.:]*)\.",
        told,
    )
    assert one
    assert number_of_cards(one[2]) + number_of_cards(one[4]) == int(one[1])


def number_of_cards(names: str) -> int:
    """Of ``Elm (2), Oak and Ash``: four."""
    return sum(int((re.findall(r"\((\d)\)", name) or ["1"])[0]) for name in re.split(", | and ", names))


def test_the_card_whose_rule_ends_the_game_is_named_before_and_after(
    yomi: Yomi, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All or Nothing is in play, and a card that cannot be paid for is played."""
    monkeypatch.setenv("COLUMNS", "300")
    game = ("kestrel", "anvil", "--game", "tempo", "--seed", "3")
    told = yomi("play", *game, text="All or Nothing\n" + "1\n" * 8).stdout
    says = 'our All or Nothing says: "If you would run out of tempo, instead you lose the game"'
    assert re.search(rf"^  !  Slip: .*: you run out of tempo; y{says}$", told, re.MULTILINE)
    assert re.search(rf"    You run out of tempo \(Slip's tempo cost .*\)\.\n    Y{says}\.\n", told)
    assert "Anvil wins: out of tempo" in told


def test_an_escape_says_that_the_damage_is_cancelled_and_what_is_taken_back(
    yomi: Yomi, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both sides of it: a joker against the bot's combo, and the bot's joker against one's own, which is then lost."""
    monkeypatch.setenv("COLUMNS", "300")
    told = yomi("play", "ysolde", "tamsin", "--game", "tarot", "--seed", "7", text="1\n" * 14 + "d\n1\ns\nq\n").stdout
    mine, its = told.split("Tamsin escapes the combo's damage with The Fool.", 1)
    assert "choose a joker from your hand to escape the combo's damage with:" in mine
    assert "You escape the combo's damage with The Dark One." in mine
    assert "choose a joker from your hand to save the combo with:" in its
    assert "Lose the combo: choose a card from your arena to take back to hand:" in its
    assert re.search(r"You take [A-Z][\w ]+ back to hand\.", its)


def test_who_loses_a_countered_card_discards_it(yomi: Yomi, duel: Path) -> None:
    told = flat("".join(yomi("play", *TEMPO, "--seed", seed, "--bots").stdout for seed in "124"))
    countered = re.findall(r"(\w+) counters ([\w ]+)\. (\w+) discards ([\w ]+)\.", told)
    assert len(countered) == told.count(" counters ") > 0
    assert all(who != other and card == lost for who, card, other, lost in countered)


def test_the_end_of_a_game_is_told_with_what_decided_it() -> None:
    """Time is over, and who has more life wins: the numbers of both are told."""
    _, game = games.playable(games.find("yomi2"))
    session = begin(game, (holders.bring(game, "grave"), holders.bring(game, "jaina")), 2, (None, None))
    while (request := session.asked) is not None:
        (session.state.log or []).clear()
        session.answer(request, len(request.options) if request.stop else 0)
    assert session.state.result == (0, "time over")
    told = Narrator(voice(session.m, 1)).tell(session.state, session.state.log or [])
    hp = ir.Tally("hp", ir.Local(0, "player"))
    life = [read(session.m, session.state, hp, (seat,)) for seat in (0, 1)]
    assert life[0] > life[1]
    assert told[-1] == f"    Your life ({life[1]}) is less than Grave's life ({life[0]})."
    assert told[-2] == "    Time over."

"""Every way to type a line: understood, or answered by one sentence with the right form."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from uscalc.document.sheet.line import (
    BadLine,
    format_line,
    is_own_rating,
    read_line,
    read_own_rating,
    remove_result,
)
from uscalc.document.sheet.message import read_message, split_line
from uscalc.document.sheet.sheet import EstimateLine

WIN = EstimateLine(1710.0, "W")
DRAW = EstimateLine(1710.0, "D")
LOSS = EstimateLine(1710.0, "L")
TO_COME = EstimateLine(1710.0)

UNDERSTOOD = [
    ("1710w", WIN),
    ("W1710", WIN),
    ("1710 W", WIN),
    ("w 1710", WIN),
    ("1710 1", WIN),
    ("1710 1.0", WIN),
    ("1710+", WIN),
    ("+1710", WIN),
    ("1710 win", WIN),
    ("won 1710", WIN),
    ("1710: W", WIN),
    ("1710;w", WIN),
    ("1710\tW", WIN),
    ("  1710   w ", WIN),
    ("1710\N{NO-BREAK SPACE}w", WIN),
    ("１７１０w", WIN),
    ("*1710 w", WIN),
    ("1710d", DRAW),
    ("1710 =", DRAW),
    ("1710=", DRAW),
    ("1710 0.5", DRAW),
    ("1710 .5", DRAW),
    ("1710 0,5", DRAW),
    ("1710 1/2", DRAW),
    ("1710\N{VULGAR FRACTION ONE HALF}", DRAW),
    ("1710 1/2-1/2", DRAW),
    ("drew with 1710", DRAW),
    ("1710l", LOSS),
    ("L1710", LOSS),
    ("1710 0", LOSS),
    ("1710-", LOSS),
    ("-1710", LOSS),
    ("lost to 1710", LOSS),
    ("1710", TO_COME),
    ("1710 ?", TO_COME),
    ("?1710", TO_COME),
    ("next 1710", TO_COME),
    ("vs Anna Quill 1710", TO_COME),
    ("1710 black", TO_COME),
    ("1710 wb", WIN),
    ("w b 1710", WIN),
    ("w w 1710", WIN),
    ("1710 white win", WIN),
    ("1710 w d", DRAW),
    ("b 1710 l", LOSS),
    ("w l 1710", LOSS),
    ("1710 1-0 white", WIN),
    ("1710 1-0 black", LOSS),
    ("0-1 black 1710", WIN),
    ("beat Anna Quill (1710)", WIN),
    ("Quill, Anna 1710 - win", WIN),
    ("1. 1710 W", WIN),
    ("3) 1710 draw", DRAW),
    ("R1: W vs 1710", WIN),
    ("Round 4 - loss - Quill, Anna 1710", LOSS),
    ("Rd 2: 1710 D (1.5)", DRAW),
    ("2 1710 D", DRAW),
    ("12345678 Anna Quill 1710 W", WIN),
    ("1710 -> 1722 W", WIN),
    ("1710.55w", EstimateLine(1710.55, "W")),
    ("554,22 l", EstimateLine(554.22, "L")),
    ("unr", EstimateLine(None)),
    ("new", EstimateLine(None)),
    ("unr w", EstimateLine(None, "W")),
    ("W unr.", EstimateLine(None, "W")),
    ("newd", EstimateLine(None, "D")),
    ("unrated 0", EstimateLine(None, "L")),
    ("n/r l", EstimateLine(None, "L")),
    ("1450/7", EstimateLine(1450.0, None, None, 7)),
    ("1450P7", EstimateLine(1450.0, None, None, 7)),
    ("1450p7w", EstimateLine(1450.0, "W", None, 7)),
    ("D 1450/7", EstimateLine(1450.0, "D", None, 7)),
    ("1450 (P7) 0", EstimateLine(1450.0, "L", None, 7)),
    ("unrated, 1 of 4", EstimateLine(None)),
    ("unr 1 of 4 w", EstimateLine(None, "W")),
    ("beat unrated, 2.5 of 4", EstimateLine(None, "W")),
    ("lost to unrated (1 out of 4)", EstimateLine(None, "L")),
    ("1 of 4 unrated", EstimateLine(None)),
    ("1710, 3 of 5, w", WIN),
    ("3½ of 5 1710 draw", DRAW),
    ("ended 1210/4", EstimateLine(1210.0, None, None, 4)),
    ("ended 1210/4 w", EstimateLine(1210.0, "W", None, 4)),
    ("unrated, ended 1210/4", EstimateLine(1210.0, None, None, 4)),
    ("beat unrated, ended at 1210 P4", EstimateLine(1210.0, "W", None, 4)),
    ("unrated -> 1210P4 l", EstimateLine(1210.0, "L", None, 4)),
    ("beat unrated kid (ended 1210/4)", EstimateLine(1210.0, "W", None, 4)),
    ("lost to 1710 Anna Quill, who ended at 1722", LOSS),
    ("1710 ended 1722 w", WIN),
    ("1710 (ended 1722/26) d", DRAW),
    ("finished 1210", EstimateLine(1210.0)),
    ("1600-1800", EstimateLine(1600.0, None, 1800.0)),
    ("1600 to 1800", EstimateLine(1600.0, None, 1800.0)),
    ("?1600\N{EN DASH}1800", EstimateLine(1600.0, None, 1800.0)),
]
REFUSED = [
    ("1 1710", "may be a round or a result; write 1702w or 1702l"),
    ("1-0 1710", "does not say which side was yours; write w or l"),
    ("1710 wn", "does not say what came of the game; write 1702w"),
    ("Anna Quill 1710", '"Anna" does not say what came of the game; write 1702w'),
    ("1710 dl", "it says a draw and a loss; write 1702w"),
    ("beat D. Quill 1710", "it says a win and a draw; write 1702w"),
    ("1710w?", "a result and a game to come; write 1702w"),
    ("1710w3", '"3" is not understood; write 1702w'),
    ("1702w 1855d", "has two ratings; write one game in a line, as 1702w"),
    ("1702/18 1855", "has two ratings; write one game in a line, as 1702w"),
    ("1 of 4", "has no rating; write one with w, d or l behind it"),
    ("unrated, 1 of 4, x", "a forfeit, which is not rated; leave it out"),
    ("1710 x", "a forfeit, which is not rated; leave it out, or write 1702w"),
    ("1710 forfeit win", "a forfeit, which is not rated; leave it out"),
    ("won by forfeit 1710", "a forfeit, which is not rated; leave it out"),
    ("bye", "is no rated game; leave it out"),
    ("half-point bye", "is no rated game; leave it out"),
    ("W12", "for player 12 of a crosstable write the rating, as in W1702"),
    ("17100w", "17100 is no rating; ratings are from 100 to 3000"),
    ("99", "99 is no rating; ratings are from 100 to 3000"),
    ("3001w", "3001 is no rating; ratings are from 100 to 3000"),
    ("w", "has no rating; write one with w, d or l behind it, as in 1702w"),
    ("see you tomorrow", "has no rating; write one with w, d or l behind it"),
    ("1600-1800w", "not a range; write it as 1702w"),
    ("1800-1600", "is no range; write the lower end first, as 1600-1800"),
    ("unr 1710 w", "has two ratings; write one game in a line, as 1702w"),
    ("1710 x 3", "a forfeit, which is not rated; leave it out, or write 1702w"),
]


@pytest.mark.parametrize(("text", "line"), UNDERSTOOD)
def test_a_line_is_understood(text, line):
    assert read_line(text) == line


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_a_line_is_answered_by_a_sentence_with_the_right_form(text, reason):
    read = read_line(text)
    assert isinstance(read, BadLine)
    assert reason in read.reason
    # One sentence, which begins in small letters or with what was typed.
    assert "\n" not in read.reason
    assert not read.reason.endswith(".")


def test_the_table_has_a_hundred_ways():
    assert len({text for text, _ in (*UNDERSTOOD, *REFUSED)}) >= 110


@pytest.mark.parametrize(("text", "line"), UNDERSTOOD)
def test_the_result_can_be_taken_out_and_nothing_else(text, line):
    if line.result is None:
        return
    rest = remove_result(text)
    assert read_line(rest, line.result) == line
    typed = re.findall(r"\d{3,}|[^\W\d_]{4,}", text)
    said = ("white", "loss", "draw", "drew", "lost", "beat", "newd")
    assert all(word in rest for word in typed if word not in said)


RATINGS = st.one_of(
    st.integers(100, 3000).map(str),
    st.builds(lambda r, n: f"{r}/{n}", st.integers(100, 3000), st.integers(0, 99)),
    st.builds(lambda r, n: f"{r}P{n}", st.integers(100, 3000), st.integers(0, 99)),
    st.builds(lambda r, c: f"{r}.{c:02}", st.integers(100, 2999), st.integers(0, 99)),
    st.sampled_from(["unr", "new", "unrated", "nr"]),
)
SPELLED = {
    "W": ("w", "W", "win", "1", "won"),
    "D": ("d", "D", "draw", "=", "1/2", "0.5"),
    "L": ("l", "L", "loss", "0", "lost"),
}


@given(RATINGS, st.sampled_from("WDL"), st.data())
def test_however_a_game_is_spelled_it_is_the_same(rating, letter, data):
    opponent = read_line(rating)
    assert isinstance(opponent, EstimateLine)
    expected = EstimateLine(opponent.rating, letter, None, opponent.games)
    word = data.draw(st.sampled_from(SPELLED[letter]))
    colour = data.draw(st.sampled_from(["", " white", " black", " b"]))
    assert read_line(f"{rating} {word}{colour}") == expected
    if word not in ("0", "1"):
        assert read_line(f"{word} {rating}{colour}") == expected
        assert read_line(f"{word}{colour} {rating}") == expected
    assert read_line(rating, letter) == expected
    assert read_line(f"{format_line(expected)} {letter}") == expected


@given(st.text(max_size=60) | st.from_regex(r"[ 0-9wdlb=?/.\-+pP(),:]{0,30}"))
@example("1710" * 30)
@example("½" * 9 + "1710")
def test_any_text_is_a_line_nothing_or_one_sentence(text):
    read = read_line(text)
    if not text.strip():
        assert read is None
    elif isinstance(read, BadLine):
        assert read.reason
        assert "\n" not in read.reason
    else:
        assert isinstance(read, EstimateLine)
        assert read.rating is None or 100 <= read.rating <= 3000
        if read.result is not None:
            assert read_line(remove_result(text), read.result) == read


@pytest.mark.parametrize(
    "text",
    [
        "1702{}w",
        "unrated{}ended",
        "1{}of",
        "1702/18{}x",
        "?{}170",
        "{}1702w",
        "W{}|W 1",
    ],
)
def test_a_line_of_thirty_thousand_spaces_is_read_at_once(text):
    """Reading takes a step for each letter; else this would not end."""
    line = text.format(" " * 30_000)
    assert read_line(line) is not None
    assert read_message(line).lines
    assert not is_own_rating(line)


@given(st.text(alphabet="0123456789wdlWDL=,; \tabx|?", max_size=80))
def test_no_letter_is_lost_when_a_text_is_divided(text):
    # Cells of a crosstable are another matter: those without a game go.
    if "|" not in text and "\t" not in text:
        kept = re.sub(r"[\s,;]", "", "".join(split_line(text)))
        assert kept == re.sub(r"[\s,;]", "", text)


@pytest.mark.parametrize(
    "text",
    [
        "1702w1855d1760",
        "1702w, 1855d, 1760",
        "1702w 1855d 1760",
        "1702w;1855d;1760?",
        "W1702 D1855 1760",
    ],
)
def test_several_games_in_one_line_are_several_lines(text):
    lines = [read_line(part) for part in split_line(text)]
    assert lines == [
        EstimateLine(1702, "W"),
        EstimateLine(1855, "D"),
        EstimateLine(1760),
    ]


@pytest.mark.parametrize("text", ["1702/18", " 1702 P18", "1702p18.", "1702 (P18)"])
def test_a_rating_with_its_games_alone_is_the_own_one(text):
    assert is_own_rating(text)
    assert read_message(f"1855d\n{text}\n1450/7").own == text.strip().rstrip(".")
    assert read_message(f"1855d\n{text}\n1450/7").lines == ("1855d", "1450/7")
    # Where the own rating is known it is an opponent.
    assert read_message(text, own_known=True).lines == (text.strip(),)


@pytest.mark.parametrize(
    "text",
    ["1702", "1702/18 w", "ended 1702/18", "vs 1702/18", "9999/18", "unr", "1702/18 1"],
)
def test_what_has_more_than_a_rating_and_its_games_is_an_opponent(text):
    assert not is_own_rating(text)
    assert read_message(text).own == ""


def test_an_opponents_score_in_the_event_divides_no_line():
    for text in ("unrated, 1 of 4", "ended 1210/4", "unrated, ended 1210/4"):
        assert split_line(text) == (text,)
        assert read_message(f"1702/18\n{text}").lines == (text,)


def test_a_message_becomes_lines_and_the_own_rating():
    message = read_message(
        "My rating is 1780.\n\nR1: beat Anna Quill (1702)\nR2: drew 1855\n"
        "Hi there\r\nlost to 1910, next vs 1824"
    )
    assert message.own == "1780"
    assert message.lines == (
        "R1: beat Anna Quill (1702)",
        "R2: drew 1855",
        "Hi there",
        "lost to 1910",
        "next vs 1824",
    )


@pytest.mark.parametrize(
    "said", ["my rating was 1620", "I was 1620.", "My rating: 1620", "I'm 1620"]
)
def test_the_own_rating_in_a_message_is_no_game(said):
    message = read_message(f"beat 1702\n{said}")
    assert (message.own, message.lines) == ("1620", ("beat 1702",))


def test_sentences_of_a_message_are_divided_where_all_are_read():
    message = read_message("Hi! I'm 1620. I beat A. Quill (1702) and drew with 1655.")
    assert message.own == "1620"
    assert message.lines == ("Hi!", "I beat A. Quill (1702)", "drew with 1655.")
    one = "Lost to Mr. Quill 1702. Then 1655 w 3 d."
    assert read_message(one).lines == (one,)


def test_a_row_of_a_crosstable_gives_its_results_and_the_own_rating():
    message = read_message(
        "    1 | QUILL, ANNA        |2.5  |W  12|H    |D   3|L   7|U    |\n"
        "   NY | 12345678 / R: 1780P5 ->1800 |N:4  |W    |     |B    |W    |     |"
    )
    assert message.own == "1780P5"
    assert message.lines == ("W12", "D3", "L7")
    # Each says which rating is to be put in its place.
    for line in message.lines:
        assert "write the rating" in read_line(line).reason


@pytest.mark.parametrize(
    ("text", "rating", "games"),
    [
        ("1780", 1780.0, None),
        ("1780 est", 1780.0, None),
        ("my rating is 1432/6", 1432.0, 6),
        ("1432 P6", 1432.0, 6),
        ("R: 1780.25", 1780.25, None),
        ("new", None, None),
        ("Unrated", None, None),
    ],
)
def test_the_own_rating_is_read_as_it_is_typed(text, rating, games):
    read = read_own_rating(text)
    assert not isinstance(read, BadLine)
    assert (read.rating, read.games) == (rating, games)


@pytest.mark.parametrize("text", ["99", "178x", "1780w", "?", "1780 1790", "hello"])
def test_what_is_no_own_rating_is_said(text):
    assert isinstance(read_own_rating(text), BadLine)
    assert "no rating" in read_own_rating(text).reason


@given(st.text(max_size=40))
def test_any_text_for_the_own_rating_is_answered(text):
    read = read_own_rating(text)
    assert read is None or isinstance(read, BadLine) or read.is_possible

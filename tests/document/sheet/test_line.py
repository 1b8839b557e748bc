"""Every way to type a line is understood, or answered with the right form in one sentence."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.shared_data import load_cases
from uscalc.document.sheet import line as reading
from uscalc.document.sheet.message import read_message, split_line
from uscalc.document.sheet.sheet import EstimateLine

LINES = load_cases("test_line", "understood")
UNDERSTOOD = [(text, EstimateLine(*line)) for text, line in LINES]
REFUSED = load_cases("test_line", "refused")


@pytest.mark.parametrize(("text", "line"), UNDERSTOOD)
def test_a_line_is_understood(text, line):
    assert reading.read_line(text) == line


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_a_line_is_answered_by_a_sentence_with_the_right_form(text, reason):
    read = reading.read_line(text)
    assert isinstance(read, reading.BadLine)
    assert reason in read.reason
    # The reason is one sentence in lower case, or begins with the typed text.
    assert "\n" not in read.reason
    assert not read.reason.endswith(".")


@pytest.mark.parametrize(("text", "line"), UNDERSTOOD)
def test_the_result_can_be_taken_out_and_nothing_else(text, line):
    if line.result is None:
        return
    rest = reading.remove_result(text)
    assert reading.read_line(rest, line.result) == line
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
def test_all_spellings_of_a_game_mean_the_same(rating, letter, data):
    opponent = reading.read_line(rating)
    assert isinstance(opponent, EstimateLine)
    expected = EstimateLine(opponent.rating, letter, None, opponent.games)
    word = data.draw(st.sampled_from(SPELLED[letter]))
    color = data.draw(st.sampled_from(["", " white", " black", " b"]))
    assert reading.read_line(f"{rating} {word}{color}") == expected
    if word not in ("0", "1"):
        assert reading.read_line(f"{word} {rating}{color}") == expected
        assert reading.read_line(f"{word}{color} {rating}") == expected
    assert reading.read_line(rating, letter) == expected
    assert reading.read_line(f"{reading.format_line(expected)} {letter}") == expected


@given(st.text(max_size=60) | st.from_regex(r"[ 0-9wdlb=?/.\-+pP(),:]{0,30}"))
@example("1710" * 30)
@example("½" * 9 + "1710")
def test_any_text_is_a_line_nothing_or_one_sentence(text):
    read = reading.read_line(text)
    if not text.strip():
        assert read is None
    elif isinstance(read, reading.BadLine):
        assert read.reason
        assert "\n" not in read.reason
    else:
        assert isinstance(read, EstimateLine)
        assert read.rating is None or 100 <= read.rating <= 3000
        if read.result is not None:
            assert reading.read_line(reading.remove_result(text), read.result) == read


@pytest.mark.parametrize(
    "text",
    [
        *("1702{}w", "unrated{}ended", "1{}of", "1702/18{}x", "?{}170", "{}1702w"),
        "W{}|W 1",
    ],
)
def test_a_line_of_thirty_thousand_spaces_is_read_at_once(text):
    """Reading takes one step for each letter; otherwise this would not end."""
    line = text.format(" " * 30_000)
    assert reading.read_line(line) is not None
    assert read_message(line).lines
    assert not reading.is_own_rating(line)


@given(st.text(alphabet="0123456789wdlWDL=,; \tabx|?", max_size=80))
def test_no_letter_is_lost_when_a_text_is_divided(text):
    # In crosstable cells, a result without a game is dropped.
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
    lines = [reading.read_line(part) for part in split_line(text)]
    wanted = [EstimateLine(1702, "W"), EstimateLine(1855, "D"), EstimateLine(1760)]
    assert lines == wanted


@pytest.mark.parametrize("text", ["1702/18", " 1702 P18", "1702p18.", "1702 (P18)"])
def test_a_rating_with_its_games_alone_is_the_own_rating(text):
    assert reading.is_own_rating(text)
    assert read_message(f"1855d\n{text}\n1450/7").own == text.strip().rstrip(".")
    assert read_message(f"1855d\n{text}\n1450/7").lines == ("1855d", "1450/7")
    # If the own rating is known, the line is an opponent.
    assert read_message(text, own_known=True).lines == (text.strip(),)


@pytest.mark.parametrize(
    "text",
    ["1702", "1702/18 w", "ended 1702/18", "vs 1702/18", "9999/18", "unr", "1702/18 1"],
)
def test_what_has_more_than_a_rating_and_its_games_is_an_opponent(text):
    assert not reading.is_own_rating(text)
    assert read_message(text).own == ""


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
    message = read_message("Hi! I'm 1620. I beat A. Quill (1702) and drew with 1655.")
    assert message.own == "1620"
    assert message.lines == ("Hi!", "I beat A. Quill (1702)", "drew with 1655.")
    one = "Lost to Mr. Quill 1702. Then 1655 w 3 d."
    assert read_message(one).lines == (one,)
    message = read_message(
        "    1 | QUILL, ANNA        |2.5  |W  12|H    |D   3|L   7|U    |\n"
        "   NY | 12345678 / R: 1780P5 ->1800 |N:4  |W    |     |B    |W    |     |"
    )
    assert (message.own, message.lines) == ("1780P5", ("W12", "D3", "L7"))
    # Each line says which rating must replace the number.
    for line in message.lines:
        assert "write the rating" in reading.read_line(line).reason
    for text in ("unrated, 1 of 4", "ended 1210/4", "unrated, ended 1210/4"):
        assert split_line(text) == read_message(f"1702/18\n{text}").lines == (text,)


@pytest.mark.parametrize(
    "said", ["my rating was 1620", "I was 1620.", "My rating: 1620", "I'm 1620"]
)
def test_the_own_rating_in_a_message_is_no_game(said):
    message = read_message(f"beat 1702\n{said}")
    assert (message.own, message.lines) == ("1620", ("beat 1702",))


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
def test_the_own_rating_is_read_in_every_spelling(text, rating, games):
    read = reading.read_own_rating(text)
    assert not isinstance(read, reading.BadLine)
    assert (read.rating, read.games) == (rating, games)


@pytest.mark.parametrize("text", ["99", "178x", "1780w", "?", "1780 1790", "hello"])
def test_an_unreadable_own_rating_is_refused_with_the_reason(text):
    assert isinstance(reading.read_own_rating(text), reading.BadLine)
    assert "a valid rating" in reading.read_own_rating(text).reason


@given(st.text(max_size=40))
def test_any_text_for_the_own_rating_is_answered(text):
    read = reading.read_own_rating(text)
    assert read is None or isinstance(read, reading.BadLine) or read.is_possible

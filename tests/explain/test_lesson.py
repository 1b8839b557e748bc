"""Lessons of every path reveal no answer before its question, and state only true figures."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.build import as_type
from tests.engine.make import rules
from tests.explain.lessons import (
    ASKED_OF_ALL,
    CHANGES,
    COMPUTED,
    Taught,
    every_lesson,
    guide_lesson,
    other_lesson,
    taught,
)
from tests.explain.test_figures import under
from tests.explain.test_paths import PATHS
from tests.shared_data import shared
from uscalc.document.model import RulesChoice
from uscalc.engine.standard import compute_winning_expectancy
from uscalc.engine.trace import SpecialTrace, StandardTrace
from uscalc.explain.lesson import model
from uscalc.explain.lesson.lessons import make_basics_lesson
from uscalc.explain.lesson.words import (
    BLANK,
    blank_question,
    describe_answer,
    describe_difference,
    describe_picture,
    describe_question,
    make_handout,
    parse_guess,
)
from uscalc.explain.numbers import (
    PlayerDirectory,
    format_number,
    format_rating,
    format_whole_rating,
)
from uscalc.explain.picture import SpecialPicture, make_picture
from uscalc.formats import open_event
from uscalc.report.lessons import prepare_basics_lesson, prepare_player_lesson

_FIGURE = re.compile(r"(?<![\d.])\d+(?:\.\d+)?")


@pytest.fixture(scope="module")
def lessons() -> list[Taught]:
    return list(every_lesson())


def all_slides(lessons: list[Taught]) -> Iterator[tuple[Taught, model.LessonSlide]]:
    return ((made, slide) for made in lessons for slide in made.lesson.slides)


def slides_of(lesson: model.Lesson) -> dict[str, model.LessonSlide]:
    return {slide.key: slide for slide in lesson.slides}


def figures_in(text: str) -> set[str]:
    """Return the figures of a text that can't be there by chance.

    Many sentences have counts below thirty; two traces show whether those reveal an
    answer.
    """
    return {one for one in _FIGURE.findall(text) if not re.fullmatch(r"[12]?\d", one)}


def text_before(slide: model.LessonSlide) -> str:
    asked = slide.question
    return f"{describe_question(asked)} {describe_picture(asked)} {asked.lead}"


def test_every_path_has_a_lesson_of_six_to_thirteen_slides(lessons):
    seen: Counter[str] = Counter()
    for made in lessons:
        keys = [slide.key for slide in made.lesson.slides]
        assert len(set(keys)) == len(keys)
        assert 6 <= len(keys) <= 13, made.path
        assert keys[0] == "way"
        seen.update(keys)
    assert seen.keys() == ASKED_OF_ALL
    for make in PATHS.values():
        trace = make(rules())
        none = [taught("", trace, i) is None for i in range(len(trace.players))]
        assert none == [player.formula == "none" for player in trace.players]


def test_equal_questions_hide_the_answer_and_the_bonus(lessons):
    tried: Counter[str] = Counter()
    none = 0
    for made, slide in all_slides(lessons):
        lesson = other_lesson(made, slide)
        if lesson is None:
            continue
        tried[slide.key] += 1
        others = slides_of(lesson)
        other = others[slide.key]
        assert other.question == slide.question, (made.path, slide.key)
        assert other.answer != slide.answer, (made.path, slide.key)
        if slide.key == "bonus":
            here = slides_of(made.lesson)["gain"].answer
            assert here == others["gain"].answer, made.path
            none += slide.answer.right == 0.0
    assert all(tried[key] >= 3 for key in ASKED_OF_ALL - {*COMPUTED}), tried
    assert none > 0


def test_no_slide_prints_its_answer_before_it_is_shown(lessons):
    looked = 0
    for made, slide in all_slides(lessons):
        assert slide.answer.text not in text_before(slide)
        assert slide.answer.notes not in text_before(slide)
        if isinstance(slide.question.guess, model.NumberGuess):
            looked += 1
            figure = format_number(abs(slide.answer.right), 2)
            if figure in figures_in(text_before(slide)):
                # The figure happens to equal one of the given ones.
                assert figure in given(made, slide), (made.path, slide.key, figure)
    assert looked > 500


def given(made: Taught, slide: model.LessonSlide) -> set[str]:
    """Return what a class knows at a slide: the given facts, and earlier answers."""
    found = known_figures(made)
    slides = made.lesson.slides
    for earlier in slides[: slides.index(slide)]:
        found |= figures_in(earlier.answer.text)
    if slide.key in ("floor", "ceiling"):
        # These slides begin with the last step's result.
        found.add(format_rating(made.player.floors.before))
    if slide.key == "explained":
        # The end of the axis is the number of points.
        found.add(format_number(made.player.entrant.m + made.player.effective.n_eff, 2))
    return found


def known_figures(made: Taught) -> set[str]:
    entrant, players = made.player.entrant, made.trace.players
    found = {format_rating(players[place].start.r0) for place in entrant.opponents}
    for done in (made.player.step3, made.player.step4 or made.player.step5):
        found |= set() if done is None else {format_rating(at) for at in done.strengths}
    facts: list[float] = [entrant.m, entrant.score, made.player.start.n or 0]
    if entrant.rating is not None:
        facts.append(entrant.rating)
    # The scale of expectations, and the rules of floors as explained.
    facts += [0, 0.5, 1, 2, 4, 8, 10, 100, 150, 200, 400, 800, 2100]
    return found | {format_number(value, 2) for value in facts}


def test_answers_are_the_values_of_the_trace(lessons):
    for made in lessons:
        player = made.player
        slides = {key: slide.answer for key, slide in slides_of(made.lesson).items()}
        wanted = {"floor": player.floors.floor}
        if "past" in slides:
            wanted["past"] = player.effective.n_eff
        if "start" in slides:
            wanted["start"] = player.start.r0
        first = player.step4 or player.step5
        if isinstance(first, StandardTrace):
            wanted |= {"expected": first.expected, "k": first.k, "gain": first.gain}
            if "bonus" in slides or first.bonus:
                wanted["bonus"] = first.bonus
            bars = as_type(slides["expected"].picture[-1], model.BarChart)
            assert tuple(row.fill for row in bars.rows) == first.expectations
        assert {key: slides[key].right for key in wanted} == wanted
        people = PlayerDirectory(made.trace, lambda n: "")
        for step, done in ((3, player.step3), (4, player.step4)):
            if isinstance(done, SpecialTrace) and f"sought{step}" in slides:
                found = make_picture(made.trace, made.place, step, people)
                catch = as_type(found, SpecialPicture).catch_rating
                told = slides[f"sought{step}"]
                assert told.right == catch
                bars = as_type(told.picture[-1], model.BarChart)
                assert bars.expected_points == pytest.approx(done.target, abs=1e-6)
                assert bars.low <= catch <= bars.high
        if player.entrant.rating is not None:
            assert format_whole_rating(player.post) in slides["printed"].text
        if "what-if" in slides:
            told = slides["what-if"]
            bars = as_type(told.picture[-1], model.BarChart)
            reach = [max(r.end - player.post, player.post - r.start) for r in bars.rows]
            assert reach[int(told.right)] > max(reach) - 1.0
            alike = max(reach) < min(reach) + 1.0
            assert alike or not told.is_correct_choice(reach.index(min(reach)))


def test_every_right_answer_can_be_entered(lessons):
    made = [(one.path, one.lesson) for one in lessons]
    made += [("guide", guide_lesson(score)) for score in (0.0, 0.5, 1.0)]
    made.append(("basics", prepare_basics_lesson()))
    looked: Counter[str] = Counter()
    for path, lesson in made:
        for slide in lesson.slides:
            guess, right = slide.question.guess, slide.answer.right
            if isinstance(guess, model.ChoiceGuess):
                assert 0 <= right < len(guess.options)
                continue
            looked[slide.key] += 1
            assert guess.low <= right <= guess.high, (path, slide.key)
            typed = format_number(right, guess.decimals)
            assert parse_guess(guess, typed) == round(right, guess.decimals)
            axis = model.find_guess_axis(slide.answer.picture)
            assert axis is not None or slide.key == "expected"
            assert axis is None or axis.low <= right <= axis.high, (path, slide.key)
    assert looked["ceiling"] >= 6
    assert looked["floor"] > 100


def test_the_what_if_slide_asks_about_offered_games_and_is_found_by_rating_again(
    lessons,
):
    ends: Counter[str] = Counter()
    ties = ("", "another game ties.", "other games tie.")
    for made, slide in all_slides(lessons):
        if slide.key == "what-if":
            assert "of these games" in slide.question.text
            wanted = ties[min(len(slide.answer.also), 2)]
            end = slide.answer.text.rpartition("; ")[2]
            assert not wanted or end == wanted, made.path
            ends[wanted] += 1
    assert all(ends[tie] for tie in ties)
    made = next(one for one in lessons if one.path.startswith("event"))
    assert len(made.swings) == made.player.entrant.m
    post = made.player.post
    assert all(one.low <= post <= one.high for one in made.swings)
    assert any(one.low < one.high for one in made.swings)


def test_most_opponents_means_more_than_half_and_more_than_one(lessons):
    said: Counter[str] = Counter()
    for made, slide in all_slides(lessons):
        if slide.key != "second":
            continue
        one, two = made.player.step4, made.player.step5
        moves = map(float.__sub__, two.strengths, one.strengths)
        moved = dict(zip(made.player.entrant.opponents, moves, strict=True))
        better = 2 * sum(off > 0.005 for off in moved.values())
        notes, alone = slide.answer.notes, len(moved) == 1
        for phrase in ("Most opponents", "On average"):
            said[phrase] += phrase in notes
            assert not (alone and phrase in notes), made.path
        if "Most opponents were stronger" in notes:
            assert better > len(moved), made.path
        elif "On average, the opponents were stronger" in notes:
            assert better <= len(moved), made.path
            assert sum(moved.values()) > 0
        assert ("The opponent has" in slide.question.fact) is alone
    assert said["Most opponents"] > 5
    assert said["On average"] > 0


@pytest.mark.parametrize("edition", [None, "2001-guide"])
def test_real_players_have_a_lesson_by_date_and_by_the_guide(edition):
    count, sheets = 0, 0
    for path in sorted(shared("realdata").glob("*.uscalc"))[::9]:
        document = open_event(path).document
        (where,) = under(document, RulesChoice(edition)).sections
        found = where.ratings[0]
        for number in list(found.places)[:6]:
            made = prepare_player_lesson(document.name, where.section, found, number)
            if made is None:
                assert found.find_trace(number).formula == "none"
                continue
            count += 1
            worked = found.find_worksheet(number)
            if worked is not None and worked.result is not None:
                sheets += 1
                assert made.slides[-1].answer.right == worked.result
                assert made.slides[0].answer.right == worked.answer.expected
            for slide in made.slides:
                assert slide.answer.text not in text_before(slide)
    assert count > 30
    assert (sheets > 10) is (edition is not None)


def test_a_handout_has_no_answer_of_any_slide(lessons):
    blanks = 0
    choices: Counter[str] = Counter()
    for made in lessons:
        slides = list(make_handout(made.lesson))
        for place, slide in enumerate(slides):
            asked = slide.question
            said = f"{describe_question(asked)} {describe_picture(asked)}"
            blanks += BLANK in said
            free = figures_in(said) - known_figures(made)
            for earlier in slides[:place]:
                assert earlier.answer.text not in said
                if isinstance(earlier.question.guess, model.NumberGuess):
                    figure = format_rating(abs(earlier.answer.right))
                    assert figure not in free, (made.path, slide.key, earlier.key)
            if isinstance(asked.guess, model.ChoiceGuess):
                choices[slide.key] += 1
                other = make_handout(other_lesson(made, slide))
                here, there = (
                    [
                        visible_parts(on)
                        for on in some
                        if on.key in {slide.key, *CHANGES}
                    ]
                    for some in (slides, other)
                )
                assert here == there, (made.path, slide.key)
            if slide.key == "gain":
                assert f"{BLANK} {BLANK} expected" in said
    assert blanks > 300
    assert choices.keys() == {"second", "what-if"}


def visible_parts(slide: model.LessonSlide) -> tuple[object, ...]:
    asked = slide.question
    return asked.title, asked.fact, asked.text, asked.guess, asked.picture


def test_a_guide_handout_and_hidden_pictures_reveal_nothing():
    slides = slides_of(guide_lesson(1.0))
    assert f"{BLANK} {BLANK} expected" in blank_question(slides["gain"].question).fact
    assert f"a bonus of {BLANK}" in blank_question(slides["printed"].question).fact
    made = taught("", PATHS["standard with bonus"](rules()), 0)
    papers = {slide.key: blank_question(slide.question) for slide in made.lesson.slides}
    assert papers["expected"].picture
    for key in ("gain", "bonus", "second", "printed", "what-if"):
        assert not papers[key].picture
        assert BLANK in papers[key].fact, key


RATING = model.NumberGuess(100.0, 3000.0, "Rating")
POINTS = model.NumberGuess(0.0, 5.0, "Points", "points", 2)


def test_a_number_is_read_as_it_is_written():
    change = model.NumberGuess(-100.0, 100.0, "Change", "points", 1)
    for guess, numbers in (
        (RATING, {"1500": 1500.0, " 1,500 ": 1500.0, "1499.6": 1500.0}),
        (POINTS, {"2.5": 2.5, "2,5": 2.5, "2½": 2.5, ".5": 0.5}),
        (change, {"−12.5": -12.5, "+12": 12.0}),
    ):
        assert {typed: parse_guess(guess, typed) for typed in numbers} == numbers


def test_an_invalid_number_gets_a_message_with_the_range():
    for typed in (
        *("", "abc", "15oo", "1e3", "nan", "inf", "1 500 000", "--5", "٣", "1.2.3"),
        "x" * 500,
    ):
        said = as_type(parse_guess(RATING, typed), str)
        assert said.endswith("isn't a number. Type a number from 100 to 3000.")
        assert len(said) < 90
        assert "\n" not in said
    for large in ("99", "999999"):
        said = f"{large} is out of range. Type a number from 100 to 3000."
        assert parse_guess(RATING, large) == said


def make_answer(right, fits=None) -> model.SlideAnswer:
    return model.SlideAnswer(right, "", (), "", fits)


def test_the_distance_of_a_guess_from_figures_ranges_and_choices_is_described(lessons):
    asked = model.SlideQuestion("", "", "", RATING, (), "")
    for guessed, right, said in (
        *((1500.0, 1562.0, "62 too low"), (1600.0, 1562.0, "38 too high")),
        *((1562.0, 1562.0, "Exactly right"), (1562.0, 1562.3, "Exactly right")),
        *((1562.0, 1562.6, "0.6 too low"), (None, 1562.0, "")),
    ):
        assert describe_difference(asked, make_answer(right), guessed) == said
    wide = make_answer(1500.0, (1400.0, 1500.0))
    guesses = {1450.0: "That fits too", 1500.0: "Exactly right", 1390.0: "110 too low"}
    for guess, said in guesses.items():
        assert describe_difference(asked, wide, guess) == said
    made = taught("", PATHS["special across a plateau"](rules()), 0)
    assert slides_of(made.lesson)["sought4"].answer.fits is not None
    asked = model.SlideQuestion("", "", "", model.ChoiceGuess(("Up", "Down")), (), "")
    for guess, said in ((1, "Right"), (0, "Not quite"), (None, "")):
        assert describe_difference(asked, make_answer(1), guess) == said
    made = next(one for one in lessons if one.path.startswith("standard,"))
    slide = slides_of(made.lesson)["k"]
    said = describe_answer(slide, (20.0,))
    assert said.startswith("Our guess: 20 points: ")
    assert said.endswith(slide.answer.text)


def test_every_answer_moves_something_at_its_time(lessons):
    one = model.NumberAxis(
        0.0, 100.0, "points", (model.AxisMark(0.0, "", "accent", 0.0),)
    )
    other = model.NumberAxis(
        0.0, 200.0, "points", (model.AxisMark(80.0, "80", "accent", 1.0),)
    )
    assert model.interpolate_pictures(one, other, 0.0) is one
    assert model.interpolate_pictures(one, other, 1.0) is other
    half = model.interpolate_pictures(one, other, 0.5)
    assert half.high == 150.0
    assert half.marks[0] == model.AxisMark(40.0, "80", "accent", 0.5)
    for made, slide in all_slides(lessons):
        start, end = slide.question.picture, slide.answer.picture
        assert start != end, (made.path, slide.key)
        assert [type(part) for part in start] == [type(part) for part in end]
        half = model.interpolate_pictures(start, end, 0.5)
        if slide.key != "second" or slide.answer.right != 2:
            assert half not in (start, end), (made.path, slide.key)


def test_the_basics_lesson_needs_no_player_and_uses_the_engine_and_rules():
    made = prepare_basics_lesson()
    titles = [slide.question.title for slide in made.slides]
    assert {
        *("The meaning of a rating", "Why newcomers move more", "Unrated players"),
        *("Why everything is computed twice", "Why there is a bonus"),
        "Why there are floors",
    } <= {*titles}
    assert 7 <= len(made.slides) <= 9
    for slide in made.slides:
        assert slide.answer.text not in text_before(slide)
        assert "minute" in slide.question.lead + slide.answer.notes
        assert "Step" not in f"{text_before(slide)} {slide.answer}", slide.key
    assert "Made-up players" in made.about
    slides = slides_of(made)
    likely = compute_winning_expectancy(1600.0, 1400.0)
    assert slides["forecast"].answer.right == 100 * likely
    assert slides["bonus"].answer.right > 0
    assert slides["floor"].answer.right == 1800.0
    newcomers, gain = slides["newcomers"].answer, slides["gain"].answer
    assert newcomers.right > 1.5 * gain.right
    bars = as_type(slides["sought4"].answer.picture[-1], model.BarChart)
    assert bars.expected_points == pytest.approx(bars.scored)
    # Other rules give other figures, because no figure is hard-coded.
    other = slides_of(make_basics_lesson(rules("2009"), dt.date(2009, 9, 1), ""))
    for key in ("gain", "bonus"):
        assert other[key].answer.right != slides[key].answer.right

"""The help pages that are made from data agree with the data."""

from uscalc.report.help.chances import PAGE as CHANCES
from uscalc.report.help.chances import PICTURE, chances_page, chances_sketch
from uscalc.report.help.documents import PAGE, documents_page
from uscalc.report.help.glossary import PAGE as WORDS
from uscalc.report.help.glossary import (
    PICTURES,
    glossary,
    glossary_page,
    picture_name,
    svg,
)
from uscalc.resources import resource
from uscalc.rules.chances import chance_model
from uscalc.rules.resolve import rule_table


def test_the_page_on_the_documents_is_as_the_rule_data_make_it():
    written = resource("help", PAGE).read_text(encoding="utf-8")
    assert written == documents_page(rule_table()), "run python packaging/help_pages.py"


def test_the_page_names_every_parameter_and_every_departure():
    page = documents_page(rule_table())
    for parameter in rule_table().parameters.values():
        assert f"`{parameter.name}`" in page
        assert parameter.departs in page


def test_the_page_of_the_words_is_as_the_glossary_makes_it():
    written = resource("help", WORDS).read_text(encoding="utf-8")
    assert written == glossary_page(), "run python packaging/help_pages.py"
    for entry in glossary().values():
        assert f"## {entry.word}\n\n{entry.meaning}\n" in written
        picture = resource("help", picture_name(entry.key)).read_text(encoding="utf-8")
        assert picture == svg(entry.sketch), "run python packaging/help_pages.py"


def test_the_page_on_chances_and_its_drawing_are_as_the_data_make_them():
    model = chance_model()
    written = resource("help", CHANCES).read_text(encoding="utf-8")
    assert written == chances_page(model), "run python packaging/help_pages.py"
    drawn = resource("help", PICTURE).read_text(encoding="utf-8")
    assert drawn == svg(chances_sketch(model)), "run python packaging/help_pages.py"
    # A dot for every pair, and one beside each of the words.
    pairs = sum(len(held.told) for held in model.held)
    assert drawn.count("<circle") == pairs + len(model.held)
    for held in model.held:
        assert held.what in drawn


def test_no_drawing_of_a_word_is_left_over():
    kept = {path.stem for path in resource("help", PICTURES).iterdir()}
    assert kept == set(glossary())


def test_the_page_lists_where_the_documents_contradict_each_other():
    _, _, rest = documents_page(rule_table()).partition(
        "## Where the documents contradict"
    )
    part, _, _ = rest.partition("## How open points are read")
    for words in (
        "exactly $2,000",
        "2008-08-07",
        "2017-05-01",
        "50 or more rated games",
        "G/10",
    ):
        assert words in part
    for reading in rule_table().readings:
        assert (reading.text in part) is reading.conflict

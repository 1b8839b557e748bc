"""The help pages that are made from data agree with the data."""

from making.data_pages import CHANCES_PAGE as CHANCES
from making.data_pages import (
    DOCUMENTS_PAGE,
    make_chances_page,
    make_documents_page,
    make_glossary_page,
    make_picture_name,
    make_svg,
)
from making.data_pages import GLOSSARY_PAGE as WORDS
from uscalc.report.data_pages import (
    CHANCES_PICTURE,
    PICTURES,
    make_chances_sketch,
    read_glossary,
)
from uscalc.resources import get_help_path
from uscalc.rules.chances import load_chance_model
from uscalc.rules.resolve import load_rule_table


def test_the_page_on_the_documents_is_as_the_rule_data_make_it():
    written = get_help_path(DOCUMENTS_PAGE).read_text(encoding="utf-8")
    assert written == make_documents_page(load_rule_table()), (
        "run python packaging/help_pages.py"
    )


def test_the_page_names_every_parameter_and_every_departure():
    page = make_documents_page(load_rule_table())
    for parameter in load_rule_table().parameters.values():
        assert f"`{parameter.name}`" in page
        assert parameter.departs in page


def test_the_page_of_the_words_is_as_the_glossary_makes_it():
    written = get_help_path(WORDS).read_text(encoding="utf-8")
    assert written == make_glossary_page(), "run python packaging/help_pages.py"
    for entry in read_glossary().values():
        assert f"## {entry.word}\n\n{entry.meaning}\n" in written
        picture = get_help_path(make_picture_name(entry.key)).read_text(
            encoding="utf-8"
        )
        assert picture == make_svg(entry.sketch), "run python packaging/help_pages.py"


def test_the_page_on_chances_and_its_drawing_are_as_the_data_make_them():
    model = load_chance_model()
    written = get_help_path(CHANCES).read_text(encoding="utf-8")
    assert written == make_chances_page(model), "run python packaging/help_pages.py"
    drawn = get_help_path(CHANCES_PICTURE).read_text(encoding="utf-8")
    assert drawn == make_svg(make_chances_sketch(model)), (
        "run python packaging/help_pages.py"
    )
    # A dot for every pair, and one beside each of the words.
    pairs = sum(len(held.pairs) for held in model.held)
    assert drawn.count("<circle") == pairs + len(model.held)
    for held in model.held:
        assert held.what in drawn


def test_no_drawing_of_a_word_is_left_over():
    kept = {path.stem for path in get_help_path(PICTURES).iterdir()}
    assert kept == set(read_glossary())


def test_the_page_lists_where_the_documents_contradict_each_other():
    _, _, rest = make_documents_page(load_rule_table()).partition(
        "## Conflicts between"
    )
    part, _, _ = rest.partition("## How ambiguous points are interpreted")
    for words in (
        "exactly $2,000",
        "8/7/2008",
        "5/1/2017",
        "50 or more rated games",
        "G/10",
    ):
        assert words in part
    for reading in load_rule_table().readings:
        assert (reading.text in part) is reading.conflict

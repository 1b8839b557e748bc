"""The help pages that are made from data agree with the data."""

from uscalc.report.glossary import PAGE as WORDS
from uscalc.report.glossary import PICTURES, glossary, glossary_page, picture_name, svg
from uscalc.report.help_documents import PAGE, documents_page
from uscalc.resources import resource
from uscalc.rules.load import rule_table


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


def test_no_drawing_of_a_word_is_left_over():
    kept = {path.stem for path in resource("help", PICTURES).iterdir()}
    assert kept == set(glossary())

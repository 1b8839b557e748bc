"""Writes the help pages that are made from data: python packaging/help_pages.py."""

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
from making.notebooks import NOTEBOOK_PAGES, write_results
from making.reference import REFERENCE_PAGES
from uscalc.report.data_pages import CHANCES_PICTURE, make_chances_sketch, read_glossary
from uscalc.resources import get_help_path
from uscalc.rules.chances import load_chance_model
from uscalc.rules.resolve import load_rule_table

if __name__ == "__main__":
    get_help_path(DOCUMENTS_PAGE).write_text(
        make_documents_page(load_rule_table()), encoding="utf-8"
    )
    get_help_path(WORDS).write_text(make_glossary_page(), encoding="utf-8")
    model = load_chance_model()
    get_help_path(CHANCES).write_text(make_chances_page(model), encoding="utf-8")
    get_help_path(CHANCES_PICTURE).write_text(
        make_svg(make_chances_sketch(model)), encoding="utf-8"
    )
    for entry in read_glossary().values():
        picture = get_help_path(make_picture_name(entry.key))
        picture.parent.mkdir(exist_ok=True)
        picture.write_text(make_svg(entry.sketch), encoding="utf-8")
    for notebook in NOTEBOOK_PAGES.values():
        write_results(notebook)
    for name, make_page in REFERENCE_PAGES.items():
        get_help_path(name).write_text(make_page(), encoding="utf-8")

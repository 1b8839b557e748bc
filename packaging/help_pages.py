"""Writes the help pages that are made from data: python packaging/help_pages.py."""

from uscalc.report.help.chances import PAGE as CHANCES
from uscalc.report.help.chances import PICTURE, chances_page, chances_sketch
from uscalc.report.help.documents import PAGE, documents_page
from uscalc.report.help.glossary import PAGE as WORDS
from uscalc.report.help.glossary import glossary, glossary_page, picture_name, svg
from uscalc.resources import resource
from uscalc.rules.chances import chance_model
from uscalc.rules.resolve import rule_table

if __name__ == "__main__":
    resource("help", PAGE).write_text(documents_page(rule_table()), encoding="utf-8")
    resource("help", WORDS).write_text(glossary_page(), encoding="utf-8")
    model = chance_model()
    resource("help", CHANCES).write_text(chances_page(model), encoding="utf-8")
    resource("help", PICTURE).write_text(svg(chances_sketch(model)), encoding="utf-8")
    for entry in glossary().values():
        picture = resource("help", picture_name(entry.key))
        picture.parent.mkdir(exist_ok=True)
        picture.write_text(svg(entry.sketch), encoding="utf-8")

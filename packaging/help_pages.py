"""Writes the help pages that are made from data: python packaging/help_pages.py."""

from uscalc.report.help_documents import PAGE, documents_page
from uscalc.resources import resource
from uscalc.rules.load import rule_table

if __name__ == "__main__":
    resource("help", PAGE).write_text(documents_page(rule_table()), encoding="utf-8")

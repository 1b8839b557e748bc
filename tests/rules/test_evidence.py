"""The counts in `docs/evidence.md` are those that the published sections give."""

from tests.tools.evidence import PAGE, everything, table_lines, with_table


def test_the_page_has_the_counts_and_every_decidable_reading_is_confirmed():
    page = PAGE.read_text(encoding="utf-8")
    assert with_table(page, table_lines()) == page
    for one in everything():
        count = one.count()
        assert count.reading >= 3 * count.other, one.reading

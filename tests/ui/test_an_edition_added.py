"""An edition that was added as data appears where the window shows editions."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.rules.added_edition import KEY, add_edition
from uscalc.document.edit.settings import make_fields, set_section
from uscalc.document.model import RulesChoice
from uscalc.document.queries.compare import compare_editions
from uscalc.engine.table import RuleTable
from uscalc.formats import open_event
from uscalc.rules.resolve import load_rule_table_from, resolve_rules
from uscalc.ui.enter.settings_dialog import list_edition_choices
from uscalc.ui.rules.editions_model import FIRST, EditionsModel
from uscalc.ui.rules.rules_model import FIRST_EDITION, SOURCE, VALUE, RulesModel
from uscalc.ui.session.session import Session

HORIZONTAL = Qt.Orientation.Horizontal


@pytest.fixture
def table(tmp_path: Path) -> RuleTable:
    return load_rule_table_from(add_edition(tmp_path / "rules"))


@pytest.fixture
def session(qapp: QApplication, sample: Path, table: RuleTable) -> Iterator[Session]:
    session = Session(open_event(sample).document, partial(resolve_rules, table=table))
    yield session
    session.close()


def test_an_edition_added_is_offered_listed_and_rated_by(qtbot, table, session):
    (field,) = [
        field
        for field in make_fields("section", list_edition_choices(table))
        if field.name == "rules"
    ]
    assert field.choices[-2:] == (("2025", "2025 edition"), (KEY, "2026 edition"))
    model = RulesModel(session, table)
    last = model.columnCount() - 1
    assert last == FIRST_EDITION + 4
    assert model.headerData(last, HORIZONTAL) == KEY
    row = [p.name for p in model.parameters].index("bonus_multiplier")
    assert model.index(row, last).data() == "3"
    assert model.index(row, last - 1).data() == "10"
    session.apply_edit(set_section, 0, rules=RulesChoice(KEY))
    model.refresh()
    assert model.index(row, VALUE).data() == "3 points"
    assert model.index(row, SOURCE).data() == "2026 edition, section 4.7"
    qtbot.waitUntil(lambda: session.up_to_date)
    assert session.shown.rating.trace.rules.edition == KEY
    compared = compare_editions(
        session.document, 0, tuple(table.editions), partial(resolve_rules, table=table)
    )
    model = EditionsModel(table)
    model.show_section(compared, "R")
    columns = range(model.columnCount())
    heads = [str(model.headerData(column, HORIZONTAL)).strip() for column in columns]
    assert heads[FIRST:] == ["By date", "2001", "2009", "2015", "2020", "2025", KEY]
    column = heads.index(KEY)
    said = [
        model.index(row, column).data(Qt.ItemDataRole.ToolTipRole)
        for row in range(model.rowCount())
    ]
    assert all(text.startswith("The 2026 edition") for text in said)
    assert any("bonus multiplier B +" in text for text in said)

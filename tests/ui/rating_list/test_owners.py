"""A typed member ID that an imported supplement has under a different name."""

from tests.ratinglist import list_files as lists
from tests.ui.driving import column_of, enter, hint, text
from tests.ui.rating_list.test_rating_list import bring_in
from uscalc.ui.window.main_window import MainWindow


def marked(window: MainWindow, number: int) -> bool:
    model, column = window.crosstable.model, column_of(window, "name")
    painted = model.make_painted(number - 1, column)
    return painted is not None and painted.marked


def test_an_id_that_the_supplement_has_under_another_name_is_a_warning(
    qtbot, window, tmp_path
):
    name = text(window, 4, "name")
    file = tmp_path / "TARATSUP.DBF"
    file.write_bytes(
        lists.dbf(
            [
                lists.member(700, MEM_NAME="WALKINA, WANDA"),
                lists.member(701, MEM_NAME=name.upper()),
            ]
        )
    )
    bring_in(qtbot, window, file)
    window.named_actions["memberIds"].trigger()
    enter(qtbot, window, 4, "id", "90000700")
    qtbot.waitUntil(lambda: bool(window.session.findings))
    (finding,) = window.session.findings
    assert finding.severity == "warns"
    assert finding.said == (
        f"The rating supplement has WALKINA, WANDA under the ID 90000700 of {name}. "
        "Correct the ID, or the name"
    )
    assert marked(window, 4)
    assert "WALKINA, WANDA" in hint(window, 4, "id")
    assert "1 finding" in window.bottom.findings.text()
    enter(qtbot, window, 4, "id", "90000701")
    qtbot.waitUntil(lambda: not window.session.findings)
    assert not marked(window, 4)

"""Lists side by side: a stopped import leaves the old ones, and a damaged one is renamed."""

import datetime as dt
from pathlib import Path

import pytest

from tests.killed import left_by_the_dead
from tests.ratinglist import list_files as lists
from uscalc.formats.shared.files import make_temporary_path
from uscalc.monitor import CancelledError, Monitor
from uscalc.ratinglist import store
from uscalc.ratinglist.importing import ImportOrder, RatingList
from uscalc.ratinglist.roles import Role

COUNT = 3000
ROLES: tuple[Role, ...] = ("id", "name", "state", "expires", "R", "Q")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return lists.write_dbf(tmp_path / "TARATSUP.DBF", COUNT)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "lists"


def bring_in(file: Path, folder: Path, day: str, second: Role = "Q") -> RatingList:
    date, roles = dt.date.fromisoformat(day), (*ROLES[:-1], second)
    return store.add_list(ImportOrder(file, file.name, roles, date), folder)


def test_lists_of_several_days_and_systems_are_kept_together(file, folder):
    bring_in(file, folder, "2025-10-01")
    bring_in(file, folder, "2025-11-01")
    bring_in(file, folder, "2025-11-01", "B")
    found = store.load_lists(folder)
    assert found.problems == ()
    kept = {f"{one.date} {' '.join(one.systems)}" for one in found.lists}
    assert kept == {"2025-11-01 R Q", "2025-11-01 R B", "2025-10-01 R Q"}
    assert str(found.lists[-1].date) == "2025-10-01"
    assert {(one.title, one.members) for one in found.lists} == {(file.name, COUNT)}
    for one in found.lists:
        with store.open_lookup(one) as lookup:
            (entry,) = lookup.find_by_id("90000007")
            assert tuple(system for system, _ in entry.ratings) == one.systems


def test_lists_are_replaced_removed_or_left_to_newer_programs(file, folder):
    bring_in(file, folder, "2025-11-01")
    again = bring_in(file, folder, "2025-11-01")
    assert [one.file for one in store.load_lists(folder).lists] == [again.file]
    (one,) = store.load_lists(folder).lists
    with pytest.raises(ValueError, match="mine"), store.open_lookup(one):
        raise ValueError("mine")
    assert store.load_lists(folder).lists == (one,)
    store.remove_list(one)
    assert store.load_lists(folder).lists == ()
    with pytest.raises(store.ListError, match="was deleted"), store.open_lookup(one):
        pass
    made = bring_in(file, folder, "2025-11-01").file
    data = bytearray(made.read_bytes())
    data[63] = 99
    made.write_bytes(data)
    (problem,) = store.load_lists(folder).problems
    assert "newer version" in problem
    assert made.exists()


@pytest.mark.parametrize("asked", [1, 3, 5, 8])
def test_a_stopped_import_leaves_the_old_list_and_nothing_else(file, folder, asked):
    kept = bring_in(file, folder, "2025-11-01").file
    before = kept.read_bytes()
    order = ImportOrder(file, file.name, ROLES, dt.date(2025, 11, 1))
    progress: list[tuple[int, int]] = []
    count = Monitor(lambda: len(progress) >= asked, lambda *part: progress.append(part))
    with pytest.raises(CancelledError):
        store.add_list(order, folder, count)
    assert len(progress) == asked
    assert [path.name for path in folder.iterdir()] == [kept.name]
    assert kept.read_bytes() == before


def test_killed_imports_are_removed_and_progress_grows(file, folder):
    folder.mkdir()
    left = left_by_the_dead(folder / "a.ratinglist")
    journal = left.with_name(f"{left.name}-journal")
    ours = make_temporary_path(folder / "b.ratinglist")
    for part in (left, journal, ours):
        part.write_bytes(b"half a list")
    bring_in(file, folder, "2025-11-01")
    assert not left.exists()
    assert not journal.exists()
    assert ours.exists()
    order = ImportOrder(file, file.name, ROLES, dt.date(2025, 11, 1))
    progress: list[float] = []
    store.add_list(
        order, folder, Monitor(report=lambda at, of: progress.append(at / of))
    )
    assert (progress, progress[-1]) == (sorted(progress), 1.0)
    assert len(set(progress)) > 5


@pytest.mark.parametrize("damage", ["cut", "zeros", "text", "empty", "tables"])
def test_a_damaged_list_is_renamed_with_a_message(file, folder, damage):
    good = bring_in(file, folder, "2025-10-01").file
    bad = bring_in(file, folder, "2025-11-01").file
    data = bad.read_bytes()
    bad.write_bytes(
        {
            "cut": data[: len(data) // 3],
            "zeros": data[:100] + bytes(len(data) - 100),
            "text": b"this is no list " * 500,
            "empty": b"",
            "tables": data.replace(b"CREATE TABLE about", b"CREATE TABLE other"),
        }[damage]
    )
    found = store.load_lists(folder)
    (problem,) = found.problems
    assert "is damaged" in problem
    assert "Import it again" in problem
    assert [one.file for one in found.lists] == [good]
    assert not bad.exists()
    assert len(list(folder.glob("*.damaged-*"))) == 1
    assert store.load_lists(folder).problems == ()

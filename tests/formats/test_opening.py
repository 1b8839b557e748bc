"""Files are known by their content, and folders give what can be read."""

import codecs

import pytest

from tests.formats.msa_pages import PAIR, head, page, table
from tests.formats.report_files import zipped
from tests.shared_data import shared
from uscalc.formats import FormatError, open_event, open_text
from uscalc.formats.every import READERS, find_readable_files, shorten_format_name

EVENT = (
    '{"format": "uscalc-event", "version": 1, "name": "A", "end_date": "2025-01-01"}'
)
PAGE = page((head(), table(*PAIR)))


@pytest.mark.parametrize("name", ["event.uscalc", "event.json", "event", "event.html"])
def test_an_event_file_may_have_any_name(name, tmp_path):
    path = tmp_path / name
    path.write_text(EVENT)
    assert open_event(path).format == "uscalc"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_page_may_have_any_name_and_encoding(encoding, tmp_path):
    path = tmp_path / "page.dat"
    path.write_text(PAGE.replace("LAMP", "CAFÉ"), encoding=encoding)
    opened = open_event(path)
    assert opened.format == "msa"
    assert opened.document.name == "LANTERN & CAFÉ"


def test_copied_texts_and_shared_samples_are_opened():
    assert open_text(EVENT).format == "uscalc"
    assert open_text(PAGE).format == "msa"
    shared("samples", "msa")
    found = find_readable_files([shared("samples"), shared("realdata")])
    pages, swisssys, reports, trf, native = 14, 2, 2, 4, 211
    assert len(found) == pages + swisssys + reports + trf + native
    assert not [path for path in found if path.name == "README.md"]


@pytest.mark.parametrize(
    "content", [b"hello", b"\x89PNG\r\n\0\0", b"[1, 2]", b"<html>hello</html>"]
)
def test_other_content_is_refused_with_what_can_be_read(content, tmp_path):
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(FormatError) as caught:
        open_event(path)
    line = str(caught.value)
    assert line.startswith(f"{path}: unsupported file format. ")
    assert all(shorten_format_name(reader) in line for reader in READERS)
    assert "…" not in line


SAVE = "save it as .xlsx"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("club.PTD", b"\x05\x00WINTD\x00\x01", "save it as .ptoz"),
        ("club.tmt", b"[Tournament]\r\nSections=2\r\n", "a section's file, such as"),
        ("a.xls", b"<HTML><body><TABLE><tr><td>No.</td>", SAVE),
        ("a.xls", "<html>\n<table>".encode("utf-16"), SAVE),
        (
            "a.xls",
            b'<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
            SAVE,
        ),
        ("a.xlsx", zipped({"xl/workbook.bin": b"a"}), SAVE),
        (
            "a.xlsx",
            zipped({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"}, 0),
            SAVE,
        ),
        (
            "a.zip",
            zipped({"a.htm": b"<table>", "b.txt": b"hello"}, 0),
            "no file in a supported format",
        ),
        ("empty.txt", b"", "the file is empty"),
        ("event.json", b'{"name": "A"}', '"format" is missing'),
        ("event.json", codecs.BOM_UTF8 + b' {"a": 1}', '"format" is missing'),
        ("event.uscalc", EVENT.encode("utf-16"), "UTF-16"),
    ],
)
def test_files_without_an_event_are_refused_with_a_fix(name, content, said, tmp_path):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(FormatError) as refused:
        open_event(path)
    assert said in str(refused.value)


def test_files_stay_as_given_and_folders_give_what_is_readable(tmp_path):
    folder = tmp_path / "events"
    (folder / "b" / ".hidden").mkdir(parents=True)
    for name, content in {
        "c.json": EVENT,
        "a.html": PAGE,
        "b/d.txt": table(*PAIR),
        "b/.hidden/e.uscalc": EVENT,
        ".f.uscalc": EVENT,
        "README.md": f"An event file looks so:\n```\n{EVENT}\n```\n",
        "package.json": '{"name": "other"}',
        "torn.uscalc": "{",
        "empty": "",
    }.items():
        (folder / name).write_text(content)
    given = tmp_path / "notes.txt"
    missing = tmp_path / "missing.uscalc"
    names = ["a.html", "b/d.txt", "c.json", "torn.uscalc"]
    assert find_readable_files([given, folder, missing]) == [
        given,
        *(folder / name for name in names),
        missing,
    ]


def test_linked_folders_do_not_lead_in_circles(tmp_path):
    (tmp_path / "event.uscalc").write_text(EVENT)
    try:
        (tmp_path / "again").symlink_to(tmp_path, target_is_directory=True)
    except OSError:
        pytest.skip("this system makes no links")
    assert find_readable_files([tmp_path]) == [tmp_path / "event.uscalc"]

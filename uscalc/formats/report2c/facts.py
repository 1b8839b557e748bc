"""Keep the facts of a report about event and sections that no rating depends on."""

from typing import Final

from uscalc.document.model import EventReport, SectionReport

Row = dict[str, str]

EVENT_FIELDS: Final = {
    "program": "H_PROGRAM",
    "event_id": "H_EVENT_ID",
    "affiliate": "H_AFF_ID",
    "city": "H_CITY",
    "state": "H_STATE",
    "zip": "H_ZIPCODE",
    "country": "H_COUNTRY",
    "crosstable": "H_SENDCROS",
    "chief_td": "H_CTD_ID",
    "assistant_td": "H_ATD_ID",
    "other_tds": "H_OTHER_TD",
}
"""The fields of the event's table, by the fields of an `EventReport`."""
SECTION_FIELDS: Final = {
    "type": "S_TRN_TYPE",
    "system": "S_R_SYSTEM",
    "chief_td": "S_CTD_ID",
    "assistant_td": "S_ATD_ID",
    "scholastic_level": "S_SCH_LVL",
    "grand_prix": "S_GR_PRIX",
    "grand_prix_points": "S_GP_PTS",
    "fide_rated": "S_FIDE",
}
"""The fields of the sections' table, by the fields of a `SectionReport`."""


def make_event_report(row: Row) -> EventReport:
    """Return the event's facts from its record.

    A field that the table lacks stays empty.
    """
    return EventReport(
        **{name: row[key] for name, key in EVENT_FIELDS.items() if key in row}
    )


def make_section_report(row: Row, event: Row) -> SectionReport:
    """Return the section's facts, without a chief director equal to the event's."""
    said = {name: row[key] for name, key in SECTION_FIELDS.items() if key in row}
    if said.get("chief_td") == event.get("H_CTD_ID"):
        said["chief_td"] = ""
    return SectionReport(**said)

"""Writes the event file's JSON Schema: python packaging/event_schema.py."""

from uscalc.formats.native.schema import FILE, event_schema
from uscalc.resources import resource

if __name__ == "__main__":
    resource("schema", FILE).write_text(event_schema(), encoding="utf-8")

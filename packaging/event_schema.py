"""Writes the event file's JSON Schema: python packaging/event_schema.py."""

from uscalc.formats.native.models import FILE, make_event_schema
from uscalc.resources import get_resource_path

if __name__ == "__main__":
    get_resource_path("schema", FILE).write_text(make_event_schema(), encoding="utf-8")

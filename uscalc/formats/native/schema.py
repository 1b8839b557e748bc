"""The JSON Schema of the event file, for the tools of other people."""

import json
from typing import Any, Final

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import CoreSchema

from uscalc.formats.native.models import Event

FILE: Final = "event.schema.json"
"""Its name below resources/schema."""


class _WithoutTitles(GenerateJsonSchema):
    """A schema without titles, which would only repeat the keys."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def generate(self, schema: CoreSchema, mode: Any = "validation") -> dict[str, Any]:
        made = super().generate(schema, mode)
        return {
            "$schema": self.schema_dialect,
            **made,
            "title": "uscalc event file",
        }


def make_event_schema() -> str:
    """Return the text of the schema; an installed program has it in its resources."""
    schema = TypeAdapter(Event).json_schema(schema_generator=_WithoutTitles)
    for part in (schema, *schema["$defs"].values()):
        for key in part["properties"].values():
            # The meaning of a key follows its type.
            key["description"] = key.pop("description")
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"

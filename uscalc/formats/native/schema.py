"""The JSON Schema of the event file, for the tools of other people."""

import ast
import inspect
import json
from itertools import pairwise
from typing import Any, Final

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import CoreSchema

from uscalc.formats.native import models as native_models

FILE: Final = "event.schema.json"
"""Its name below resources/schema."""


class _WithoutTitles(GenerateJsonSchema):
    """Keys have descriptions; a title that repeats the key says nothing."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def generate(self, schema: CoreSchema, mode: Any = "validation") -> dict[str, Any]:
        made = super().generate(schema, mode)
        return {
            "$schema": self.schema_dialect,
            **made,
            "title": "uscalc event file",
        }


def event_schema() -> str:
    """Return the schema, made of the source: an installed program has it in resources."""
    adapter = TypeAdapter(native_models.Event)
    schema = adapter.json_schema(schema_generator=_WithoutTitles)
    described = _descriptions()
    for name, of in {**schema["$defs"], "Event": schema}.items():
        for key, said in described[name].items():
            of["properties"][key]["description"] = said
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _descriptions() -> dict[str, dict[str, str]]:
    """Return what the texts below the keys of each class say, and of the classes it is of."""
    found: dict[str, dict[str, str]] = {}
    for part in ast.parse(inspect.getsource(native_models)).body:
        if isinstance(part, ast.ClassDef):
            said = found[part.name] = {}
            for base in part.bases:
                said |= found.get(ast.unparse(base), {})
            for key, text in pairwise(part.body):
                match key, text:
                    case (
                        ast.AnnAssign(target=ast.Name(id=name)),
                        ast.Expr(value=ast.Constant(value=str(words))),
                    ):
                        said[name] = " ".join(words.split())
    return found

"""Grammars in llama.cpp's notation (GBNF) under which a model cannot write a malformed plan."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.records import Request

_COMMON = r"""
ws ::= " "?
hex ::= [0-9a-fA-F]
char ::= [^"\\$\x00-\x1F] | "\\" ["\\/bfnrt]
text ::= "\"" (char | ref)* "\""
plain ::= "\"" char* "\""
number ::= "-"? ("0" | [1-9] [0-9]{0,15}) ("." [0-9]{1,15})?
integer ::= "-"? ("0" | [1-9] [0-9]{0,15})
boolean ::= "true" | "false"
value ::= text | number | boolean | "null" | list | object
list ::= "[" ws (value ws ("," ws value)*)? "]"
object ::= "{" ws (plain ":" ws value ("," ws plain ":" ws value)*)? "}"
ident ::= [a-z] [a-z0-9-]* ("_" [a-z0-9]+)*
ref ::= "${" ("step" [1-9] "." ident | "FILLER:" ident | "RUNTIME:" [a-z]+) "}"
filler ::= "\"" ident "\"" ":" ws "{" "\"prompt\"" ":" ws plain "," ws "\"default\"" ":" ws plain "," ws "\"tier\"" ":" ws "\"fast\"" "}"
"""


def generate_framework_grammar(pool: Sequence[Manifest], max_steps: int, request: Request | None = None) -> str:
    """The grammar of one whole framework over these executors."""
    tools = "\n".join(f"t{k} ::= {_call(manifest)}" for k, manifest in enumerate(pool))
    step = " | ".join(f"t{k}" for k in range(len(pool)))
    return (
        'root ::= "{\\"steps\\":" ws "[" step ("," ws step){0,%d} "]" ws "," ws "\\"fillers\\":" ws "{" (filler ("," ws filler)*)? "}" '
        '"," ws "\\"final_message\\":" ws text "}"\nstep ::= %s\n%s%s' % (max_steps - 1, step, tools, _COMMON)
    )


def generate_tool_grammar(pool: Sequence[Manifest]) -> str:
    """The grammar of one call."""
    tools = "\n".join(f"t{k} ::= {_call(manifest)}" for k, manifest in enumerate(pool))
    return "root ::= " + " | ".join(f"t{k}" for k in range(len(pool))) + f"\n{tools}{_COMMON}"


def _call(manifest: Manifest) -> str:
    return f'{_quote(json.dumps({"tool": manifest.name})[:-1])} "," ws "\\"args\\":" ws {_of(manifest.args)} "}}"'


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _of(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return "(" + " | ".join(_quote(json.dumps(value, ensure_ascii=False)) for value in schema["enum"]) + ")"
    kind = schema.get("type")
    if kind == "object" and schema.get("properties"):
        return _object(schema)
    return {"string": "text", "integer": "integer", "number": "number", "boolean": "boolean", "array": "list"}.get(
        str(kind), "value"
    )


def _object(schema: Mapping[str, Any]) -> str:
    pairs = {
        name: f'{_quote(json.dumps(name, ensure_ascii=False))} ":" ws {_of(held)}'
        for name, held in schema["properties"].items()
    }
    needed = [pairs[name] for name in pairs if name in schema.get("required", ())]
    extra = [pairs[name] for name in pairs if name not in schema.get("required", ())]
    if needed:
        return '"{" ' + ' "," ws '.join(needed) + " " + " ".join(f'("," ws {pair})?' for pair in extra) + ' "}"'
    return (
        '"{" ('
        + " | ".join(f"{one} " + " ".join(f'("," ws {two})?' for two in extra[k + 1 :]) for k, one in enumerate(extra))
        + ')? "}"'
    )

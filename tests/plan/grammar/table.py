"""Schemas with texts that their grammars must accept and refuse: one row a feature."""

from __future__ import annotations

import json
from typing import Any

Row = tuple[str, Any, list[str], list[str]]


def field(schema: Any, name: str = "v") -> dict[str, Any]:
    """An object with one required property."""
    return {"type": "object", "properties": {name: schema}, "required": [name], "additionalProperties": False}


def told(*values: Any) -> list[str]:
    """Values as JSON text, as a program writes it."""
    return [json.dumps(value, ensure_ascii=False) for value in values]


WORDS = ["rosso", "rosa", "ros", 'verde "acido"', "a\\b", "riga\nnuova", "perché", "🍋", ""]

ROWS: list[Row] = [
    # types
    (
        "string",
        {"type": "string"},
        told("", "ciao", "perché", 'a"b', "a\\b", "\n\t", "🍋"),
        ["ciao", "1", '"a', '"\n"', '"\\x"'],
    ),
    (
        "string-escapes",
        {"type": "string"},
        ['"\\u00e8"', '"\\ud83c\\udf4b"', '"\\/"'],
        ['"\\ud83c"', '"\\u12"', '"\\ud83c\\u0041"'],
    ),
    ("integer", {"type": "integer"}, ["0", "-7", "12345", "1.0"], ["1.5", "01", '"1"', "true", "-", "+1", "1e2x"]),
    ("number", {"type": "number"}, ["0", "-0.5", "1e3", "1.25E-2", "7"], [".5", "1.", "01", '"1"', "NaN1", "0x1"]),
    ("boolean", {"type": "boolean"}, ["true", "false"], ["True", "1", '"true"', "null", "tru"]),
    ("null", {"type": "null"}, ["null"], ["0", "false", '""', "nul"]),
    ("array", {"type": "array"}, ["[]", "[1]", '[1,"a",null]', "[[]]", "[1, 2]"], ["[1,]", "{}", "[1 2]", "["]),
    ("object", {"type": "object"}, ["{}", '{"a":1}', '{"a": {"b": []}}'], ["[]", '{"a"}', "{a:1}", '{"a":1,}']),
    ("two-types", {"type": ["string", "null"]}, ['"x"', "null"], ["1", "true", "[]"]),
    ("integer-or-number", {"type": ["integer", "number"]}, ["1", "1.5"], ['"1"']),
    (
        "five-types",
        {"type": ["boolean", "integer", "array", "object", "null"]},
        ["true", "1", "[]", "{}", "null"],
        ['"x"', "1.5"],
    ),
    ("anything", {}, ["1", '"x"', "null", "[]", "{}", "true"], ["", "x", "{]"]),
    ("true", True, ["1", "[{}]"], ["x"]),
    ("annotations-only", {"title": "t", "description": "d", "default": 3}, ["1", '"x"'], ["?"]),
    # enum and const
    ("enum-texts", {"enum": WORDS}, told(*WORDS), told("ro", "rossa", "perche", "🍊", "x")),
    (
        "enum-mixed",
        {"enum": [1, "1", None, True, [1], {"a": 1}]},
        ["1", '"1"', "null", "true", "[1]", '{"a": 1}'],
        ["2", "false", "[2]", "[]", "{}"],
    ),
    ("enum-within-type", {"type": "string", "enum": ["a", 1, None]}, ['"a"'], ["1", "null"]),
    ("enum-numbers", {"enum": [1, 2.5, -3]}, ["1", "2.5", "-3", "1.0"], ["2", "3", "25"]),
    ("enum-prefixes", {"enum": ["a", "ab", "abc", "b"]}, told("a", "ab", "abc", "b"), told("", "abcd", "ac", "bb")),
    (
        "enum-many",
        {"enum": [f"voce numero {n}" for n in range(2000)]},
        told("voce numero 0", "voce numero 1999"),
        told("voce numero 2000", "voce"),
    ),
    ("enum-quotes", {"enum": ['"', '\\"', "\\", "\\\\"]}, told('"', '\\"', "\\", "\\\\"), told("", "\\\\\\")),
    ("const-text", {"const": "sì"}, ['"sì"'], ['"si"', "1"]),
    ("const-zero", {"const": 0}, ["0", "0.0"], ["false", "1", '""']),
    (
        "const-object",
        {"const": {"a": [1, True], "b": None}},
        ['{"a":[1,true],"b":null}', '{"b": null, "a": [1, true]}'],
        ['{"a":[1,true]}', "{}"],
    ),
    ("const-array", {"const": ["x", 2]}, ['["x",2]', '["x", 2]'], ["[]", '["x"]', '["x",2,3]']),
    ("const-decimal", {"const": 0.1}, ["0.1", "0.10"], ["0.11", "1", "0"]),
    (
        "enum-braces",
        {"enum": ["a]", "b-", "^c", "d|e", "f*"]},
        told("a]", "b-", "^c", "d|e", "f*"),
        told("a", "c", "d", "e"),
    ),
    (
        "enum-controls",
        {"enum": ["\u0001", "\u007f", "\u2028"]},
        ['"\\u0001"', '"\u007f"', '"\u2028"'],
        ['"\\u0002"', '""'],
    ),
    ("enum-and-const", {"enum": ["a", "b"], "const": "a"}, ['"a"'], ['"b"']),
    # whole numbers
    ("min-zero", {"type": "integer", "minimum": 0}, ["0", "1", "99999"], ["-1", "1.5"]),
    ("min-one", {"type": "integer", "minimum": 1}, ["1", "10"], ["0", "-1", "01"]),
    ("min-negative", {"type": "integer", "minimum": -12}, ["-12", "-3", "0", "400"], ["-13", "-20", "-100"]),
    ("max-negative", {"type": "integer", "maximum": -5}, ["-5", "-6", "-50"], ["-4", "0", "5"]),
    ("max", {"type": "integer", "maximum": 120}, ["120", "119", "7", "0", "-1000"], ["121", "130", "200", "1000"]),
    (
        "range",
        {"type": "integer", "minimum": 17, "maximum": 342},
        ["17", "20", "99", "100", "342", "341", "299"],
        ["16", "343", "400", "1000", "9", "0"],
    ),
    ("range-sign", {"type": "integer", "minimum": -9, "maximum": 9}, ["-9", "0", "9"], ["-10", "10"]),
    ("range-one", {"type": "integer", "minimum": 7, "maximum": 7}, ["7"], ["6", "8", "77"]),
    (
        "range-digits",
        {"type": "integer", "minimum": 98, "maximum": 10002},
        ["98", "99", "100", "999", "1000", "9999", "10000", "10002"],
        ["97", "10003", "10010"],
    ),
    ("exclusive", {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 10}, ["1", "9"], ["0", "10", "-1"]),
    ("exclusive-and-inclusive", {"type": "integer", "minimum": 5, "exclusiveMinimum": 5}, ["6"], ["5", "4"]),
    ("exclusive-draft4", {"type": "integer", "minimum": 5, "exclusiveMinimum": True}, ["6"], ["4"]),
    ("decimal-bounds", {"type": "integer", "minimum": 0.5, "maximum": 3.5}, ["1", "3"], ["0", "4"]),
    ("multiple", {"type": "integer", "multipleOf": 7}, ["0", "7", "-14", "777"], ["1", "8", "776"]),
    ("multiple-positive", {"type": "integer", "multipleOf": 5, "minimum": 0}, ["0", "5", "105"], ["-5", "3"]),
    (
        "multiple-range",
        {"type": "integer", "multipleOf": 15, "minimum": 10, "maximum": 60},
        ["15", "30", "60"],
        ["0", "10", "75", "20"],
    ),
    # decimal numbers
    (
        "number-range",
        {"type": "number", "minimum": 0, "maximum": 1},
        ["0", "0.5", "1", "1.0", "0.999"],
        ["-0.1", "1.01", "2"],
    ),
    ("number-min", {"type": "number", "minimum": 2.5}, ["2.5", "2.51", "3", "10", "2.6"], ["2.4", "2", "-3", "2.49"]),
    ("number-max", {"type": "number", "maximum": -1.25}, ["-1.25", "-1.3", "-2", "-10.5"], ["-1.2", "0", "1", "-1"]),
    (
        "number-exclusive",
        {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
        ["0.5", "0.001", "0.99"],
        ["0", "1", "0.0", "1.0"],
    ),
    (
        "number-tight",
        {"type": "number", "minimum": 1.25, "maximum": 1.75},
        ["1.25", "1.3", "1.5", "1.75", "1.749"],
        ["1.2", "1.76", "1", "2"],
    ),
    ("number-positive", {"type": "number", "minimum": 0}, ["0", "0.1", "1e5", "12"], ["-1", "-0.1"]),
    ("number-cents", {"type": "number", "multipleOf": 0.01}, ["1", "1.5", "1.25", "0.01"], ["1.255", "0.001"]),
    ("number-halves", {"type": "number", "multipleOf": 0.5}, ["1", "1.5", "-2.5"], ["1.2", "0.25"]),
    (
        "number-latitude",
        {"type": "number", "minimum": -90, "maximum": 90},
        ["-90", "45.5", "90", "0", "-89.99"],
        ["90.1", "-91", "100"],
    ),
    # lengths
    ("min-length", {"type": "string", "minLength": 1}, told("a", "🍋"), ['""']),
    ("max-length", {"type": "string", "maxLength": 3}, told("", "abc", "èèè", "🍋🍋🍋"), told("abcd")),
    (
        "exact-length",
        {"type": "string", "minLength": 2, "maxLength": 2},
        [*told("ab", "èè"), '"\\n\\n"', '"\\u0041b"'],
        told("a", "abc"),
    ),
    ("long-length", {"type": "string", "maxLength": 5000}, told("a" * 100), ["1"]),
    # patterns
    ("pattern-anchored", {"type": "string", "pattern": "^[a-z]+$"}, told("abc"), told("", "aB", "a1", " a")),
    ("pattern-open", {"type": "string", "pattern": "[0-9]"}, told("a1b", "1"), told("", "abc")),
    ("pattern-start", {"type": "string", "pattern": "^ab"}, told("ab", "abc"), told("a", "cab")),
    ("pattern-end", {"type": "string", "pattern": "ab$"}, told("ab", "cab"), told("abc", "b")),
    (
        "pattern-choice",
        {"type": "string", "pattern": "^(sì|no)$|^forse$"},
        told("sì", "no", "forse"),
        told("sìno", "for"),
    ),
    (
        "pattern-groups",
        {"type": "string", "pattern": "^(?:a|bc){2,3}$"},
        told("aa", "abc", "bcbcbc"),
        told("a", "aaaa", "b"),
    ),
    (
        "pattern-classes",
        {"type": "string", "pattern": "^\\d{2}\\s\\w+$"},
        told("12 ab", "12\tx_1"),
        told("1 a", "12", "12-ab"),
    ),
    ("pattern-negated", {"type": "string", "pattern": "^[^/]+$"}, told("ab", "è", "a\\b"), told("", "a/b")),
    ("pattern-dot", {"type": "string", "pattern": "^.{3}$"}, told("abc", "èèè", '"""'), told("ab", "abcd")),
    (
        "pattern-slash",
        {"type": "string", "pattern": "^https?:\\/\\/[a-z.]+$"},
        told("http://a.it", "https://b"),
        told("ftp://a", "http:/a"),
    ),
    ("pattern-quote", {"type": "string", "pattern": '^"+$'}, told('"', '""'), told("", "a")),
    ("pattern-backslash", {"type": "string", "pattern": "^\\\\$"}, told("\\"), told("/", "\\\\")),
    ("pattern-unicode", {"type": "string", "pattern": "^[à-ù]+$"}, told("èéì"), told("e", "")),
    ("pattern-escape", {"type": "string", "pattern": "^\\u0041\\x42$"}, told("AB"), told("A", "ab")),
    (
        "pattern-length",
        {"type": "string", "pattern": "^[a-z]*$", "minLength": 2, "maxLength": 4},
        told("ab", "abcd"),
        told("a", "abcde", "a1"),
    ),
    ("pattern-ahead", {"type": "string", "pattern": "^(?!tmp)[a-z]+$"}, told("abc", "tm"), told("tmp", "tmpx", "")),
    ("pattern-and-enum", {"enum": ["ab", "a1"], "pattern": "^[a-z]+$"}, told("ab"), told("a1")),
    ("pattern-lazy", {"type": "string", "pattern": "^a+?b*?$"}, told("a", "aab"), told("", "b")),
    ("pattern-hyphen", {"type": "string", "pattern": "^[a-c_-]+$"}, told("a-b_c"), told("d", "")),
    (
        "pattern-optional",
        {"type": "string", "pattern": "^v?\\d+(\\.\\d+)*$"},
        told("1", "v1.2.3"),
        told("v", "1.", ".1"),
    ),
    ("pattern-empty", {"type": "string", "pattern": ""}, told("", "x"), ["1"]),
    # formats
    (
        "format-date",
        {"type": "string", "format": "date"},
        told("2026-01-31"),
        told("2026-13-01", "31/01/2026", "2026-1-1", ""),
    ),
    (
        "format-time",
        {"type": "string", "format": "time"},
        told("10:30:00Z", "23:59:59.5+02:00"),
        told("24:00:00Z", "10", "x"),
    ),
    (
        "format-date-time",
        {"type": "string", "format": "date-time"},
        told("2026-01-31T10:30:00Z", "2026-01-31T10:30:00+01:00"),
        told("2026-01-31", "10:30"),
    ),
    (
        "format-email",
        {"type": "string", "format": "email"},
        told("a@b.it", "nome.cognome+x@posta.example"),
        told("a", "@b", "a b@c"),
    ),
    (
        "format-uuid",
        {"type": "string", "format": "uuid"},
        told("123e4567-e89b-12d3-a456-426614174000"),
        told("123e4567", "g23e4567-e89b-12d3-a456-426614174000"),
    ),
    (
        "format-ipv4",
        {"type": "string", "format": "ipv4"},
        told("127.0.0.1", "255.255.255.255"),
        told("256.0.0.1", "1.2.3", "a"),
    ),
    (
        "format-uri",
        {"type": "string", "format": "uri"},
        told("https://example.org/a?b=c#d", "mailto:a@b.it"),
        told("example", "", "http://a b"),
    ),
    (
        "format-duration",
        {"type": "string", "format": "duration"},
        told("P1D", "PT1H30M", "P2W", "P1Y2M3DT4H"),
        told("P", "1D", "PT"),
    ),
    ("format-unknown", {"type": "string", "format": "colore"}, told("qualsiasi"), ["1"]),
    # arrays
    ("items", {"type": "array", "items": {"type": "integer"}}, ["[]", "[1]", "[1, 2,3]"], ['["a"]', "[1.5]", "[1,]"]),
    ("min-items", {"type": "array", "items": {"type": "integer"}, "minItems": 2}, ["[1,2]", "[1,2,3]"], ["[]", "[1]"]),
    ("max-items", {"type": "array", "items": {"type": "integer"}, "maxItems": 2}, ["[]", "[1]", "[1,2]"], ["[1,2,3]"]),
    (
        "exact-items",
        {"type": "array", "items": {"enum": ["a"]}, "minItems": 3, "maxItems": 3},
        ['["a","a","a"]'],
        ['["a","a"]', '["a","a","a","a"]'],
    ),
    ("no-items", {"type": "array", "maxItems": 0}, ["[]"], ["[1]"]),
    ("items-false", {"type": "array", "items": False}, ["[]"], ["[1]"]),
    (
        "tuple",
        {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "items": False},
        ["[]", "[1]", '[1,"a"]'],
        ['["a"]', '[1,"a",2]', "[1,2]"],
    ),
    (
        "tuple-and-rest",
        {"type": "array", "prefixItems": [{"const": 0}], "items": {"type": "boolean"}},
        ["[]", "[0]", "[0,true]", "[0,true,false]"],
        ["[true]", "[0,1]"],
    ),
    (
        "tuple-min",
        {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "integer"}], "items": False, "minItems": 2},
        ["[1,2]"],
        ["[]", "[1]", "[1,2,3]"],
    ),
    ("tuple-old", {"type": "array", "items": [{"type": "integer"}, {"type": "string"}]}, ['[1,"a"]', "[1]"], ["[1,2]"]),
    (
        "nested-arrays",
        {"type": "array", "items": {"type": "array", "items": {"type": "integer"}, "minItems": 1}},
        ["[[1],[2,3]]", "[]"],
        ["[[]]", "[1]"],
    ),
    (
        "unique",
        {"type": "array", "items": {"enum": ["a", "b", "c"]}, "uniqueItems": True},
        ["[]", '["b","a"]', '["c","a","b"]'],
        ['["a","a"]', '["a","b","a"]'],
    ),
    (
        "unique-min",
        {"type": "array", "items": {"enum": [1, 2]}, "uniqueItems": True, "minItems": 2},
        ["[1,2]", "[2,1]"],
        ["[1]", "[1,1]"],
    ),
    (
        "contains",
        {"type": "array", "items": {"type": "integer"}, "contains": {"const": 5}},
        ["[5]", "[1,5]", "[5,1]", "[5,5]"],
        ["[]", "[1]", '["a",5]'],
    ),
    (
        "contains-some",
        {"type": "array", "contains": {"const": 1}, "minContains": 2, "maxContains": 3},
        ["[1,1]", "[1,2,1]", "[1,1,1]"],
        ["[1]", "[1,1,1,1]", "[2]"],
    ),
    (
        "items-objects",
        {"type": "array", "items": field({"type": "string"})},
        ['[{"v":"a"}]', '[{"v":"a"}, {"v":"b"}]'],
        ['[{"v":1}]', "[{}]"],
    ),
    # objects
    (
        "required",
        field({"type": "string"}),
        ['{"v":"x"}', '{"v": "x"}'],
        ["{}", '{"v":1}', '{"w":"x"}', '{"v":"x","w":1}'],
    ),
    (
        "optional",
        {
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}, "c": {"type": "integer"}},
            "type": "object",
            "additionalProperties": False,
        },
        ["{}", '{"a":1}', '{"b":1}', '{"c":1}', '{"a":1,"c":2}', '{"b":1, "c":2}', '{"a":1,"b":2,"c":3}'],
        ['{"a":1,}', "{,}", '{"a":1,"a":2}', '{"a":"x"}', '{"d":1}'],
    ),
    (
        "mixed",
        {
            "properties": {
                "a": {"type": "integer"},
                "b": {"type": "integer"},
                "c": {"type": "integer"},
                "d": {"type": "integer"},
            },
            "required": ["b", "d"],
            "type": "object",
            "additionalProperties": False,
        },
        ['{"b":1,"d":2}', '{"a":0,"b":1,"d":2}', '{"a":0,"b":1,"c":3,"d":2}', '{"b":1,"c":3,"d":2}'],
        ["{}", '{"b":1}', '{"d":1}', '{"a":1,"d":2}'],
    ),
    (
        "first-optional",
        {
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
            "required": ["b"],
            "type": "object",
            "additionalProperties": False,
        },
        ['{"b":1}', '{"a":1,"b":2}'],
        ['{"a":1}', '{,"b":1}'],
    ),
    (
        "last-optional",
        {
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
            "required": ["a"],
            "type": "object",
            "additionalProperties": False,
        },
        ['{"a":1}', '{"a":1,"b":2}'],
        ['{"b":1}', "{}"],
    ),
    (
        "no-properties",
        {"type": "object", "properties": {}, "additionalProperties": False},
        ["{}", "{ }"],
        ['{"a":1}', "[]"],
    ),
    (
        "open",
        {"type": "object", "properties": {"age": {"type": "integer"}}},
        ["{}", '{"age":1}', '{"age":1,"x":"y"}', '{"ag":"x"}', '{"ages":"x"}', '{"":1}'],
        ['{"age":"x"}', '{"x":1,"age":"y"}'],
    ),
    (
        "open-typed",
        {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": {"type": "integer"}},
        ['{"a":"x"}', '{"a":"x","b":1}', '{"b":1}'],
        ['{"a":1}', '{"b":"x"}'],
    ),
    (
        "map",
        {"type": "object", "additionalProperties": {"type": "boolean"}},
        ["{}", '{"x":true,"y":false}'],
        ['{"x":1}'],
    ),
    ("key-quote", field({"type": "integer"}, 'a"b\\c\nd'), told({'a"b\\c\nd': 1}), told({"a": 1})),
    (
        "key-odd",
        field({"type": "integer"}, "nome.con-punti_e più"),
        told({"nome.con-punti_e più": 1}),
        told({"nome": 1}),
    ),
    ("key-digit", field({"type": "integer"}, "1st"), told({"1st": 1}), told({"st": 1})),
    ("key-long", field({"type": "integer"}, "k" * 200), told({"k" * 200: 1}), told({"k" * 199: 1})),
    ("key-empty", field({"type": "integer"}, ""), told({"": 1}), ["{}"]),
    (
        "keys-alike",
        {
            "type": "object",
            "properties": {
                "a.b": {"type": "integer"},
                "a-b": {"type": "string"},
                "a_b": {"type": "null"},
                "A-B": {"type": "boolean"},
            },
            "additionalProperties": False,
        },
        ['{"a.b":1,"a-b":"x","a_b":null,"A-B":true}'],
        ['{"a.b":"x"}', '{"a-b":1}', '{"a_b":1}', '{"A-B":1}'],
    ),
    (
        "forbidden",
        {"type": "object", "properties": {"a": False, "b": {"type": "integer"}}},
        ['{"b":1}', "{}"],
        ['{"a":1}'],
    ),
    ("required-undeclared", {"type": "object", "required": ["x"]}, ['{"x":1}', '{"x":"y","z":2}'], ["{}", '{"z":1}']),
    (
        "nested",
        field(field(field({"type": "integer"}))),
        ['{"v":{"v":{"v":1}}}'],
        ['{"v":{"v":{"v":"x"}}}', '{"v":{"v":{}}}'],
    ),
    (
        "pattern-properties",
        {
            "type": "object",
            "patternProperties": {"^n_": {"type": "integer"}, "^s_": {"type": "string"}},
            "additionalProperties": False,
        },
        ["{}", '{"n_a":1}', '{"s_a":"x","n_b":2}'],
        ['{"n_a":"x"}', '{"s_a":1}', '{"x":1}'],
    ),
    (
        "property-names",
        {"type": "object", "propertyNames": {"pattern": "^[a-z]{1,3}$"}},
        ["{}", '{"abc":1}'],
        ['{"abcd":1}', '{"A":1}'],
    ),
    (
        "property-names-enum",
        {"type": "object", "propertyNames": {"enum": ["x", "y"]}, "additionalProperties": {"type": "integer"}},
        ['{"x":1}', '{"y":1,"x":2}'],
        ['{"z":1}', '{"x":"a"}'],
    ),
    (
        "min-properties",
        {"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 2},
        ['{"a":1,"b":2}'],
        ["{}", '{"a":1}'],
    ),
    (
        "max-properties",
        {
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}, "c": {"type": "integer"}},
            "additionalProperties": False,
            "maxProperties": 2,
        },
        ["{}", '{"a":1,"c":1}'],
        ['{"a":1,"b":1,"c":1}'],
    ),
    (
        "min-of-declared",
        {
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
            "additionalProperties": False,
            "minProperties": 1,
        },
        ['{"a":1}', '{"b":1}', '{"a":1,"b":2}'],
        ["{}"],
    ),
    (
        "dependent-required",
        {
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
            "additionalProperties": False,
            "dependentRequired": {"b": ["a"]},
        },
        ["{}", '{"a":1}', '{"a":1,"b":2}'],
        ['{"b":1}'],
    ),
    (
        "dependent-schemas",
        {
            "type": "object",
            "properties": {"kind": {"type": "string"}, "n": {"type": "integer"}},
            "additionalProperties": False,
            "dependentSchemas": {"n": {"properties": {"kind": {"const": "num"}}, "required": ["kind"]}},
        },
        ['{"kind":"x"}', '{"kind":"num","n":1}'],
        ['{"n":1}', '{"kind":"x","n":1}'],
    ),
    (
        "unevaluated",
        {
            "type": "object",
            "allOf": [{"properties": {"a": {"type": "integer"}}}],
            "properties": {"b": {"type": "integer"}},
            "unevaluatedProperties": False,
        },
        ['{"b":1,"a":2}', '{"b":1}'],
        ['{"c":1}'],
    ),
    # combinations
    ("any-of", {"anyOf": [{"type": "string"}, {"type": "integer"}]}, ['"x"', "1"], ["1.5", "null"]),
    (
        "any-of-objects",
        {"anyOf": [field({"type": "string"}, "a"), field({"type": "integer"}, "b")]},
        ['{"a":"x"}', '{"b":1}'],
        ['{"a":1}', '{"b":"x"}', '{"a":"x","b":1}'],
    ),
    (
        "any-of-required",
        {
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
            "additionalProperties": False,
            "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
        },
        ['{"a":1}', '{"b":1}', '{"a":1,"b":2}'],
        ["{}"],
    ),
    (
        "one-of-required",
        {
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}, "c": {"type": "integer"}},
            "additionalProperties": False,
            "oneOf": [{"required": ["a"]}, {"required": ["b"]}],
        },
        ['{"a":1}', '{"b":1}', '{"a":1,"c":2}'],
        ["{}", '{"a":1,"b":2}', '{"c":1}'],
    ),
    ("one-of-types", {"oneOf": [{"type": "integer"}, {"type": "number", "minimum": 10}]}, ["1", "10.5"], ["10", "1.5"]),
    ("one-of-consts", {"oneOf": [{"const": "a"}, {"const": "b"}]}, ['"a"', '"b"'], ['"c"']),
    ("one-of-nothing", {"oneOf": [{"type": "integer"}, {"type": "integer"}, {"type": "string"}]}, ['"x"'], ["1"]),
    ("all-of", {"allOf": [{"type": "integer", "minimum": 3}, {"maximum": 5}]}, ["3", "5"], ["2", "6", '"x"']),
    (
        "all-of-objects",
        {
            "type": "object",
            "allOf": [
                {"properties": {"a": {"type": "integer"}}, "required": ["a"]},
                {"properties": {"b": {"type": "string"}}, "required": ["b"]},
            ],
            "additionalProperties": True,
        },
        ['{"a":1,"b":"x"}'],
        ['{"a":1}', '{"b":"x"}', '{"a":"x","b":"x"}'],
    ),
    (
        "all-of-texts",
        {"type": "string", "allOf": [{"pattern": "^a"}, {"pattern": "z$"}, {"maxLength": 4}]},
        told("az", "abz"),
        told("a", "z", "abbbz"),
    ),
    ("all-of-and-enum", {"allOf": [{"enum": [1, 2, 3]}, {"enum": [2, 3, 4]}]}, ["2", "3"], ["1", "4"]),
    ("not-type", {"not": {"type": "string"}}, ["1", "null", "[]"], ['"x"']),
    ("not-const", {"type": "string", "not": {"const": "root"}}, told("roo", "roots", ""), told("root")),
    ("not-enum", {"type": "string", "not": {"enum": ["a", "b"]}}, told("c", "ab"), told("a", "b")),
    (
        "not-required",
        {
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
            "not": {"required": ["a", "b"]},
            "additionalProperties": False,
        },
        ["{}", '{"a":1}', '{"b":1}'],
        ['{"a":1,"b":2}'],
    ),
    ("not-range", {"type": "integer", "not": {"minimum": 3, "maximum": 5}}, ["2", "6", "-1"], ["3", "4", "5"]),
    ("not-pattern", {"type": "string", "not": {"pattern": "^tmp"}}, told("x", "atmp"), told("tmp", "tmpx")),
    (
        "if-then-else",
        {
            "type": "object",
            "properties": {"k": {"enum": ["n", "s"]}, "v": {"type": ["integer", "string"]}},
            "required": ["k", "v"],
            "additionalProperties": False,
            "if": {"properties": {"k": {"const": "n"}}},
            "then": {"properties": {"v": {"type": "integer"}}},
            "else": {"properties": {"v": {"type": "string"}}},
        },
        ['{"k":"n","v":1}', '{"k":"s","v":"x"}'],
        ['{"k":"n","v":"x"}', '{"k":"s","v":1}'],
    ),
    (
        "siblings",
        {
            "type": "object",
            "properties": {"a": {"type": "integer"}},
            "anyOf": [{"required": ["a"]}],
            "additionalProperties": False,
        },
        ['{"a":1}'],
        ["{}", "5"],
    ),
    # references
    ("ref", {"$defs": {"n": {"type": "integer"}}, **field({"$ref": "#/$defs/n"})}, ['{"v":1}'], ['{"v":"x"}']),
    (
        "ref-siblings",
        {"$defs": {"n": {"type": "integer"}}, **field({"$ref": "#/$defs/n", "minimum": 3, "description": "d"})},
        ['{"v":3}'],
        ['{"v":2}', '{"v":"x"}'],
    ),
    (
        "ref-definitions",
        {"definitions": {"n": {"type": "integer"}}, **field({"$ref": "#/definitions/n"})},
        ['{"v":1}'],
        ['{"v":"x"}'],
    ),
    (
        "ref-chain",
        {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"type": "string"}}, **field({"$ref": "#/$defs/a"})},
        ['{"v":"x"}'],
        ['{"v":1}'],
    ),
    (
        "ref-odd-name",
        {"$defs": {"a/b~c d": {"type": "integer"}}, **field({"$ref": "#/$defs/a~1b~0c%20d"})},
        ['{"v":1}'],
        ['{"v":"x"}'],
    ),
    (
        "ref-anchor",
        {"$defs": {"n": {"$anchor": "numero", "type": "integer"}}, **field({"$ref": "#numero"})},
        ['{"v":1}'],
        ['{"v":"x"}'],
    ),
    (
        "ref-property",
        {
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"$ref": "#/properties/a"}},
            "additionalProperties": False,
        },
        ['{"a":1,"b":2}'],
        ['{"b":"x"}'],
    ),
    (
        "ref-recursive",
        {
            "$defs": {
                "node": {
                    "type": "object",
                    "properties": {
                        "name": {"type": "string"},
                        "children": {"type": "array", "items": {"$ref": "#/$defs/node"}},
                    },
                    "required": ["name"],
                    "additionalProperties": False,
                }
            },
            "$ref": "#/$defs/node",
        },
        [
            '{"name":"a"}',
            '{"name":"a","children":[{"name":"b","children":[{"name":"c","children":[{"name":"d","children":[{"name":"e"}]}]}]}]}',
        ],
        [
            '{"name":1}',
            '{"name":"a","children":[{}]}',
            '{"name":"a","children":[{"name":"b","children":[{"name":"c","children":[{"name":"d","children":[{"name":5}]}]}]}]}',
        ],
    ),
    (
        "ref-root",
        {
            "type": "object",
            "properties": {"next": {"$ref": "#"}, "n": {"type": "integer"}},
            "additionalProperties": False,
        },
        ["{}", '{"next":{"next":{"n":1}}}'],
        ['{"next":{"next":{"n":"x"}}}', '{"next":1}'],
    ),
    (
        "ref-in-list",
        {
            "$defs": {"t": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/t"}}]}},
            "$ref": "#/$defs/t",
        },
        ['"x"', '["x",["y"]]', "[]"],
        ["1", '["x",1]'],
    ),
    (
        "ref-of-itself",
        {"$defs": {"a": {"anyOf": [{"$ref": "#/$defs/a"}, {"type": "integer"}]}}, "$ref": "#/$defs/a"},
        ["1"],
        ['"x"'],
    ),
    # depth and white space
    (
        "depth",
        {
            "type": "object",
            "properties": {
                "a": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {"b": {"type": "array", "items": field({"type": "integer"}, "c")}},
                        "additionalProperties": False,
                    },
                }
            },
            "additionalProperties": False,
        },
        ['{"a":[{"b":[{"c":1}]}]}'],
        ['{"a":[{"b":[{"c":"x"}]}]}'],
    ),
    (
        "pretty",
        {
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "array", "items": {"type": "integer"}}},
            "additionalProperties": False,
        },
        ['{\n  "a": 1,\n  "b": [\n    1,\n    2\n  ]\n}'],
        ['{  "a": 1}', '{"a":1}  ', '\n{"a":1}'],
    ),
    ("default", field({"type": "string", "default": 3}), ['{"v":"x"}'], ['{"v":3}']),
    ("content", {"type": "string", "contentEncoding": "base64"}, told("anything"), ["1"]),
]

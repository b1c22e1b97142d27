"""Arguments of executors that work on entries: which field, which order, which condition, what to compute."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from metnos_cli.plan.intent import is_function_word
from metnos_cli.plan.sketch import cues
from metnos_cli.plan.sketch.columns import bounded, equalities
from metnos_cli.plan.sketch.learned import choose
from metnos_cli.plan.sketch.places import extension_of
from metnos_cli.text.slots.argument import as_argument

if TYPE_CHECKING:
    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.marks import Order, Used
    from metnos_cli.plan.sketch.reading import Reading

FIELD_NAMES = ("by", "field", "key", "column", "group_by", "sort_by", "order_by")
CONDITION_FIELD, CONDITION_VALUE = "where_field", "where_value"
SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "size": ("size", "bytes", "size_bytes", "total_size", "memory"),
    "modified": ("modified", "mtime", "date", "time", "when", "started", "created"),
    "memory": ("memory", "rss", "memory_bytes"),
    "cpu": ("cpu", "cpu_percent"),
    "name": ("name", "title", "path"),
    "kind": ("extension", "kind", "type"),
    "folder": ("folder", "path"),
    "day": ("modified", "date", "time"),
    "month": ("modified", "date", "time"),
    "year": ("modified", "date", "time"),
}
"""What people call a field -> how fields are called, in order of preference."""
LINES = "lines"
"""The field that tells how many lines a text has."""
TABLES = (".csv", ".tsv")
PERIODS = frozenset({"day", "week", "month", "year"})
LARGEST_FIRST = frozenset({"size", "memory", "cpu", "modified", "count"})
Condition = tuple[str, str, Any]


def entry_fields(manifest: Manifest | None) -> Mapping[str, Any]:
    """Declared fields of one entry that an executor gives; empty when it declares none."""
    if manifest is None:
        return {}
    entries = manifest.result.get("properties", {}).get("entries", {})
    items = entries.get("items", {}) if isinstance(entries, Mapping) else {}
    found = items.get("properties", {}) if isinstance(items, Mapping) else {}
    return found if isinstance(found, Mapping) else {}


def field_name(key: str, source: Manifest | None) -> str:
    """The field that a key means in the entries of a source."""
    declared = entry_fields(source)
    for name in (*SYNONYMS.get(key, ()), key):
        if name in declared:
            return name
    return SYNONYMS.get(key, (key,))[0] if not declared else key


def is_table(source: Manifest | None) -> bool:
    """Whether the entries of a source may be rows of a table, with columns called anything."""
    return source is not None and source.verb == "read" and "text" in entry_fields(source)


def field_argument(manifest: Manifest) -> str:
    """The argument that names a field, or an empty string."""
    properties = manifest.args.get("properties", {})
    return next((name for name in FIELD_NAMES if name in properties), "")


def order_arguments(order: Order, manifest: Manifest, source: Manifest | None) -> dict[str, Any]:
    """``by``, ``order`` and ``limit`` of a sorting executor, as far as it has them."""
    properties = manifest.args.get("properties", {})
    told: dict[str, Any] = {field_argument(manifest): _ordered_by(order, source)}
    direction = order.order or ("desc" if order.limit and order.key in LARGEST_FIRST else "")
    if direction and "order" in properties:
        told["order"] = direction
    if order.limit is not None and "limit" in properties:
        told["limit"] = order.limit
    return told


def _ordered_by(order: Order, source: Manifest | None) -> str:
    """The field to order or group by: in a table that was read, the word itself is the column."""
    return order.word if is_table(source) and order.word else field_name(order.key, source)


def group_arguments(order: Order, manifest: Manifest, source: Manifest | None) -> dict[str, Any]:
    """``by``, and ``period`` for times, of a grouping executor."""
    told: dict[str, Any] = {field_argument(manifest): _ordered_by(order, source)}
    if order.key in PERIODS and "period" in manifest.args.get("properties", {}):
        told["period"] = order.key
    return told


def conditions(reading: Reading, source: Manifest | None, words: Lexicon) -> Iterator[tuple[Condition, Used]]:
    """Conditions on entries that a clause states, each as (field, op, value), with the places of its words."""
    yield from _bounds(reading, source, words)
    for place, slot in reading.globs:
        extension = extension_of(str(slot.fields.get("value", "")))
        condition = ("extension", "equals", extension) if extension else ("name", "matches", slot.fields["value"])
        yield condition, frozenset({place})
    for slot, used in reading.spared:
        extension = extension_of(str(slot.fields.get("value", "")))
        if extension:
            yield ("extension", "not_equals", extension), used
    if reading.named is not None:
        yield ("name", "contains", reading.named.text), reading.named.used
    if reading.contents is not None:
        yield ("text", "contains", reading.contents.text), reading.contents.used
    if reading.age is not None:
        first, _, last = reading.age.text.partition("/")
        yield (
            (field_name("modified", source), *(("less", last) if first == ".." else ("at_least", first))),
            reading.age.used,
        )
    for column, value, used in equalities(reading, words) if is_table(source) else ():
        yield (column, "equals", value), used
    yield from _owner(reading, source, words)
    folders = _folders(reading, words)
    if "kind" in entry_fields(source) and wants_folders(reading, words):
        yield ("kind", "equals", "folder"), folders


def _bounds(reading: Reading, source: Manifest | None, words: Lexicon) -> Iterator[tuple[Condition, Used]]:
    """What has to be above or below a quantity: a column of a table, or a field that the source declares."""
    for bound in reading.bounds:
        if bound.op in cues.AGES:
            continue
        column, used = bounded(reading, bound, words) if is_table(source) else ("", frozenset())
        field = column or _bound_field(reading, bound.slot.dim, source, words)
        yield (field, bound.op, as_argument(bound.slot)), used or bound.used


def wants_folders(reading: Reading, words: Lexicon) -> bool:
    """Whether folders are asked for rather than files."""
    called = reading.named is not None and reading.named.text in words.objects  # "le cartelle chiamate foto"
    return bool(_folders(reading, words)) and (called or "files" not in reading.objects) and not reading.globs


def _folders(reading: Reading, words: Lexicon) -> Used:
    """Places of words that ask for folders themselves: "le cartelle in ~/x", but not "la cartella ~/x"."""
    tokens = reading.clause.tokens
    deep = cues.said_deep(reading.clause, words)
    return frozenset(
        place
        for place, token in enumerate(tokens)
        if words.is_cue("folder", (token.text,))
        and place not in deep
        and not (place + 1 < len(tokens) and tokens[place + 1].slot is not None)
        and not cues.names_folder(reading.clause, place, words)
    )


def _bound_field(reading: Reading, dim: str, source: Manifest | None, words: Lexicon) -> str:
    """The field that a bound is about: a word of the clause that names one, else the size."""
    declared = entry_fields(source)
    for token in reading.clause.tokens:
        key = words.sort_keys.get((token.text,), "") if token.is_word else ""
        name = field_name(key, source) if key else token.text
        if name in declared and name not in {"path", "name"}:
            return name
    return "size" if dim == "quantity" or "size" in declared else next(iter(declared), "size")


def _owner(reading: Reading, source: Manifest | None, words: Lexicon) -> Iterator[tuple[Condition, Used]]:
    """Read "i processi di root", "the processes of user anna": entries that belong to somebody."""
    if "user" not in entry_fields(source):
        return
    tokens, texts = reading.clause.tokens, reading.clause.words
    for start in range(len(tokens)):
        place = start + words.cue_at("owner", texts, start)
        if place == start or place >= len(tokens) or words.is_cue("articles", (texts[place],)):
            continue
        skip = place + words.is_cue("person", (texts[place],))
        if skip < len(tokens) and tokens[skip].is_word and texts[skip] not in words.objects:
            end = skip + 1
            while end < len(tokens) and _joined(reading, tokens[end - 1].end, tokens[end].start):
                end += 1  # "www-data"
            name = reading.text[tokens[skip].start : tokens[end - 1].end]
            yield ("user", "equals", name), frozenset(range(start, end))
            return


def _joined(reading: Reading, end: int, start: int) -> bool:
    """Whether two words are written as one: "www-data"."""
    return reading.text[end:start] in {"-", "_", "."}


def negated(op: str) -> str:
    """The opposite comparison."""
    opposites = {
        "equals": "not_equals",
        "contains": "not_contains",
        "greater": "at_most",
        "at_least": "less",
        "less": "at_least",
        "at_most": "greater",
    }
    return opposites.get(op, "")


def computation(manifest: Manifest, reading: Reading, source: Manifest | None, words: Lexicon) -> dict[str, Any]:
    """``op`` and ``field`` of an executor that computes over entries."""
    properties = manifest.args.get("properties", {})
    told: dict[str, Any] = {}
    name = next((name for name in ("op", "operation", "what") if "enum" in properties.get(name, {})), "")
    if name:
        chosen = choose(manifest, name, reading.clause.words, words)
        if chosen is not None:
            told[name] = chosen
    field = field_argument(manifest)
    if field and told.get(name) == "count" and _counts_lines(reading, source, words):
        return {name: "sum", field: LINES}
    if field and told.get(name) != "count":
        word = computed_field(reading, source, words)
        if word:
            told[field] = word
    return told


def _counts_lines(reading: Reading, source: Manifest | None, words: Lexicon) -> bool:
    """Whether the lines of texts are to be counted; the rows of a table are entries already."""
    if not cues.said("rows", reading.clause, words) or LINES not in entry_fields(source):
        return False
    return not any(str(slot.fields.get("value", "")).lower().endswith(TABLES) for _, slot in reading.paths)


def computed_field(reading: Reading, source: Manifest | None, words: Lexicon) -> str:
    """The field to compute over: "la colonna importo", "the average size"; empty when none is named."""
    texts = reading.clause.words
    for place in range(len(texts)):
        count = words.cue_at("column", texts, place)
        if count:
            return _column(reading, place, place + count, words)
    declared = entry_fields(source)
    for token in reading.clause.tokens:
        if not token.is_word or token.text in {"name", "path"}:
            continue
        key = words.sort_keys.get((token.text,), "")
        if key and field_name(key, source) in declared:
            return field_name(key, source)
        if token.text in declared:
            return token.text
    return "" if declared and "text" not in declared else _last_noun(reading, words)


def _column(reading: Reading, start: int, end: int, words: Lexicon) -> str:
    """The column's name: after the word in Italian ("la colonna importo"), before or after it in English."""
    tokens = reading.clause.tokens
    before = tokens[start - 1] if start else None
    english = words.lang == "en" and before is not None and before.is_word and not is_function_word(before.text, words)
    token = before if english else (tokens[end] if end < len(tokens) else None)
    if token is None or token.mark:
        return ""
    return token.text if token.slot is None else str(token.slot.fields.get("value", ""))


def _last_noun(reading: Reading, words: Lexicon) -> str:
    """A word after "di" / "of" that may be a column: "la media dei prezzi"; empty for none."""
    tokens = reading.clause.tokens
    for place in range(1, len(tokens)):
        if not tokens[place].is_word or not words.is_cue("of", (tokens[place - 1].text,)):
            continue
        if not cues.said("articles", reading.clause, words) & {place} and tokens[place].text not in words.objects:
            return tokens[place].text
    return ""

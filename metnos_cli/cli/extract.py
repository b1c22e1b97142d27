"""``metnos extract``: the values a text holds, for people and for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import typer

from metnos_cli.cli.wiring import World, world
from metnos_cli.errors import EmptyRequest, ExitStatus, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from metnos_cli.records import Lang, Slot

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def extract(
    words: list[str] = typer.Argument(None, metavar="TEXT"),
    now: str = typer.Option("", "--now", metavar="ISO"),
    as_json: bool = typer.Option(False, "--json"),
    jsonl: bool = typer.Option(False, "--jsonl"),
) -> None:
    """Show the values found in a text: times, numbers, paths, addresses ..."""
    here = world()
    if jsonl:
        raise typer.Exit(int(_each_line(here)))
    text = " ".join(words or ()).strip() or _piped(here)
    if not text:
        raise EmptyRequest
    answer = _answer(here, {"text": text, "lang": here.globals_lang, "now": now or None})
    if as_json:
        here.environment.stdout.write(json.dumps({"schema_version": 1, **answer}, ensure_ascii=False) + "\n")
    else:
        here.environment.stdout.write(_table(here, answer["slots"]))


def _each_line(here: World) -> ExitStatus:
    """Answer each line of standard input as it comes; a line that cannot be read gets its error in its place."""
    from metnos_cli.cli.telling import error_sentences

    status, out = ExitStatus.ANSWERED, here.environment.stdout
    for line in _lines(here):
        try:
            answer: dict[str, Any] = {"slots": _answer(here, _request(line))["slots"]}
        except UsageError as error:
            status = ExitStatus.USAGE
            answer = {"error": error_sentences(here.lang, error)[0]}
        out.write(json.dumps(answer, ensure_ascii=False) + "\n")
        out.flush()
    return status


def _lines(here: World) -> Iterator[bytes]:
    """The lines of standard input that hold something, undecoded."""
    stdin = here.environment.stdin
    lines = stdin.buffer if hasattr(stdin, "buffer") else (line.encode() for line in stdin)
    return (line for line in lines if line.strip())


def _request(line: bytes) -> dict[str, Any]:
    """One line as a request.

    Raises:
        UsageError: It is no JSON object with a text.
    """
    try:
        told = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise UsageError("extract_not_json") from error
    if not isinstance(told, dict) or not isinstance(told.get("text"), str):
        raise UsageError("extract_no_text")
    return told


def _answer(here: World, told: dict[str, Any]) -> dict[str, Any]:
    """The slots of one request.

    Raises:
        UsageError: The language or the moment is not one.
    """
    from metnos_cli.text.normalise import to_nfc
    from metnos_cli.text.slots import find_slots

    text = to_nfc(told["text"])
    moment, zoned = _moment(here, told.get("now"))
    lang = _lang(here, told.get("lang"), text)
    slots = find_slots(text, lang, moment, home=here.environment.home, zoned=zoned)
    return {"text": text, "lang": lang, "now": moment.isoformat(), "slots": [_json(slot) for slot in slots]}


def _json(slot: Slot) -> dict[str, Any]:
    from metnos_cli.text.slots.argument import as_argument

    return {**slot.as_json(), "argument": as_argument(slot)}


def _lang(here: World, told: object, text: str) -> Lang:
    from metnos_cli.text.language import detect

    if told in (None, ""):
        return here.globals_lang or detect(text, here.lang)
    if told == "it":
        return "it"
    if told == "en":
        return "en"
    raise UsageError("unknown_language", lang=told)


def _moment(here: World, told: object) -> tuple[datetime, bool]:
    """The moment of asking, in the user's zone, and whether its zone is known.

    One without an offset is read on the user's own clock, but that is a guess about where it was said: "le 8 GMT"
    cannot be placed from it.

    Raises:
        UsageError: It is no moment in ISO 8601.
    """
    from datetime import datetime

    present = here.now()
    if told in (None, ""):
        return present, True
    try:
        moment = datetime.fromisoformat(str(told))
        if moment.tzinfo is None:
            return moment.replace(tzinfo=present.tzinfo), False
        local = moment.astimezone(present.tzinfo)
    except (ValueError, OverflowError) as error:
        raise UsageError("extract_now", now=told) from error
    return (local if local.utcoffset() == moment.utcoffset() else moment), True


def _table(here: World, slots: list[dict[str, Any]]) -> str:
    """The slots in aligned columns: what it is, the words, the value, and whether it is certain."""
    from metnos_cli import messages
    from metnos_cli.ui.words import one_line

    if not slots:
        return messages.text(here.lang, "extract.none") + "\n"
    doubt = messages.text(here.lang, "extract.uncertain")
    rows = [
        (
            slot["dim"],
            one_line(slot["text"]),
            one_line(str(slot["argument"])) + ("" if slot.get("certain", True) else f"  {doubt}"),
        )
        for slot in slots
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    return "".join(f"{dim:<{widths[0]}}  {text:<{widths[1]}}  {value}\n" for dim, text, value in rows)


def _piped(here: World) -> str:
    """Text from standard input, when it is not a terminal."""
    stdin = here.environment.stdin
    if here.environment.is_terminal(stdin):
        return ""
    raw = stdin.buffer.read() if hasattr(stdin, "buffer") else stdin.read().encode()
    return raw.decode("utf-8", "replace").strip()

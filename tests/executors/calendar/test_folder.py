"""Appointments in a folder: found, written, moved, taken out, with honest ends for what is broken or gone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli.errors import ErrorClass, ExecutorError, InputNeeded
from metnos_cli.executors.calendar.change import change_events, create_events, delete_events
from metnos_cli.executors.calendar.find import find_events, find_events_empty
from tests.executors.calendar.ics import calendar, event, rome
from tests.executors.personal import Answers, PersonalWorld

if TYPE_CHECKING:
    from pathlib import Path

TOMORROW = "2026-12-01T00:00:00+01:00/2026-12-02T00:00:00+01:00"
NEXT_WEEK = "2026-12-07T00:00:00+01:00/2026-12-14T00:00:00+01:00"


def titles(answer: dict[str, Any]) -> list[str]:
    return [entry["title"] for entry in answer["entries"]]


def test_tomorrows_appointments(world: PersonalWorld) -> None:
    """One line each, with when, what and where."""
    found = find_events({"when": TOMORROW}, world.context())

    assert found["told"] == "domani 15:30–16:00 Dentista (via Emilia 12)"
    assert found["ok_count"] == 1
    assert found["entries"][0]["start"] == "2026-12-01T15:30:00+01:00"
    assert found["entries"][0]["calendar"] == "Personale"


def test_repeating_ones_come_back(world: PersonalWorld) -> None:
    """Every Wednesday of the month."""
    found = find_events({"query": "lezione"}, world.context())

    assert [entry["start"][:10] for entry in found["entries"]] == [
        "2026-12-02",
        "2026-12-09",
        "2026-12-16",
        "2026-12-23",
    ]


def test_a_stretch_that_only_ends_is_still_to_come(world: PersonalWorld, folder: Path) -> None:
    """By Friday is from now; what is over stays, also from being taken out."""
    (folder / "old.ics").write_bytes(rome("Vecchio", "20261120", "0900", "1000", uid="old").encode())

    by_friday = find_events({"when": "../2026-12-05T00:00:00+01:00"}, world.context())
    over = find_events({"when": "../2026-11-25T00:00:00+01:00"}, world.context())

    assert "Vecchio" not in titles(by_friday)
    assert "Dentista" in titles(by_friday)
    assert "Vecchio" in titles(over)


def test_none_is_said(world: PersonalWorld) -> None:
    """An empty day is an answer."""
    assert find_events({"when": "2026-12-05"}, world.context())["told"] == "Nessun appuntamento."


def test_an_appointment_is_set_up_for_an_hour(world: PersonalWorld, folder: Path) -> None:
    """A file of its own, found at once, undone as a file."""
    made = create_events({"when": "2026-12-02T10:00:00+01:00", "duration": "PT1H"}, world.context())

    assert made["told"] == "Fissato: mercoledì 2 dicembre 10:00–11:00 Appuntamento."
    assert titles(find_events({"when": "2026-12-02"}, world.context())) == ["Appuntamento", "Lezione di chitarra"]
    assert len(list(folder.glob("*.ics"))) == 3
    assert [kind for kind, _ in world.changes()] == ["file.create"]


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (
            {"when": "2026-12-04T09:00:00+01:00/2026-12-04T11:00:00+01:00", "title": "riunione"},
            "Fissato: venerdì 4 dicembre 09:00–11:00 riunione.",
        ),
        (
            {"when": "2027-08-10T00:00:00+02:00/2027-08-18T00:00:00+02:00", "title": "ferie"},
            "Fissato: martedì 10 agosto 2027 – martedì 17 agosto 2027 ferie.",
        ),
        ({"when": "2026-12-08"}, "Fissato: martedì 8 dicembre Appuntamento."),
        (
            {"when": "2026-12-03T11:00:00+01:00", "people": "Anna"},
            "Fissato: giovedì 3 dicembre 11:00–12:00 Appuntamento con Anna.",
        ),
        (
            {"when": "2026-12-03T11:00:00+01:00", "title": "Notaio", "location": "piazza Maggiore 1"},
            "Fissato: giovedì 3 dicembre 11:00–12:00 Notaio (piazza Maggiore 1).",
        ),
        (
            {"when": "2027-03-28T01:30:00+01:00", "duration": "PT1H", "title": "x"},
            "Fissato: domenica 28 marzo 2027 01:30–03:30 x.",
        ),
    ],
)
def test_times_are_taken_as_they_are_said(world: PersonalWorld, args: dict[str, Any], told: str) -> None:
    """Intervals, whole days, usual length, the night in which an hour is missing."""
    assert create_events(dict(args), world.context())["told"] == told


@pytest.mark.parametrize(
    "args",
    [
        {"when": "2026-12-02", "duration": "PT1H"},
        {"when": "2026-12-01T00:00:00+01:00/2027-01-01T00:00:00+01:00"},
        {"when": "../2026-12-02T10:00:00+01:00"},
        {"when": "2026-11-30T09:00:00+01:00/2026-12-05T00:00:00+01:00"},
        {"when": "2026-11-30T09:00:00+01:00/2026-11-30T18:00:00+01:00"},
    ],
)
def test_a_time_that_is_no_appointment_is_asked_for(world: PersonalWorld, args: dict[str, Any]) -> None:
    """A day with a length but no hour, a whole month, a deadline: a question, not a guess."""
    with pytest.raises(ExecutorError) as told:
        create_events(dict(args), world.context())

    assert told.value.error_class is ErrorClass.MISSING_INPUT
    assert told.value.facts["arg"] == "when"


def test_overlaps_are_told(world: PersonalWorld) -> None:
    """It is written all the same: people know what they do."""
    made = create_events({"when": "2026-12-01T15:00:00+01:00", "title": "Notaio"}, world.context())

    assert made["overlaps"] == 1
    assert "si sovrappone a domani 15:30–16:00 Dentista (via Emilia 12)" in made["told"]


def test_people_are_named_and_not_invited(world: PersonalWorld, tmp_path: Path, folder: Path) -> None:
    """A name becomes the contact who bears it."""
    (tmp_path / "contacts").mkdir()
    card = "BEGIN:VCARD\nVERSION:3.0\nFN:Anna Rossi\nEMAIL:anna@example.org\nEND:VCARD\n"
    (tmp_path / "contacts" / "anna.vcf").write_text(card, encoding="utf-8")
    world = PersonalWorld(tmp_path, '[contacts]\nfolders = ["~/contacts"]\n' + world.settings_text)

    made = create_events({"when": "2026-12-03T11:00:00+01:00", "people": "anna"}, world.context())

    assert titles(made) == ["Appuntamento con Anna Rossi"]
    (written,) = [path for path in folder.glob("*.ics") if path.name.endswith("@metnos.ics")]
    text = written.read_text(encoding="utf-8").replace("\r\n ", "").replace("\n ", "")
    assert "mailto:anna@example.org" in text
    assert "SCHEDULE-AGENT=NONE" in text


def test_an_appointment_is_moved_with_its_length(world: PersonalWorld) -> None:
    """To another moment, to another day at the same hour, or to another hour of the same day."""
    moved = change_events({"query": "dentista", "to": "2026-12-03T09:00:00+01:00"}, world.context())
    assert moved["told"] == "Cambiato: giovedì 3 dicembre 09:00–09:30 Dentista (via Emilia 12)."

    moved = change_events({"query": "dentista", "to": "2026-12-04"}, world.context())

    assert moved["told"] == "Cambiato: venerdì 4 dicembre 09:00–09:30 Dentista (via Emilia 12)."

    moved = change_events({"query": "dentista", "to": "T17:00"}, world.context())

    assert moved["told"] == "Cambiato: venerdì 4 dicembre 17:00–17:30 Dentista (via Emilia 12)."
    assert [kind for kind, _ in world.changes()] == ["file.overwrite"] * 3


def test_length_title_and_place_change(world: PersonalWorld) -> None:
    """All at once."""
    args = {"query": "dentista", "duration": "PT1H", "title": "Igiene", "location": "studio"}

    changed = change_events(args, world.context())

    assert changed["told"] == "Cambiato: domani 15:30–16:30 Igiene (studio)."


def test_one_repetition_is_moved_alone(world: PersonalWorld) -> None:
    """The others stay where they are."""
    change_events({"query": "lezione", "to": "2026-12-03T17:00:00+01:00"}, world.context())

    found = find_events({"query": "lezione", "when": "2026-12-01/2026-12-15"}, world.context())
    assert [entry["start"][:10] for entry in found["entries"]] == ["2026-12-03", "2026-12-09"]


def test_one_repetition_is_taken_out_or_the_whole_series(world: PersonalWorld, folder: Path) -> None:
    """The one time, unless the series is said; the file goes to the trash with the last of it."""
    gone = delete_events({"query": "lezione di chitarra"}, world.context())
    assert gone["told"] == "Tolto: mercoledì 2 dicembre 17:00–18:00 Lezione di chitarra."
    assert len(find_events({"query": "lezione"}, world.context())["entries"]) == 3

    delete_events({"query": "lezione", "scope": "series"}, world.context())

    assert find_events({"query": "lezione"}, world.context())["entries"] == []
    assert not (folder / "lesson.ics").exists()
    assert [kind for kind, _ in world.changes()] == ["file.overwrite", "file.trash"]


def test_those_found_before_are_taken_out(world: PersonalWorld) -> None:
    """The entries of an earlier step; a free time among them is none."""
    context = world.context()
    found = find_events({"when": TOMORROW}, context)["entries"]
    free = find_events_empty({"when": NEXT_WEEK, "count": 1}, context)["entries"]

    gone = delete_events({"entries": [*found, *free]}, context)

    assert titles(gone) == ["Dentista"]


def test_of_several_the_user_says_which(world: PersonalWorld, folder: Path) -> None:
    """With nobody to ask, nothing happens."""
    (folder / "other.ics").write_bytes(rome("Dentista di Luca", "20261203", "0900", "1000", uid="other").encode())
    with pytest.raises(InputNeeded):
        delete_events({"query": "dentista"}, world.context())
    world.dialog = Answers({"which": [1]})

    gone = delete_events({"query": "dentista"}, world.context())

    assert titles(gone) == ["Dentista di Luca"]


@pytest.mark.parametrize("call", [change_events, delete_events])
def test_what_is_not_there_is_said(world: PersonalWorld, call: Any) -> None:
    """By its class."""
    with pytest.raises(ExecutorError) as told:
        call({"query": "oculista", "to": "2026-12-03"}, world.context())

    assert (told.value.error_class, told.value.key) == (ErrorClass.WRONG_ARGS, "calendar_none_found")


def test_three_free_times_next_week(world: PersonalWorld) -> None:
    """On three days, inside the working hours."""
    free = find_events_empty({"when": NEXT_WEEK, "count": 3}, world.context())

    assert free["told"] == (
        "Orari liberi:\n"
        "- lunedì 7 dicembre 09:00–10:00\n"
        "- martedì 8 dicembre 09:00–10:00\n"
        "- mercoledì 9 dicembre 09:00–10:00"
    )
    assert free["entries"][0]["when"] == "2026-12-07T09:00:00+01:00/2026-12-07T10:00:00+01:00"


def test_whether_a_moment_is_free(world: PersonalWorld) -> None:
    """Yes, or no and why."""
    busy = find_events_empty({"when": "2026-12-01T15:00:00+01:00"}, world.context())
    free = find_events_empty({"when": "2026-12-01T10:00:00+01:00"}, world.context())

    assert busy["told"].startswith("No: domani 15:00–16:00 è occupato:\n- domani 15:30–16:00 Dentista")
    assert free["told"] == "Sì: domani 10:00–11:00 è libero."


def test_a_gap_of_a_given_length(world: PersonalWorld) -> None:
    """Not before now, and not where something is."""
    free = find_events_empty({"when": TOMORROW, "duration": "PT6H", "count": 9}, world.context())

    assert [entry["name"] for entry in free["entries"]] == ["domani 09:00–15:00"]


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("garbage.ics", "hello", "non è un calendario leggibile"),
        ("loop.ics", calendar(event("DTSTART:20261201T100000", "RRULE:FREQ=DAILY;INTERVAL=0")), "non ha senso"),
        ("dense.ics", calendar(event("DTSTART:20261201T100000", "RRULE:FREQ=SECONDLY")), "troppo spesso"),
        (
            "cycle.ics",
            calendar(event("DTSTART:20261201T100000", "RECURRENCE-ID:20261201T100000", "RRULE:FREQ=DAILY")),
            "dentro se stesso",
        ),
    ],
)
def test_one_broken_file_hides_none_of_the_others(
    world: PersonalWorld, folder: Path, name: str, text: str, why: str
) -> None:
    """It is named, with the reason; the answer stands."""
    (folder / name).write_bytes(text.encode())

    found = find_events({"when": TOMORROW}, world.context())

    assert titles(found) == ["Dentista"]
    assert found["unreadable"] == 1
    assert f"(Non letto: {name}:" in found["told"]
    assert why in found["told"]
    assert found["errors"] == []


def test_a_file_in_an_older_charset_is_read(world: PersonalWorld, folder: Path) -> None:
    """As Windows programs wrote them."""
    (folder / "old.ics").write_bytes(rome("Caffè con Niccolò", "20261201", "0900", "1000", uid="old").encode("cp1252"))

    assert titles(find_events({"when": TOMORROW}, world.context())) == ["Caffè con Niccolò", "Dentista"]


def test_a_file_changed_by_others_is_not_overwritten(world: PersonalWorld, folder: Path) -> None:
    """Between looking and writing another program has written: nothing is touched."""
    context = world.context()
    files = context.files
    fetches: list[Any] = []
    real = files.readable

    def readable(path: str) -> Path:
        found = real(path)
        if found.name == "dentist.ics":
            fetches.append(found)
            if len(fetches) == 4:
                found.write_bytes(rome("Dentista", "20261201", "1700", "1800", uid="dentist").encode())
        return found

    files.readable = readable  # type: ignore[method-assign]

    with pytest.raises(ExecutorError) as told:
        change_events({"query": "dentista", "to": "2026-12-03T09:00:00+01:00"}, context)

    assert told.value.error_class is ErrorClass.UNAVAILABLE
    assert "170000" in (folder / "dentist.ics").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("settings", "key", "error_class"),
    [
        ("", "calendar_no_account", ErrorClass.UNAVAILABLE),
        ('[calendar.accounts.home]\nfolder = "~/gone"\n', "calendar_folder_gone", ErrorClass.UNAVAILABLE),
        ('[calendar.accounts.home]\nfolder = "/etc"\n', "path_outside", ErrorClass.DENIED),
        (
            '[calendar.accounts.home]\nfolder = "~/calendars"\ncalendar = "lavoro"\n',
            "calendar_gone",
            ErrorClass.UNAVAILABLE,
        ),
        ("[calendar.accounts.home]\nfolder = 3\n", "calendar_bad_account", ErrorClass.UNAVAILABLE),
        ('[calendar.accounts.home]\nfolders = "~/calendars"\n', "calendar_bad_account", ErrorClass.UNAVAILABLE),
        (
            '[calendar.accounts.home]\nfolder = "~/x"\npassword = "y"\n',
            "calendar_password_in_settings",
            ErrorClass.UNAVAILABLE,
        ),
        ('[calendar.accounts.home]\nurl = "ftp://x"\n', "calendar_bad_account", ErrorClass.UNAVAILABLE),
    ],
)
def test_settings_that_lead_nowhere_are_told_by_class(
    tmp_path: Path, folder: Path, settings: str, key: str, error_class: ErrorClass
) -> None:
    """Nothing set, folder gone, not allowed, no such calendar, a wrong key, a password where none belongs."""
    with pytest.raises(ExecutorError) as told:
        find_events({}, PersonalWorld(tmp_path, settings).context())

    assert (told.value.key, told.value.error_class) == (key, error_class)


def test_one_account_gone_hides_none_of_the_others(tmp_path: Path, folder: Path) -> None:
    """What was found is told, what was not reached is counted as an error."""
    both = '[calendar.accounts.home]\nfolder = "~/calendars"\n[calendar.accounts.old]\nfolder = "~/gone"\n'

    found = find_events({"when": TOMORROW}, PersonalWorld(tmp_path, both).context())

    assert titles(found) == ["Dentista"]
    assert found["error_count"] == 1
    assert found["errors"][0]["item"] == "old"
    assert found["errors"][0]["error_class"] == "unavailable"


def test_of_several_accounts_the_one_to_write_is_asked_for_or_set(tmp_path: Path, folder: Path) -> None:
    """One that may only be read is not offered."""
    (tmp_path / "second").mkdir()
    accounts = (
        '[calendar.accounts.home]\nfolder = "~/calendars"\n'
        '[calendar.accounts.work]\nfolder = "~/second"\n'
        '[calendar.accounts.holidays]\nfolder = "~/third"\nread_only = true\n'
    )
    with pytest.raises(ExecutorError) as told:
        create_events({"when": "2026-12-08"}, PersonalWorld(tmp_path, accounts).context())
    assert told.value.error_class is ErrorClass.MISSING_INPUT
    assert told.value.facts["names"] == "home, work"

    chosen = '[calendar]\naccount = "work"\n' + accounts
    create_events({"when": "2026-12-08"}, PersonalWorld(tmp_path, chosen).context())
    assert len(list((tmp_path / "second").glob("*.ics"))) == 1

    with pytest.raises(ExecutorError) as denied:
        create_events({"when": "2026-12-08", "calendar": "holidays"}, PersonalWorld(tmp_path, accounts).context())
    assert denied.value.error_class is ErrorClass.DENIED


def test_an_entry_cannot_lead_to_other_files(world: PersonalWorld, tmp_path: Path) -> None:
    """What an earlier step gives is data: only files of the calendar's own folder are changed."""
    secret = tmp_path / "notes.ics"
    secret.write_bytes(rome("Segreto", "20261201", "1000", "1100").encode())
    forged = find_events({"when": TOMORROW}, world.context())["entries"][0] | {"href": str(secret), "uid": "u1"}

    with pytest.raises(ExecutorError) as told:
        delete_events({"entries": [forged]}, world.context())

    assert told.value.error_class is ErrorClass.DENIED
    assert secret.exists()

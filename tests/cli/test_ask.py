"""``metnos ask`` as scripts and people meet it: the answer on stdout, one clear sentence when it cannot be."""

from __future__ import annotations

import json
import socket
import sqlite3
from pathlib import Path

import pytest
from conftest import Answer, Metnos

from metnos_cli.cli.asking import SWITCHES, Asked, read_switches
from metnos_cli.cli.outline import outline


def one_sentence(answer: Answer, status: int) -> None:
    """Nothing on stdout, at most a sentence and a hint on stderr, no traceback, the right status."""
    assert answer.exit_status == status, (answer.stdout, answer.stderr)
    assert answer.stdout == ""
    assert 1 <= len(answer.stderr.strip().splitlines()) <= 2, answer.stderr
    assert "Traceback" not in answer.stderr


def test_the_answer_alone_is_on_stdout(metnos: Metnos) -> None:
    """Piped: plain text, one line, nothing else anywhere."""
    answer = metnos("ask", "che ora è")

    assert answer.exit_status == 0
    assert len(answer.stdout.strip().splitlines()) == 1
    assert answer.stderr == ""


@pytest.mark.parametrize("phrase", ["che ora e'", "Che ora è?", "CHE  ORA È", "che ora è", "what time is it?"])
def test_the_same_phrase_however_it_is_typed(metnos: Metnos, phrase: str) -> None:
    """Case, apostrophes, punctuation, spaces and Unicode form do not matter."""
    assert metnos("ask", "--json", phrase).json["layer"] == "table"


def test_words_need_no_quotes(metnos: Metnos) -> None:
    """``metnos ask che ora è``."""
    assert metnos("ask", "che", "ora", "è").exit_status == 0


def test_the_request_may_come_by_pipe(metnos: Metnos) -> None:
    """``echo ... | metnos ask``."""
    assert metnos("ask", "--json", stdin="che ora è\n").json["outcome"]["kind"] == "answered"


def test_json_is_one_object_with_its_version(metnos: Metnos) -> None:
    """Exactly one, also for an end that is not an answer."""
    for text in ("che ora è", "zxqv brlm wkk"):
        assert metnos("ask", "--json", text).json["schema_version"] == 1


def test_explain_goes_to_stderr(metnos: Metnos) -> None:
    """The panel is for eyes: stdout stays the answer."""
    answer = metnos("ask", "--explain", "che ora è")

    assert len(answer.stdout.strip().splitlines()) == 1
    assert "table" in answer.stderr


def test_an_unknown_request_ends_honestly(metnos: Metnos) -> None:
    """Exit 1, and something the user can do."""
    answer = metnos("ask", "zxqv brlm wkk")

    assert answer.exit_status in (1, 3)
    assert "Traceback" not in answer.stderr
    assert answer.stderr.strip()


def test_global_options_on_either_side(metnos: Metnos) -> None:
    """Before and after the command, the same answer."""
    first, second = metnos("--lang", "en", "ask", "what time is it"), metnos("ask", "what time is it", "--lang", "en")

    assert first.exit_status == second.exit_status == 0
    assert first.stdout.split()[:2] == second.stdout.split()[:2]


class TestBadInput:
    """One sentence, the right status, nothing lost."""

    @pytest.mark.parametrize("text", ["", "   ", "\n\t", "?!..."])
    def test_nothing_asked(self, metnos: Metnos, text: str) -> None:
        """An empty request is a usage error."""
        one_sentence(metnos("ask", text), 2)

    def test_a_megabyte(self, metnos: Metnos) -> None:
        """Too long to be a request."""
        one_sentence(metnos("ask", stdin="parola " * 150_000), 2)

    @pytest.mark.parametrize("raw", [b"\xff\xfe\x00\x01binary", bytes(range(256)), b"che ora \x00"])
    def test_binary_on_stdin(self, metnos: Metnos, raw: bytes) -> None:
        """Not text."""
        one_sentence(metnos("ask", stdin=raw), 2)

    def test_an_unknown_option(self, metnos: Metnos) -> None:
        """Usage, on stderr."""
        answer = metnos("ask", "--frobnicate", "che ora è")

        assert answer.exit_status == 2
        assert "--frobnicate" in answer.stderr
        assert "Traceback" not in answer.stderr

    def test_an_unknown_command(self, metnos: Metnos) -> None:
        """Usage, on stderr."""
        answer = metnos("frobnicate")

        assert answer.exit_status == 2
        assert "Traceback" not in answer.stderr

    @pytest.mark.parametrize(
        ("content", "told"),
        [
            ("[ui]\nnope = 1\n", "nope"),
            ("[engine]\nmax_steps = 'six'\n", "max_steps"),
            ("[general]\nlang = 'de'\n", "lang"),
            ("[general\n", "runtime.toml"),
        ],
    )
    def test_a_wrong_setting(self, metnos: Metnos, home: Path, content: str, told: str) -> None:
        """File, line and key are named."""
        file = home / ".config/metnos/runtime.toml"
        file.parent.mkdir(parents=True)
        file.write_text(content, encoding="utf-8")

        answer = metnos("ask", "che ora è")

        one_sentence(answer, 2)
        assert told in answer.stderr
        assert "runtime.toml:" in answer.stderr

    def test_a_missing_file(self, metnos: Metnos) -> None:
        """An end of its own, not a crash."""
        answer = metnos("ask", "leggi ~/non-esiste.txt")

        assert answer.exit_status == 1
        assert "non-esiste.txt" in answer.stdout + answer.stderr
        assert "Traceback" not in answer.stderr

    def test_a_url_that_is_not_there(self, metnos: Metnos) -> None:
        """A closed port: unavailable, exit 1."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]

        answer = metnos("ask", f"scarica http://127.0.0.1:{port}/x", METNOS_SAFETY_PRIVATE_HOSTS="127.0.0.1")

        assert answer.exit_status == 1
        assert "Traceback" not in answer.stderr

    def test_a_private_address_that_is_not_listed(self, metnos: Metnos) -> None:
        """The vaglio says no: exit 4."""
        assert metnos("ask", "scarica http://127.0.0.1:9/x").exit_status == 4

    def test_a_secret_file(self, metnos: Metnos, home: Path) -> None:
        """The keys of the house are nobody's business: exit 4."""
        (home / ".ssh").mkdir()
        (home / ".ssh/id_rsa").write_text("secret-material", encoding="utf-8")

        answer = metnos("ask", "leggi ~/.ssh/id_rsa")

        assert answer.exit_status == 4
        assert "secret-material" not in answer.stdout + answer.stderr

    def test_deleting_without_a_terminal(self, metnos: Metnos, home: Path) -> None:
        """Nothing is done, exit 4; with --yes it is done, by way of the trash."""
        (home / "vecchio.txt").write_text("x", encoding="utf-8")

        refused = metnos("ask", "cancella ~/vecchio.txt")

        assert refused.exit_status == 4, (refused.stdout, refused.stderr)
        assert (home / "vecchio.txt").exists()
        done = metnos("ask", "--yes", "cancella ~/vecchio.txt")
        assert done.exit_status == 0, (done.stdout, done.stderr)
        assert not (home / "vecchio.txt").exists()

    def test_a_model_file_that_is_absent(self, metnos: Metnos, home: Path) -> None:
        """Named, with what to do."""
        answer = metnos("ask", "trova i pdf in ~", METNOS_ENGINE="simple", METNOS_MODEL=str(home / "no.gguf"))

        assert answer.exit_status == 1
        assert "no.gguf" in answer.stderr + answer.stdout
        assert "Traceback" not in answer.stderr

    def test_a_model_file_that_is_no_model(self, metnos: Metnos, home: Path) -> None:
        """Corrupt: one sentence, and llama.cpp says nothing of its own."""
        pytest.importorskip("llama_cpp")
        (home / "bad.gguf").write_bytes(b"GGUF" + b"\x00" * 5000)

        answer = metnos("ask", "trova i pdf in ~", METNOS_ENGINE="simple", METNOS_MODEL=str(home / "bad.gguf"))

        one_sentence(answer, 1)

    def test_an_endpoint_that_is_down(self, metnos: Metnos) -> None:
        """EndpointDown, exit 1."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]

        answer = metnos(
            "ask", "trova i pdf in ~", METNOS_ENGINE="simple", METNOS_MODEL_ENDPOINT=f"http://127.0.0.1:{port}/v1"
        )

        one_sentence(answer, 1)

    def test_a_damaged_database(self, metnos: Metnos, home: Path) -> None:
        """The answer comes all the same, the file is put aside, and that is said."""
        metnos("ask", "che ora è")
        file = home / ".local/share/metnos/metnos.db"
        file.write_bytes(b"garbage" * 3000)

        answer = metnos("ask", "che ora è")

        assert answer.exit_status == 0
        assert answer.stdout.strip()
        assert "damaged-1" in answer.stderr
        assert list(file.parent.glob("metnos.db.damaged-*"))

    def test_a_locked_database(self, metnos: Metnos, home: Path) -> None:
        """The answer comes all the same, and the user hears that it was not recorded."""
        metnos("ask", "che ora è")
        holder = sqlite3.connect(home / ".local/share/metnos/metnos.db", isolation_level=None)
        holder.execute("BEGIN EXCLUSIVE")

        answer = metnos("ask", "che ora è", METNOS_MEMORY_BUSY_TIMEOUT_S="0.1")

        holder.execute("ROLLBACK")
        holder.close()
        assert answer.exit_status == 0
        assert answer.stdout.strip()
        assert answer.stderr.strip()

    def test_a_data_folder_that_cannot_be_written(self, metnos: Metnos, home: Path) -> None:
        """A file where the folder should be: answered from memory alone, and said once."""
        (home / ".local").mkdir()
        (home / ".local/share").write_text("", encoding="utf-8")

        answer = metnos("ask", "che ora è")

        assert answer.exit_status == 0
        assert answer.stdout.strip()
        assert len(answer.stderr.strip().splitlines()) == 1

    def test_a_broken_user_manifest(self, metnos: Metnos, home: Path) -> None:
        """Left out and told; everything else goes on."""
        folder = home / ".config/metnos/executors/broken"
        folder.mkdir(parents=True)
        (folder / "manifest.toml").write_text('name = "Broken"\n', encoding="utf-8")

        assert metnos("ask", "che ora è").exit_status == 0
        checked = metnos("executors", "check")
        assert checked.exit_status == 1
        assert "manifest.toml" in checked.stdout + checked.stderr


@pytest.mark.parametrize(
    ("words", "read"),
    [
        (["che", "ora", "è"], Asked("che ora è")),
        (["--json", "che ora è", "-y"], Asked("che ora è", as_json=True, yes=True)),
        (["ciao", "--no-learn", "--offline", "--explain"], Asked("ciao", explain=True, no_learn=True, offline=True)),
        ([], Asked("")),
        (["--help"], None),
        (["--", "--json"], None),
        (["-5", "gradi"], None),
        (["--jsno", "ciao"], None),
    ],
)
def test_the_options_of_ask_are_read_without_a_library(words: list[str], read: Asked | None) -> None:
    """What is no option of its own is left to who can explain it."""
    assert read_switches(words) == read


def test_every_option_of_ask_is_a_switch() -> None:
    """The short way and the command line know the same ones."""
    options = outline()["ask"]["options"]

    assert {name for one in options for name in (one["name"], *one["also"])} == set(SWITCHES)
    assert not any(one["value"] for one in options)


@pytest.mark.parametrize("order", [("x.csv", "y.txt"), ("y.txt", "x.csv")])
def test_a_plan_for_tables_does_not_serve_texts(metnos: Metnos, home: Path, order: tuple[str, str]) -> None:
    """Rows of a table are entries, lines of a text are not: what was learnt of one counts the other wrongly."""
    (home / "x.csv").write_text("a,b\n1,2\n3,4\n", encoding="utf-8")
    (home / "y.txt").write_text("uno\ndue\ntre\nquattro", encoding="utf-8")
    counted = {"x.csv": "2", "y.txt": "4"}

    for name in order:
        answer = metnos("ask", f"quante righe ha ~/{name}")
        assert counted[name] in answer.stdout
        again = metnos("ask", f"quante righe ha ~/{name}")
        assert again.stdout == answer.stdout


@pytest.mark.parametrize(
    ("one", "several"),
    [
        ("cancella il file più vecchio in ~/d", "cancella i file più vecchi in ~/d"),
        ("copia il file più grande di ~/d in ~/e", "copia i file più grandi di ~/d in ~/e"),
        ("delete the oldest file in ~/d", "delete the oldest files in ~/d"),
    ],
)
def test_what_was_learnt_of_one_does_not_serve_several(metnos: Metnos, home: Path, one: str, several: str) -> None:
    """How many they are, no word tells: it is planned anew, or refused; and the same of one is still known."""
    (home / "d").mkdir()
    for name in ("a.txt", "b.txt", "c.txt"):
        (home / "d" / name).write_text(name * len(name), encoding="utf-8")

    assert metnos("ask", "--yes", one).exit_status == 0
    turn = json.loads(metnos("ask", "--yes", "--json", several).stdout)
    again = json.loads(metnos("ask", "--yes", "--json", one).stdout)

    assert turn["layer"] not in ("shortcut", "canonical", "autopath", "pipeline")
    assert again["layer"] == "shortcut"


def test_what_came_in_and_was_not_used_is_told(metnos: Metnos) -> None:
    """On stderr; where nothing came, nothing is said."""
    told = metnos("--lang", "en", "ask", "what time is it", stdin="nome,importo\na,3\n")
    assert told.exit_status == 0
    assert "standard input was not used" in told.stderr
    assert "standard input" not in metnos("--lang", "en", "ask", "what time is it").stderr

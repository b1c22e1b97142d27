"""A text that is told is written, or remembered, sign for sign."""

from __future__ import annotations

import pytest

from tests.plan.asking import planned


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("write x-y to ~/n.txt", "x-y"),
        ("write a fox and a hen to ~/n.txt", "a fox and a hen"),
        ("write the middle to ~/n.txt", "the middle"),
        ("write C# to ~/n.txt", "C#"),
        ("write (later) to ~/n.txt", "(later)"),
        ("write to be sorted to ~/n.txt", "to be sorted"),
        ("write <i>y</i> to the file ~/n.txt", "<i>y</i>"),
        ("write 🍎 to ~/n.txt", "🍎"),
        ("write milk, eggs and bread to ~/n.txt", "milk, eggs and bread"),
        ("write in ~/n.txt the beginning", "the beginning"),
        ("write down butter in ~/n.txt", "butter"),
        ("create the file ~/n.txt with the text hi there", "hi there"),
        ("save a note saying - ring Bob to ~/n.txt", "- ring Bob"),
        ("scrivi il pane in ~/n.txt", "il pane"),
        ("scrivi per Luca in ~/n.txt", "per Luca"),
        ("scrivi da comprare in ~/n.txt", "da comprare"),
        ("scrivi * uova nel file ~/n.txt", "* uova"),
        ("scrivi un po' di sale in ~/n.txt", "un po' di sale"),
        ("scrivi nel file ~/n.txt la lavatrice", "la lavatrice"),
        ("crea il file ~/n.txt con scritto #nota", "#nota"),
        ("scrivi la parola ciao nel file ~/n.txt", "ciao"),
        ("scrivi ciao dentro al file ~/n.txt", "ciao"),
    ],
)
def test_written_as_typed(text: str, written: str) -> None:
    """From the verb to the words that tell where, or to the end, nothing is lost."""
    calls = planned(text)

    assert [(tool, args["path"], args["text"]) for tool, args in calls] == [("write_files", "~/n.txt", written)]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("aggiungi fine in fondo a ~/n.txt", "fine"),
        ("aggiungi in fondo a ~/n.txt la parola sale", "sale"),
        ("append - eggs to ~/n.txt", "- eggs"),
        ("add hello at the end of ~/n.txt", "hello"),
    ],
)
def test_added_as_typed(text: str, written: str) -> None:
    """The end of the file is where it goes, and no part of the text."""
    assert planned(text) == [("write_files", {"path": "~/n.txt", "text": written, "mode": "append"})]


@pytest.mark.parametrize(
    "text",
    [
        "crea il file ~/n.txt con scritto ciao, che ore sono?",
        "create the file ~/n.txt with the text hi, what day is it?",
        "create the file ~/n.txt with the text hi. list the files in ~/x",
        "scrivi ciao! in ~/n.txt",
        "scrivi ciao in ~/n.txt e salutami",
        "write me a poem to ~/n.txt",
        'write "hello to ~/n.txt',
        "write hello please to ~/n.txt",
        "find the pdfs in ~/a and write hello to ~/n.txt",
        "copia ~/a.txt in ~/b.txt e poi scrivi ciao in ~/n.txt",
    ],
)
def test_doubtful_edges(text: str) -> None:
    """Where a text ends somewhere else than its sentence, it is not guessed."""
    assert planned(text) == "end"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("ricordati che il codice è a1!b2!", "il codice è a1!b2!"),
        ("ricordati che la chiave è #77", "la chiave è #77"),
        ('ricordati che la password del router è "A?b!"', 'la password del router è "A?b!"'),
        ("ricordati che il gatto è nero.", "il gatto è nero"),
        ("remember that my language is C++", "my language is C++"),
        ("remember that the door code is *42#", "the door code is *42#"),
        ('remember that "the key is red"', "the key is red"),
    ],
)
def test_remembered_as_typed(text: str, kept: str) -> None:
    """Signs are part of a fact; a full stop and the quotes around the whole are not."""
    assert planned(text) == [("write_facts", {"text": kept})]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("ricordami di chiamare Zia! venerdì alle 17", "chiamare Zia!"),
        ("remind me to learn C# on Friday at 5 pm", "learn C#"),
        ("remind me to write to Ann (twice)", "write to Ann (twice)"),
        ("ricordami di comprare il latte, venerdì.", "comprare il latte"),
    ],
)
def test_reminded_as_typed(text: str, kept: str) -> None:
    """A time that is taken out leaves the signs of the text."""
    ((tool, args),) = planned(text)

    assert (tool, args["text"]) == ("create_tasks", kept)

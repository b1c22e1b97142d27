"""Words of requests: verb forms, attached pronouns, phrases, what people call files and folders."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metnos_cli.plan.lexicon import lexicon, words_of
from metnos_cli.plan.lexicon.forms import english_forms, italian_forms, stem, without_clitics
from metnos_cli.plan.lexicon.named import with_names
from metnos_cli.plan.lexicon.tokens import tokenize
from metnos_cli.records import LANGS, Lang
from tests.plan.asking import request_of


@pytest.mark.parametrize(
    ("infinitive", "forms"),
    [
        ("cercare", {"cerca", "cerchi", "cercate", "cerchiamo", "cercar"}),
        ("copiare", {"copia", "copi", "copiate", "copiamo"}),
        ("leggere", {"leggi", "legge", "leggete", "leggano"} - {"leggano"}),
        ("spedire", {"spedisci", "spedite", "spedire"}),
    ],
)
def test_italian_verbs_are_conjugated(infinitive: str, forms: set[str]) -> None:
    """Imperatives and presents follow the spelling of their conjugation."""
    assert forms <= italian_forms(infinitive)


def test_participles_ask_for_nothing() -> None:
    """A file that was changed is not a request to change it."""
    assert italian_forms("modificare").isdisjoint({"modificato", "modificati", "modificando"})
    assert english_forms("sort").isdisjoint({"sorted", "sorting"})


@pytest.mark.parametrize(
    ("word", "verb", "pronoun"),
    [
        ("mettile", "move", "le"),
        ("riassumila", "describe", "la"),
        ("spostarli", "move", "li"),
        ("mostrami", "list", ""),
        ("leggimelo", "read", "lo"),
        ("contali", "compute", "li"),
    ],
)
def test_attached_pronouns(word: str, verb: str, pronoun: str) -> None:
    """The pronoun is taken off and told: it is what refers back."""
    form = lexicon("it").verb(word)

    assert form is not None
    assert (form.classes[0], form.pronoun) == (verb, pronoun)


@given(st.text(alphabet="abcdefghilmnoprstuvz", min_size=1, max_size=14))
def test_taking_pronouns_off_never_lengthens(word: str) -> None:
    """What is left is part of the word, with an infinitive's e at most."""
    for head, pronoun in without_clitics(word, ("lo", "la", "li", "le", "ne"), ("mi", "ti", "me", "te")):
        assert word.startswith((head.removesuffix("e"), head))
        assert word.endswith(pronoun)


@pytest.mark.parametrize(
    ("one", "many", "lang"),
    [
        ("cartella", "cartelle", "it"),
        ("processo", "processi", "it"),
        ("file", "files", "en"),
        ("directory", "directories", "en"),
        ("box", "boxes", "en"),
    ],
)
def test_singular_and_plural_share_a_stem(one: str, many: str, lang: Lang) -> None:
    """What an affinity says in the singular is met in the plural."""
    assert stem(one, lang) == stem(many, lang)


def test_apostrophes_separate_words() -> None:
    """ "c'è" and "what's" are two words each, as the phrases are written."""
    assert words_of("Cos'c'è? What's") == ["cos", "c", "è", "what", "s"]


@pytest.mark.parametrize("lang", LANGS)
def test_languages_have_the_same_tables(lang: Lang) -> None:
    """A role that one language knows is known in the other."""
    own, other = lexicon(lang), lexicon("en" if lang == "it" else "it")

    assert set(own.cues) == set(other.cues)
    assert {entry.key for entry in own.superlatives} - {"name"} == {entry.key for entry in other.superlatives} - {
        "name"
    }
    assert set(own.values.values()) or own.values


@pytest.mark.parametrize(
    ("text", "lang", "dim", "value"),
    [
        ("copia le foto in ~/x", "it", "glob", "*.{jpg,jpeg,png,heic,webp,gif}"),
        ("trova i file di testo", "it", "glob", "*.txt"),
        ("cerca i pdf nei Documenti", "it", "path", "~/Documenti"),
        ("list the files on the desktop", "en", "path", "~/Desktop"),
        ("open the folder downloads", "en", "path", "~/Downloads"),
    ],
)
def test_names_people_use_are_values(text: str, lang: Lang, dim: str, value: str) -> None:
    """Kinds of files are patterns, and standard folders are paths."""
    request = request_of(text, lang)

    tokens = with_names(tokenize(request), request.text, lexicon(lang))
    assert value in [token.slot.fields["value"] for token in tokens if token.slot and token.slot.dim == dim]


@pytest.mark.parametrize(("text", "lang"), [("trova i documenti", "it"), ("show me the pictures of mum", "en")])
def test_things_are_not_folders(text: str, lang: Lang) -> None:
    """Documents in a small letter are documents, not the folder of that name."""
    request = request_of(text, lang)

    tokens = with_names(tokenize(request), request.text, lexicon(lang))
    assert "<path>" not in [token.text for token in tokens]


@given(st.text(max_size=60))
def test_tokens_stand_where_they_say(text: str) -> None:
    """Each token is a piece of the text, in order, none over another."""
    from metnos_cli.plan.lexicon.tokens import tokens_of

    place = 0
    for token in tokens_of(text, ()):
        assert place <= token.start < token.end <= len(text)
        place = token.end

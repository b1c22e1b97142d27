"""Turns for tests of how they are shown."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from metnos_cli.errors import ErrorClass, ExitStatus
from metnos_cli.records import (
    Check,
    Framework,
    Hit,
    LayerTrace,
    Miss,
    ModelUse,
    Outcome,
    PlanTrace,
    Request,
    Slot,
    Step,
    StepError,
    StepResult,
    Trace,
    Turn,
    Verdict,
)
from tests.ui.worlds import NOW

FRAMEWORK = Framework((Step("find_files", {"path": "~/Documenti", "pattern": "*.pdf"}),))
ENTRIES: tuple[dict[str, Any], ...] = (
    {
        "path": "/home/anna/Documenti/relazione annuale dei conti.pdf",
        "name": "relazione annuale dei conti.pdf",
        "size": 1_234_567,
        "modified": "2026-11-29T18:22:01+01:00",
        "kind": "file",
    },
    {"path": "/home/anna/b.pdf", "name": "b.pdf", "size": 99, "modified": "2026-11-29T18:22:01+01:00", "kind": "file"},
)


def a_turn(message: str = "File trovati: 2.", entries: tuple[Any, ...] = ENTRIES, **changes: Any) -> Turn:
    """A turn with something in every part of it."""
    slot = Slot("path", "~/Documenti", 15, 26, {"value": "~/Documenti"})
    request = Request("trova i pdf in ~/Documenti", "trova i pdf", "it", "trovare <glob> <path>", (slot,), NOW)
    checks = (Check("polarity", True, "same"), Check("action", False, "antonym", {"a": "crea", "b": "cancella"}))
    hit = Hit("canonical", FRAMEWORK, "canonical:12", "cosine", 0.968, 0.95, 0.81, {"p": "~/Documenti"}, (checks[0],))
    told: dict[str, Any] = {
        "id": "20261130-080000000-abcdef",
        "request": request,
        "trace": Trace(
            layers=(
                LayerTrace(Miss("table", "unknown"), 0.00002),
                LayerTrace(Miss("shortcut", "gate", 0.97, 0.95, checks), 0.003),
                LayerTrace(hit, 0.012),
            ),
            plan=PlanTrace(
                "metis",
                {"verb": "find", "object": "files", "keywords": ["pdf"]},
                ("find_files", "list_dirs"),
                (
                    {"fingerprint": "f" * 64, "errors": ["/steps/0: no"], "score": None},
                    {"fingerprint": "e" * 64, "score": 1.5},
                ),
                0.4,
            ),
            placeholders=(("${SLOT:path}", "~/Documenti", "gate"), ("${FILLER:x}", "y", "model")),
            model=(ModelUse("qwen-0.5b", "plan", 812, 40, 2.5, 1.2, 700),),
            notes=(("no_embedder", {"why": "model_missing"}),),
        ),
        "framework": FRAMEWORK,
        "results": (
            StepResult(
                index=1,
                tool="find_files",
                args={"path": "~/Documenti", "pattern": "*.pdf"},
                provenance={"path": "user", "pattern": "tool:read_files"},
                effect="read",
                result={"ok_count": len(entries), "error_count": 1},
                error=None,
                verdict=Verdict("ask", "tool_value", {"arg": "pattern", "value": "*.pdf", "origin": "read_files"}),
                seconds=0.02,
            ),
        ),
        "outcome": Outcome("answered", ExitStatus.ANSWERED, message, entries),
        "seconds": 0.04,
        "learnt": (("shortcut", {"text": "trova"}),),
    }
    return Turn(**{**told, **changes})


def a_failure() -> Turn:
    """A turn that ended in an error."""
    error = StepError(ErrorClass.UNAVAILABLE, "timed_out", {"tool": "get_urls", "seconds": "20"})
    outcome = Outcome("dead_end", ExitStatus.DEAD_END, "Non risponde. Riprova più tardi.", error=error)
    step = StepResult(1, "get_urls", {"url": "http://x"}, {"url": "user"}, "network", None, error, None, 20.0)
    return a_turn(outcome=outcome, results=(step,), trace=Trace(), framework=None, learnt=())


TEXTS = st.text(max_size=40)
JSON_VALUES = st.recursive(
    TEXTS | st.integers() | st.booleans() | st.none() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
NAMES = st.sampled_from(["path", "name", "size", "modified", "url", "text", "title", "count"]) | TEXTS
ROWS = st.lists(st.dictionaries(NAMES, JSON_VALUES, max_size=5), max_size=5).map(tuple)

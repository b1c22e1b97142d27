"""Asks the language model for a label, within a budget, and only once it has shown that it can tell them apart."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

from metnos_cli.errors import ModelError
from metnos_cli.messages import text as sentence
from metnos_cli.records import Prompt

if TYPE_CHECKING:
    from metnos_cli.executors.entries.dimensions import Dimension
    from metnos_cli.ports import ExecutorContext, LanguageModel

QUESTIONS = 20
"""Entries that one call may ask about."""
SECONDS = 60.0
PROBES = 6
PASSED = 0.8
"""Share of known examples that a model has to get right: small ones answer every question alike."""
CHARACTERS = 500
TOKENS = 16
FENCE = "-----"
YES_NO = {"it": ("sì", "no"), "en": ("yes", "no")}


class ModelJudge:
    """Labels by a model; silent without one, without budget, or when it cannot tell.

    Args:
        dimension: What is asked.
        context: Model and language.
    """

    def __init__(self, dimension: Dimension, context: ExecutorContext) -> None:
        self.dimension = dimension
        self.context = context
        self.judged = 0
        self._left = QUESTIONS
        self._end: float | None = None
        self._model: LanguageModel | None = None
        self._fit: bool | None = None

    def label(self, text: str) -> str:
        """The model's label for a text, or empty."""
        if self._left <= 0 or not self._usable():
            return ""
        self._left -= 1
        found = self._ask(text)
        self.judged += bool(found)
        return found

    def _usable(self) -> bool:
        if self._fit is None:
            self._model = self.context.model()
            self._end = time.monotonic() + SECONDS
            self._fit = self._model is not None and self._tells_apart()
        return self._fit and (self._end is None or time.monotonic() < self._end)

    def _tells_apart(self) -> bool:
        """Whether it gets known examples right, as many of each label."""
        each = max(1, PROBES // len(self.dimension.labels))
        probes = [(text, label.name) for label in self.dimension.labels for text in label.examples[:each]]
        right = sum(self._ask(text) == name for text, name in probes)
        return right >= PASSED * len(probes)

    def _ask(self, text: str) -> str:
        """One question; a model that fails is not asked again."""
        self.context.check_cancelled()
        if self._model is None:
            return ""
        answers = self._answers()
        # The text is data: it stands inside a fence that it cannot write itself.
        fenced = f"{FENCE}\n{text[:CHARACTERS].replace(FENCE, '')}\n{FENCE}"
        lang = self.context.lang
        question = self.dimension.question or sentence(lang, "classify.question", labels=", ".join(answers))
        prompt = Prompt(sentence(lang, "classify.task"), f"{fenced}\n{question}")
        grammar = "root ::= " + " | ".join(json.dumps(answer, ensure_ascii=False) for answer in answers)
        try:
            told = self._model.complete(prompt, grammar=grammar, max_tokens=TOKENS, purpose="classify").text.strip()
        except ModelError:
            self._left = 0
            return ""
        return answers.get(told, "")

    def _answers(self) -> dict[str, str]:
        """What the model may say -> the label it means."""
        if self.dimension.question:
            yes, no = YES_NO[self.context.lang]
            return {yes: self.dimension.yes, no: self.dimension.no}
        return {label.name: label.name for label in self.dimension.labels}

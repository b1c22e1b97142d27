"""A composite executor stands for its pipeline, wherever it stands in a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.executors.manifest import Manifest, parse_manifest
from metnos_cli.pipeline.composite import expand
from metnos_cli.records import Framework, Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def manifest(name: str, **run: Any) -> Manifest:
    """The smallest manifest."""
    both = {"it": "x", "en": "x"}
    told = {"name": name, "version": "1", "effect": "read", "description": both, "message": both}
    return parse_manifest({**told, "run": run or {"command": ["true"]}}, "test")


class Few:
    """A catalog of a few manifests."""

    signature = "s"

    def __init__(self, *manifests: Manifest) -> None:
        self.known = {one.name: one for one in manifests}

    def get(self, name: str) -> Manifest | None:
        return self.known.get(name)

    def __iter__(self) -> Iterator[Manifest]:
        return iter(self.known.values())

    def signature_of(self, names: Sequence[str]) -> str:
        return ",".join(names)


PIPELINE = {
    "steps": [
        {"tool": "get_urls", "args": {"url": "${ARG:url}"}},
        {"tool": "describe_entries", "args": {"from_step": 1, "sentences": "${ARG:sentences}"}},
    ],
    "final_message": "${step2.summary}",
}


def test_references_around_a_composite_are_renumbered() -> None:
    """What came after still names the step it named."""
    catalog = Few(manifest("get_now"), manifest("read_page", pipeline=PIPELINE), manifest("write_files"))
    plan = Framework(
        (
            Step("get_now", {}),
            Step("read_page", {"url": "https://a.example", "sentences": 2}),
            Step("write_files", {"path": "x", "text": "${step2.summary} ${step1.time}"}),
        ),
        final_message="${step3.ok_count}",
    )

    opened = expand(plan, catalog)

    assert [step.tool for step in opened.steps] == ["get_now", "get_urls", "describe_entries", "write_files"]
    assert opened.steps[1].args == {"url": "https://a.example"}
    assert opened.steps[2].args == {"from_step": 2, "sentences": 2}
    assert opened.steps[3].args["text"] == "${step3.summary} ${step1.time}"
    assert opened.final_message == "${step4.ok_count}"


def test_an_argument_that_was_not_given_is_left_out() -> None:
    """An optional argument of the composite does not become the text ``None``."""
    catalog = Few(manifest("read_page", pipeline=PIPELINE))

    opened = expand(Framework((Step("read_page", {"url": "https://a.example"}),)), catalog)

    assert opened.steps[1].args == {"from_step": 1}
    assert opened.final_message == "${step2.summary}"


def test_a_composite_that_names_itself_ends() -> None:
    """A manifest gone round in circles does not hang the turn."""
    catalog = Few(manifest("read_page", pipeline={"steps": [{"tool": "read_page", "args": {}}]}))

    opened = expand(Framework((Step("read_page", {}),)), catalog)

    assert len(opened.steps) == 1

"""``metnos bench``: measurements; without a name it is ``bench grammar``."""

from __future__ import annotations

import typer

from metnos_cli.cli.lazy import Command, LazyGroup


class BenchGroup(LazyGroup):
    """The measurements."""

    default = "grammar"
    commands_table = {  # noqa: RUF012  ClassVar in the base
        "grammar": Command("metnos_cli.cli.bench_grammar"),
        "recall": Command("metnos_cli.cli.bench_recall"),
        "plan": Command("metnos_cli.cli.bench_plan"),
        "facts": Command("metnos_cli.cli.bench_facts"),
        "latency": Command("metnos_cli.cli.bench_latency"),
        "scale": Command("metnos_cli.cli.bench_scale"),
        "slots": Command("metnos_cli.cli.bench_slots"),
    }


app = typer.Typer(
    cls=BenchGroup,
    no_args_is_help=False,
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def bench() -> None:
    """Measure: grammar (the default), recall, plan, facts, latency, scale, slots."""

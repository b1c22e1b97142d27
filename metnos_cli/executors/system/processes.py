"""get_processes: what runs on this computer, and what it takes."""

from __future__ import annotations

import threading
import time
from datetime import datetime
from typing import TYPE_CHECKING, Any

from metnos_cli.executors.answer import answer
from metnos_cli.executors.labels import field_label
from metnos_cli.messages import text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import tzinfo

    from metnos_cli.ports import ExecutorContext

SAMPLE_S = 0.3
"""How long processor use is watched when it is what counts; otherwise it is the mean since the start."""
ORDERS: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {
    "memory": lambda entry: (-entry["memory"], entry["pid"]),
    "cpu": lambda entry: (-entry["cpu"], -entry["memory"], entry["pid"]),
    "name": lambda entry: (entry["name"].casefold(), entry["pid"]),
}


def get_processes(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Processes in the order wanted; those that end meanwhile are left out."""
    order = str(args.get("sort_by") or "memory")
    wanted = str(args.get("name") or "").casefold()
    busy = _busy(context) if order == "cpu" else {}
    now, zone = time.time(), context.clock.now().tzinfo
    found = [
        entry
        for entry in (_entry(info, busy, now, zone) for info in _infos())
        if not wanted or wanted in entry["name"].casefold()
    ]
    found.sort(key=ORDERS[order])
    shown = found[: int(args.get("limit") or 10)]
    label = field_label(order, context.lang)
    facts = {"count": len(shown), "total": len(found), "label": label, "name": str(args.get("name") or "")}
    key = "processes" if not wanted else "processes_named" if found else "processes_none"
    summary = text(context.lang, f"summary.{key}", **facts)
    return answer(shown, total=len(found), sort_by=order, sort_label=label, summary=summary)


def _infos() -> list[Mapping[str, Any]]:
    import psutil

    asked = ["pid", "name", "memory_info", "cpu_times", "username", "create_time"]
    return [process.info for process in psutil.process_iter(asked)]


def _entry(info: Mapping[str, Any], busy: Mapping[int, float], now: float, zone: tzinfo | None) -> dict[str, Any]:
    started = info["create_time"] or now
    age = max(0.01, now - started)
    cpu = busy.get(info["pid"], 0.0) if busy else 100 * _seconds(info) / age
    return {
        "name": info["name"] or f"[{info['pid']}]",
        "pid": info["pid"],
        "memory": info["memory_info"].rss if info["memory_info"] else 0,
        "cpu": round(cpu, 1),
        "user": info["username"] or "",
        "started": datetime.fromtimestamp(started, zone).isoformat(timespec="seconds"),
    }


def _seconds(info: Mapping[str, Any]) -> float:
    """Processor seconds a process has taken so far."""
    times = info["cpu_times"]
    return float(times.user + times.system) if times else 0.0


def _busy(context: ExecutorContext) -> dict[int, float]:
    """Per cent of one processor that each process takes now."""
    before = {info["pid"]: _seconds(info) for info in _infos()}
    started = time.monotonic()
    threading.Event().wait(SAMPLE_S)
    context.check_cancelled()
    took = time.monotonic() - started
    return {
        info["pid"]: max(0.0, 100 * (_seconds(info) - before[info["pid"]]) / took)
        for info in _infos()
        if info["pid"] in before
    }

"""get_system: processor, memory, disk, addresses and uptime of this computer."""

from __future__ import annotations

import socket
import time
from typing import TYPE_CHECKING, Any

from metnos_cli.executors.amounts import number_text, size_text
from metnos_cli.executors.answer import answer
from metnos_cli.executors.when import lasting
from metnos_cli.messages import text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from metnos_cli.ports import ExecutorContext

SAMPLE_S = 0.2


def get_system(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """One entry per thing looked at, and the parts in words."""
    what = str(args["what"])
    entries: list[dict[str, Any]] = []
    lines: list[str] = []
    fields: dict[str, Any] = dict.fromkeys(
        ("cpu_percent", "memory_total", "memory_free", "disk_total", "disk_free", "address")
    )
    for name, look in PARTS.items():
        if what in (name, "all"):
            rows, found, line = look(context)
            entries += rows
            fields |= found
            lines.append(line)
    summary = "\n".join(lines)
    return answer(entries, what=what, summary=summary, told=summary, **fields)


def _cpu(context: ExecutorContext) -> tuple[list[dict[str, Any]], dict[str, Any], str]:
    import psutil

    percent = float(psutil.cpu_percent(SAMPLE_S))
    cores = psutil.cpu_count() or 1
    told = text(context.lang, "summary.cpu", percent=number_text(percent, context.lang), cores=cores)
    return [{"name": "cpu", "value": percent}], {"cpu_percent": percent}, told


def _memory(context: ExecutorContext) -> tuple[list[dict[str, Any]], dict[str, Any], str]:
    import psutil

    found = psutil.virtual_memory()
    told = text(context.lang, "summary.memory", **_sizes(context, free=found.available, total=found.total))
    row = {"name": "memory", "value": found.percent, "total": found.total, "free": found.available}
    return [row], {"memory_total": found.total, "memory_free": found.available}, told


def _disk(context: ExecutorContext) -> tuple[list[dict[str, Any]], dict[str, Any], str]:
    """The disk of the user's folder first, then the other real ones."""
    import psutil

    home = str(context.settings.home)
    found = psutil.disk_usage(home)
    rows = [{"name": context.files.shown(context.settings.home), **_room(found)}]
    seen = {(found.total, found.free)}
    for partition in psutil.disk_partitions(all=False):
        try:
            other = psutil.disk_usage(partition.mountpoint)
        except OSError:
            continue  # not readable, or gone: there is nothing to tell of it
        if (other.total, other.free) not in seen:
            seen.add((other.total, other.free))
            rows.append({"name": partition.mountpoint, **_room(other)})
    lines = [text(context.lang, "summary.disk", name=row["name"], **_sizes(context, **_of(row))) for row in rows]
    return rows, {"disk_total": found.total, "disk_free": found.free}, "\n".join(lines)


def _room(found: Any) -> dict[str, Any]:
    return {"value": found.percent, "total": found.total, "free": found.free}


def _of(row: Mapping[str, Any]) -> dict[str, int]:
    return {"free": int(row["free"]), "total": int(row["total"])}


def _sizes(context: ExecutorContext, **sizes: int) -> dict[str, str]:
    return {name: size_text(size, context.lang) for name, size in sizes.items()}


def _addresses(context: ExecutorContext) -> tuple[list[dict[str, Any]], dict[str, Any], str]:
    """Addresses by which others reach this computer; loopback and link-local ones say nothing."""
    import ipaddress

    import psutil

    rows = []
    for card, addresses in sorted(psutil.net_if_addrs().items()):
        for one in addresses:
            if one.family not in (socket.AF_INET, socket.AF_INET6):
                continue
            address = ipaddress.ip_address(str(one.address).partition("%")[0])
            if not address.is_loopback and not address.is_link_local:
                rows.append({"name": card, "value": str(address)})
    rows.sort(key=lambda row: ":" in row["value"])
    if not rows:
        return [], {"address": None}, text(context.lang, "summary.no_address")
    told = ", ".join(f"{row['value']} ({row['name']})" for row in rows)
    return rows, {"address": rows[0]["value"]}, text(context.lang, "summary.addresses", addresses=told)


def _uptime(context: ExecutorContext) -> tuple[list[dict[str, Any]], dict[str, Any], str]:
    import psutil

    seconds = int(time.time() - psutil.boot_time())
    told = text(context.lang, "summary.uptime", how_long=lasting(seconds, context.lang))
    return [{"name": "uptime", "value": seconds}], {}, told


PARTS: Mapping[str, Callable[[ExecutorContext], tuple[list[dict[str, Any]], dict[str, Any], str]]] = {
    "cpu": _cpu,
    "memory": _memory,
    "disk": _disk,
    "addresses": _addresses,
    "uptime": _uptime,
}

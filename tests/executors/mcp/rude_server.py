"""Programs that are no MCP servers, or bad ones: ``python rude_server.py HOW``."""

from __future__ import annotations

import json
import signal
import sys
import threading

how = sys.argv[1]
if how == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if how == "exits":
    sys.exit(2)
if how == "garbage":
    for _ in range(5):
        sys.stdout.write("hello, I am not a protocol\n")
    sys.stdout.flush()
for line in sys.stdin:
    if how in ("mute", "stubborn", "garbage"):
        continue
    asked = json.loads(line)
    if how == "nonsense":
        answer = {"jsonrpc": "2.0", "id": asked.get("id"), "result": {"tools": "all of them"}}
        sys.stdout.write(f"{json.dumps(answer)}\n")
        sys.stdout.flush()
if how in ("mute", "stubborn", "garbage"):
    threading.Event().wait()

"""What every test needs: the binary, a home of its own, and sidecars that misbehave."""

from __future__ import annotations

import os
import pathlib
import shutil
import sys
import tempfile
import unittest
from typing import Any, Dict, List

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

BINARY = str(HERE.parents[2] / "dist" / "agent-tools")


class Case(unittest.TestCase):
    """A test with a workspace of its own and nothing of the machine's configuration."""

    def setUp(self) -> None:
        self.home = os.path.realpath(tempfile.mkdtemp(prefix="agent-tools-python-"))
        self.addCleanup(shutil.rmtree, self.home, ignore_errors=True)

    def settings(self, **more: Any) -> Dict[str, Any]:
        env = {"PATH": os.environ.get("PATH", ""), "HOME": self.home, "LANG": "C.UTF-8"}
        return {"binary": BINARY, "cwd": self.home, "env": env, **more}

    def file(self, name: str, content: str) -> str:
        path = os.path.join(self.home, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)
        return path


def is_alive(pid: int) -> bool:
    """Whether a process runs; a dead one that nobody waited for does not."""
    try:
        with open(f"/proc/{pid}/stat", encoding="latin-1") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def fake(body: str) -> List[str]:
    """The argv of a sidecar whose behaviour is Python code; `answer(id, result)`, `lines` and `sys` are at hand."""
    return [sys.executable, "-u", "-c", FAKE.replace("BODY", body)]


FAKE = """
import json, os, signal, sys, time
def send(message):
    sys.stdout.write(json.dumps(message) + "\\n"); sys.stdout.flush()
def answer(number, result):
    send({"jsonrpc": "2.0", "id": number, "result": result})
def outcome(text):
    return {"status": "completed", "isError": False, "message": "Done.", "content": [{"type": "text", "text": text}],
            "details": {}, "display": [], "notices": []}
lines = (json.loads(line) for line in sys.stdin)
answer(next(lines)["id"], {})
BODY
"""

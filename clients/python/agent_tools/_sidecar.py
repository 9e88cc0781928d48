"""The program a client starts: with what, its greeting, its end."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any, Mapping, Optional, Sequence, cast

from ._errors import AgentToolsError, ServerDied
from ._fields import Json, PathText, words_of
from ._version import __version__
from ._wire import Wire


class Settings:
    """What a client of either kind is started with."""

    def __init__(
        self,
        args: Sequence[str],
        binary: Optional[PathText],
        command: Optional[Sequence[PathText]],
        cwd: Optional[PathText],
        env: Optional[Mapping[str, str]],
        client_name: str,
        line_bytes: int,
        start_timeout: Optional[float],
    ) -> None:
        start = [binary or "agent-tools", "rpc", *words_of("args", args)]
        self.command = start if command is None else words_of("command", command)
        self.cwd = cwd
        self.env = None if env is None else dict(env)
        self.client_name = client_name
        self.line_bytes = line_bytes
        self.start_timeout = start_timeout

    def initialize(self, approves: bool) -> Json:
        """The params that announce the client."""
        return {
            "clientInfo": {"name": self.client_name, "version": __version__},
            "capabilities": {"approvals": approves, "maxLineBytes": self.line_bytes - 1},
        }

    def cannot_start(self, error: OSError) -> ServerDied:
        # A missing folder is reported like a missing program, with its own name.
        place = f' in "{self.cwd}"' if self.cwd is not None and error.filename == self.cwd else ""
        return ServerDied(f'cannot start "{os.fspath(self.command[0])}"{place}: {error.strerror or error}')

    def died(self, exit_code: Optional[int], stderr: Sequence[str], why: Optional[str] = None) -> ServerDied:
        if why is not None:
            how = why
        elif exit_code is None:
            how = "closed its output"
        else:
            how = f"ended with exit status {exit_code}" if exit_code >= 0 else f"was ended by signal {-exit_code}"
        last = next((line for line in reversed(list(stderr)) if line.strip()), "")
        return ServerDied(f"{os.path.basename(self.command[0])} {how}{': ' + last if last else ''}", exit_code, stderr)

    def silent(self, stderr: Sequence[str]) -> ServerDied:
        return self.died(None, stderr, f"said nothing for {self.start_timeout:g} s (start_timeout)")


def greeted(wire: Wire, server: Any) -> Json:
    """Takes what the sidecar said of itself."""
    try:
        limits: Any = server.get("limits") or {}
        most: Any = limits.get("maxInputBytes")
    except AttributeError:
        raise ServerDied(f"the sidecar answered the greeting with what is no answer: {server!r:.200}") from None
    wire.max_bytes = most if isinstance(most, int) else None
    return cast(Json, server)


def require_unstarted(process: Any, wire: Any) -> None:
    if process is not None or wire.is_dead:
        raise AgentToolsError("a client is started once; make another")


def signal_group(pid: int, name: str) -> None:
    """Signals the sidecar and all that it started in its own group."""
    try:
        if hasattr(os, "killpg"):
            os.killpg(pid, getattr(signal, name))
        else:
            os.kill(pid, signal.SIGTERM)
    except (ProcessLookupError, PermissionError):
        pass


def end_without_loop(process: asyncio.subprocess.Process) -> None:
    """Does what the loop of a process would do, had it not been closed: no zombie stays, nor a pipe."""
    transport = cast(Any, process)._transport
    signal_group(process.pid, "SIGKILL")
    transport.get_extra_info("subprocess").wait()
    for number in range(3):
        pipe = transport.get_pipe_transport(number)
        if pipe is not None:
            pipe.get_extra_info("pipe").close()

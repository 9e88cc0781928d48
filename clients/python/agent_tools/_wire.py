"""JSON-RPC of the client, whatever carries the lines."""

from __future__ import annotations

import base64
import copy
import json
import logging
import os
import threading
import time
import weakref
from typing import Any, Callable, Dict, Optional, cast

from . import _limits as limits
from ._errors import AgentToolsError, NotTaken, RpcError, ServerDied
from ._fields import Json
from ._lines import line_of
from ._outcome import CallCancelled
from ._stream import OnNotification, OnOutput, OnProgress, Output, Progress, Told, refuse_awaitable

_log = logging.getLogger("agent_tools")


class Pending:
    """A request that waits for its answer; the future is one of threads or one of asyncio."""

    def __init__(self, future: Any, on_output: Optional[OnOutput], on_progress: Optional[OnProgress]) -> None:
        self.future = future
        self.on_output = on_output
        self.on_progress = on_progress

    def settle(self, result: Any = None, error: Optional[BaseException] = None) -> None:
        if self.future.done():
            return
        if error is None:
            self.future.set_result(result)
        elif isinstance(error, StopIteration):  # The one that no future takes.
            self.future.set_exception(RuntimeError(f"a callback raised {error!r}"))
        else:
            self.future.set_exception(error)


#: Every client that may hold a pipe.
_wires: weakref.WeakSet[Wire] = weakref.WeakSet()


def _disown_all() -> None:
    for wire in list(_wires):
        wire.disown()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_disown_all)


class Wire:
    """JSON-RPC without the pipes: numbers requests, settles answers, hands out what the sidecar sends by itself."""

    def __init__(
        self, send: Callable[[bytes, Optional[float]], None], on_notification: Optional[OnNotification]
    ) -> None:
        self._send = send
        self._on_notification = on_notification
        self._lock = threading.Lock()
        self._last_id = 0
        self._pending: Dict[int, Pending] = {}
        self._death: Optional[ServerDied] = None
        self._is_closing = False
        self._pipe: Any = None
        #: Whether this is a copy that a fork made.
        self.is_forked = False
        #: Bytes of a line that the sidecar takes; None until it said so.
        self.max_bytes: Optional[int] = None

    @property
    def is_dead(self) -> bool:
        return self._death is not None

    def attach(self, pipe: Any) -> None:
        """``pipe`` is the file that leads to the sidecar."""
        self._pipe = pipe
        _wires.add(self)

    def disown(self) -> None:
        """In the child of a fork: lets go of the pipe, so that the sidecar sees its end when the parent closes it."""
        self.is_forked = True
        self._lock = threading.Lock()
        self._pending = {}
        self._death = ServerDied("the client belongs to the process that started it; start another one after a fork")
        if self._pipe is not None and not self._pipe.closed:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, self._pipe.fileno(), inheritable=False)
            os.close(null)

    def require_reader(self) -> None:
        """Raises ServerDied where nobody reads answers: in the child of a fork."""
        if self.is_forked and self._death is not None:
            raise copy.copy(self._death)

    def open(self, method: str, params: Json, pending: Pending, until: Optional[float] = None) -> int:
        """Sends a request. Raises NotTaken when it was not taken ``until`` then, as ``time.monotonic`` counts."""
        with self._lock:
            if self._death is not None:
                raise copy.copy(self._death)
            self._last_id += 1
            number = self._last_id
            self._pending[number] = pending
        try:
            line = line_of({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
            if self.max_bytes is not None and len(line) - 1 > self.max_bytes:
                raise AgentToolsError(
                    f"the request has {len(line)} bytes, the sidecar takes {self.max_bytes} (caps.rpcInputBytes)"
                )
            self._send(line, until)
        except BaseException:
            self._pending.pop(number, None)
            raise
        return number

    def write(self, message: Json, until: Optional[float] = None) -> None:
        self._send(line_of(message), until)

    def cancel(self, number: int) -> None:
        if number not in self._pending:
            return
        message = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": number}}
        try:
            self.write(message, time.monotonic() + limits.GRACE)
        except (ServerDied, NotTaken):
            pass

    def receive(self, line: bytes) -> Optional[Json]:
        """Takes one line; gives back a request of the sidecar. Raises ValueError for what is no message."""
        value = json.loads(line.decode("utf-8"))
        if not isinstance(value, dict):
            raise ValueError("not an object")
        message = cast(Json, value)
        if "method" not in message:
            self._settle(message)
        elif "id" in message:
            return message
        else:
            self._notice(message["method"], message.get("params") or {})
        return None

    def begin_closing(self) -> None:
        """The end that comes is the one that was asked for."""
        self._is_closing = True

    def fail(self, death: ServerDied) -> None:
        """Settles all that waits. Each gets an exception of its own: a shared one would collect the traceback of every caller."""
        later = ServerDied("the client is closed; make another", death.exit_code, death.stderr) if self._is_closing else death
        with self._lock:
            self._death = self._death or later
            pending, self._pending = list(self._pending.values()), {}
        for one in pending:
            one.settle(error=copy.copy(death))

    def _settle(self, message: Json) -> None:
        error = message.get("error")
        failure: Optional[RpcError] = None
        if error is not None:
            kind = CallCancelled if error["code"] == -32800 else RpcError
            failure = kind(error["code"], error["message"], error.get("data"))
        # Only a message that was read whole takes its request away from those that a fault here would fail.
        pending = self._pending.pop(message.get("id", 0), None)
        if pending is not None:
            pending.settle(message.get("result"), failure)

    def _notice(self, method: str, params: Json) -> None:
        pending = self._pending.get(params.get("id", 0))
        if pending is not None and pending.future.done():  # Its caller has gone on.
            pending = None
        if method == "tool/output":
            if pending is not None and pending.on_output is not None:
                data = (
                    params["text"].encode("utf-8", "surrogatepass")
                    if "text" in params
                    else base64.b64decode(params["base64"])
                )
                self._tell(params["id"], pending.on_output, Output(params["stream"], params["seq"], data))
        elif method == "tool/progress":
            if pending is not None and pending.on_progress is not None:
                totals = Progress(params["bytes"], params["lines"], params["binary"])
                self._tell(params["id"], pending.on_progress, totals)
        elif self._on_notification is not None:
            try:
                refuse_awaitable(self._on_notification(method, params))
            except Exception:
                _log.exception("on_notification failed for %s", method)

    def _tell(self, number: int, callback: Callable[[Any], Told], value: Any) -> None:
        """A callback that raises ends its call: the caller gets what was raised."""
        try:
            refuse_awaitable(callback(value))
        except BaseException as error:  # Also sys.exit() of a callback: its caller waits.
            self.abandon(number, error)

    def abandon(self, number: int, error: BaseException) -> None:
        """Cancels a request whose callback has raised."""
        pending = self._pending.get(number)
        self.cancel(number)
        if pending is not None:
            pending.settle(error=error)

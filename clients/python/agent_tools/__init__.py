"""The tools of agent-tools for Python agents: one sidecar process, JSON-RPC over its pipes, the standard library alone.

    with AgentTools(args=["--yolo"]) as tools:
        print(tools.shell("make test", timeout=120).text)

``AgentTools`` blocks, ``AsyncAgentTools`` awaits; both have the same methods. A call answers with an ``Outcome``, also when it
was refused, timed out or failed; only what is no answer at all is raised. This file may be copied into a project as it is.
"""

from __future__ import annotations

import abc
import asyncio
import base64
import collections
import concurrent.futures
import copy
import copyreg
import dataclasses
import functools
import inspect
import json
import logging
import os
import select
import signal
import subprocess
import threading
import time
import weakref
from typing import (
    Any,
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Deque,
    Dict,
    Generic,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    TypeVar,
    Union,
    cast,
)

__version__ = "0.1.0"
__all__ = [
    "AgentTools",
    "AgentToolsError",
    "ApprovalRequest",
    "Answer",
    "AsyncAgentTools",
    "AsyncOutcome",
    "Call",
    "CallCancelled",
    "CallFailed",
    "DeadlineExceeded",
    "Outcome",
    "Output",
    "Progress",
    "RpcError",
    "ServerDied",
    "Session",
    "export_tools",
]

Json = Dict[str, Any]
#: Where a path is wanted: its text, or a ``pathlib.Path``.
PathText = Union[str, "os.PathLike[str]"]
#: Bytes of a line in either direction; asyncio's own limit of 64 KiB would end the reader.
LINE_BYTES = 64 * 1024 * 1024
#: Seconds a server has to end after its input was closed, and again after SIGTERM.
GRACE = 2.0
#: Seconds a sidecar has to answer the first request: a link that hangs, or asks for a password, says nothing.
START_TIMEOUT = 60.0
#: Seconds a call that is cancelled for its deadline has to answer with what it had.
CANCEL_GRACE = 5.0
#: Lines of standard error that are kept.
STDERR_LINES = 50

R = TypeVar("R", covariant=True)
#: What an asyncio call gives; a coroutine, because ``create_task`` takes nothing less.
AsyncOutcome = Coroutine[Any, Any, "Outcome"]
_log = logging.getLogger("agent_tools")


class AgentToolsError(Exception):
    """Anything this module raises on purpose. It may be pickled, so that a pool of processes can hand it on."""

    def __reduce__(self) -> Any:
        # Exception would pass its message on to an __init__ that takes something else.
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


class ServerDied(AgentToolsError):
    """The sidecar could not be started, ended by itself, or said something that is no answer."""

    def __init__(self, message: str, exit_code: Optional[int] = None, stderr: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.exit_code = exit_code
        #: The last lines it wrote to standard error.
        self.stderr = list(stderr)


class RpcError(AgentToolsError):
    """The sidecar refused a request: unknown method, invalid parameters, overload, a fault of its own."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(f"{message} ({code})")
        self.code = code
        self.message = message
        self.data = data


class CallCancelled(RpcError):
    """A call that was cancelled; ``outcome`` is what it had done so far."""

    @property
    def outcome(self) -> Optional[Outcome]:
        data: Any = self.data
        return Outcome.of(data) if isinstance(data, dict) and "status" in cast(Json, data) else None


class DeadlineExceeded(AgentToolsError):
    """A call that took longer than its ``deadline`` and was cancelled; ``outcome`` is what it had done, if it said so."""

    def __init__(self, seconds: float, outcome: Optional[Outcome]) -> None:
        super().__init__(f"no answer within {seconds} s")
        self.outcome = outcome


class _NotTaken(Exception):
    """The sidecar did not read a line in time."""


class CallFailed(AgentToolsError):
    """Raised by ``Outcome.check`` for an Outcome that is an error."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.message)
        self.outcome = outcome


@dataclasses.dataclass(frozen=True)
class Outcome:
    """The result of a call. ``status`` is completed, failed, timed_out, cancelled, running, denied or approval_required."""

    status: str
    is_error: bool
    message: str
    content: List[Json]
    details: Json
    display: List[Json]
    notices: List[str]

    @classmethod
    def of(cls, value: Any) -> Outcome:
        """The Outcome that stands on the wire. Raises AgentToolsError for anything else."""
        try:
            return cls(
                status=value["status"],
                is_error=value["isError"],
                message=value["message"],
                content=value["content"],
                details=value["details"],
                display=value["display"],
                notices=value["notices"],
            )
        except (KeyError, TypeError, IndexError):
            raise AgentToolsError(f"the sidecar answered with what is no Outcome: {value!r:.200}") from None

    @property
    def text(self) -> str:
        """The text of the payload."""
        return "\n".join(item["text"] for item in self.content if item["type"] == "text")

    @property
    def for_model(self) -> str:
        """All a model must know, as one text: the payload, else the message, then the notices."""
        text = self.text or self.message
        telling = [self.message] if self.status in ("running", "failed", "denied", "approval_required") else []
        for sentence in [*telling, *self.notices]:
            if sentence not in text:
                text += f"\n({sentence})"
        return text

    @property
    def exit_code(self) -> Optional[int]:
        """The exit status of a command; None when a signal ended it or there was none."""
        return cast(Optional[int], self.details.get("exitCode"))

    def check(self) -> Outcome:
        """This Outcome, unless it is an error: then CallFailed is raised."""
        if self.is_error:
            raise CallFailed(self)
        return self


@dataclasses.dataclass(frozen=True)
class Output:
    """A piece of output of a running call. ``stream`` is stdout (also for merged streams) or stderr."""

    stream: str
    seq: int
    data: bytes

    @property
    def text(self) -> str:
        return self.data.decode("utf-8", "replace")


@dataclasses.dataclass(frozen=True)
class Progress:
    """Totals of a running call."""

    bytes: int
    lines: int
    binary: bool


@dataclasses.dataclass(frozen=True)
class Answer:
    """The answer to an approval request: the id of a choice, its rule as edited, a word for the model."""

    choice: str
    rule: Optional[str] = None
    feedback: Optional[str] = None


@dataclasses.dataclass(frozen=True)
class ApprovalRequest:
    """What a person is asked before a call runs. ``choices`` have id, kind, label and perhaps rule."""

    approval_id: str
    tool: str
    title: str
    reason: str
    cwd: str
    host: str
    display: List[Json]
    choices: List[Json]
    expires_at: str

    def pick(self, kind: str, feedback: Optional[str] = None) -> Answer:
        """The choice of a kind: allow_once, allow_session, allow_always, reject_once or reject_always."""
        for choice in self.choices:
            if choice["kind"] == kind:
                return Answer(choice["id"], feedback=feedback)
        raise AgentToolsError(f"{kind} is not offered, only {', '.join(c['kind'] for c in self.choices)}")

    def allow_once(self) -> Answer:
        return self.pick("allow_once")

    def reject(self, feedback: Optional[str] = None) -> Answer:
        return self.pick("reject_once", feedback)


#: What a callback gives: an AsyncAgentTools awaits it, an AgentTools takes none.
Told = Optional[Awaitable[None]]
OnOutput = Callable[[Output], Told]
OnProgress = Callable[[Progress], Told]
#: Answers approval requests; None, and anything raised, is a no.
Approve = Callable[[ApprovalRequest], Optional[Answer]]
AsyncApprove = Callable[[ApprovalRequest], Union[Optional[Answer], Awaitable[Optional[Answer]]]]
#: Told of ``session/exited`` and the like: method and params.
OnNotification = Callable[[str, Json], Told]


def export_tools(tools: Sequence[Json], format: str = "mcp") -> Any:
    """Listed tools in the shape of a model's interface: mcp, openai, anthropic or json-schema."""
    if format == "mcp":
        return {"tools": list(tools)}
    if format == "openai":
        return [
            {
                "type": "function",
                "function": {
                    "name": tool["name"],
                    "description": tool["description"],
                    "parameters": tool["inputSchema"],
                },
            }
            for tool in tools
        ]
    if format == "anthropic":
        return [
            {"name": tool["name"], "description": tool["description"], "input_schema": tool["inputSchema"]}
            for tool in tools
        ]
    if format == "json-schema":
        return {
            tool["name"]: {"title": tool["name"], "description": tool["description"], **tool["inputSchema"]}
            for tool in tools
        }
    raise ValueError(f'unknown format "{format}", expected mcp, openai, anthropic or json-schema')


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


def _words(name: str, words: Sequence[PathText]) -> List[PathText]:
    """A list of words. Raises TypeError for one text, whose letters would be taken for them."""
    if isinstance(words, (str, bytes)):
        raise TypeError(f'{name} is {words!r:.200}, expected a list of words')
    return list(words)


def _fields(fields: Mapping[str, Any]) -> Json:
    """Fields as the wire names them, without those that were not given."""
    return {_camel(name): value for name, value in fields.items() if value is not None}


class _Tools(Generic[R], abc.ABC):
    """The tools as methods. R is Outcome where calls block, and a coroutine of it where they do not."""

    @abc.abstractmethod
    def call(
        self,
        tool: str,
        params: Optional[Mapping[str, Any]] = None,
        *,
        on_output: Optional[OnOutput] = None,
        on_progress: Optional[OnProgress] = None,
        deadline: Optional[float] = None,
    ) -> R:
        """Calls a tool by name with its fields as the wire names them.

        ``on_output`` and ``on_progress`` are told of output as it arrives. Past ``deadline`` seconds, the wait for an approval
        included, the call is cancelled and DeadlineExceeded raised.
        """

    def shell(
        self,
        command: Optional[str] = None,
        *,
        argv: Optional[Sequence[PathText]] = None,
        cwd: Optional[PathText] = None,
        env: Optional[Mapping[str, str]] = None,
        timeout: Optional[float] = None,
        idle_timeout: Optional[float] = None,
        yield_ms: Optional[int] = None,
        background: Optional[bool] = None,
        keep: Optional[bool] = None,
        pty: Optional[bool] = None,
        cols: Optional[int] = None,
        rows: Optional[int] = None,
        stdin: Optional[str] = None,
        description: Optional[str] = None,
        host: Optional[str] = None,
        node: Optional[str] = None,
        elevated: Optional[bool] = None,
        security: Optional[str] = None,
        ask: Optional[str] = None,
        streams: Optional[str] = None,
        max_output_chars: Optional[int] = None,
        on_output: Optional[OnOutput] = None,
        on_progress: Optional[OnProgress] = None,
        deadline: Optional[float] = None,
    ) -> R:
        """Runs a shell command, or a program and its arguments without a shell (``argv``)."""
        fields = {
            "command": command,
            "argv": None if argv is None else _words("argv", argv),
            "cwd": cwd,
            "env": None if env is None else dict(env),
            "timeout": timeout,
            "idle_timeout": idle_timeout,
            "yield_ms": yield_ms,
            "background": background,
            "keep": keep,
            "pty": pty,
            "cols": cols,
            "rows": rows,
            "stdin": stdin,
            "description": description,
            "host": host,
            "node": node,
            "elevated": elevated,
            "security": security,
            "ask": ask,
            "streams": streams,
            "max_output_chars": max_output_chars,
        }
        return self.call(
            "shell", _fields(fields), on_output=on_output, on_progress=on_progress, deadline=deadline
        )

    def read(self, path: PathText, *, offset: Optional[int] = None, limit: Optional[int] = None) -> R:
        """Reads a page of a text file as numbered lines; a negative offset counts from the end."""
        return self.call("read", _fields({"path": path, "offset": offset, "limit": limit}))

    def read_media(self, path: PathText, *, max_bytes: Optional[int] = None) -> R:
        """Reads an image or a video; its content is base64."""
        return self.call("read_media", _fields({"path": path, "max_bytes": max_bytes}))

    def write(
        self,
        path: PathText,
        content: str,
        *,
        mode: Optional[str] = None,
        create_parents: Optional[bool] = None,
        expected_hash: Optional[str] = None,
    ) -> R:
        """Writes a file atomically, or appends to it (``mode="append"``)."""
        fields = {
            "path": path,
            "content": content,
            "mode": mode,
            "create_parents": create_parents,
            "expected_hash": expected_hash,
        }
        return self.call("write", _fields(fields))

    def edit(
        self,
        path: PathText,
        old: Optional[str] = None,
        new: Optional[str] = None,
        *,
        replace_all: Optional[bool] = None,
        edits: Optional[Sequence[Mapping[str, Any]]] = None,
        expected_hash: Optional[str] = None,
        dry_run: Optional[bool] = None,
    ) -> R:
        """Replaces text that occurs exactly once, or several such texts (``edits`` of old, new, replaceAll), all or nothing."""
        fields = {
            "path": path,
            "old": old,
            "new": new,
            "replace_all": replace_all,
            "edits": None if edits is None else [dict(one) for one in edits],
            "expected_hash": expected_hash,
            "dry_run": dry_run,
        }
        return self.call("edit", _fields(fields))

    def glob(
        self,
        pattern: str,
        *,
        path: Optional[PathText] = None,
        include_dirs: Optional[bool] = None,
        include_ignored: Optional[bool] = None,
        sort: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> R:
        """Lists the paths that match a glob."""
        fields = {
            "pattern": pattern,
            "path": path,
            "include_dirs": include_dirs,
            "include_ignored": include_ignored,
            "sort": sort,
            "limit": limit,
        }
        return self.call("glob", _fields(fields))

    def grep(
        self,
        pattern: str,
        *,
        path: Optional[PathText] = None,
        glob: Optional[str] = None,
        type: Optional[str] = None,
        output_mode: Optional[str] = None,
        before: Optional[int] = None,
        after: Optional[int] = None,
        context: Optional[int] = None,
        line_numbers: Optional[bool] = None,
        ignore_case: Optional[bool] = None,
        fixed_strings: Optional[bool] = None,
        multiline: Optional[bool] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        include_ignored: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> R:
        """Searches file contents with ripgrep."""
        fields = {
            "pattern": pattern,
            "path": path,
            "glob": glob,
            "type": type,
            "output_mode": output_mode,
            "before": before,
            "after": after,
            "context": context,
            "line_numbers": line_numbers,
            "ignore_case": ignore_case,
            "fixed_strings": fixed_strings,
            "multiline": multiline,
            "limit": limit,
            "offset": offset,
            "include_ignored": include_ignored,
            "timeout": timeout,
        }
        return self.call("grep", _fields(fields))

    def process(self, action: str, session_id: Optional[str] = None, **fields: Any) -> R:
        """Works with background sessions; ``Session`` has a method for every action."""
        return self.call("process", _fields({"action": action, "session_id": session_id, **fields}))

    def skill(self, action: str, **fields: Any) -> R:
        """Lists, shows or validates skills, or gives the block for a system prompt."""
        return self.call("skill", _fields({"action": action, **fields}))


class Session(Generic[R]):
    """A background session. Its id works from any process of the same user and workspace."""

    def __init__(self, tools: _Tools[R], session_id: str, started: Optional[Outcome] = None) -> None:
        self._tools = tools
        self.id = session_id
        #: The Outcome that started it.
        self.started = started

    def poll(self, cursor: int = 0, *, wait_ms: int = 0, max_bytes: Optional[int] = None) -> R:
        """Output after the byte offset ``cursor``; ``details["cursor"]`` is the next one. Reading takes nothing away."""
        return self._do("poll", cursor=cursor, wait_ms=wait_ms, max_bytes=max_bytes)

    def log(self, offset: Optional[int] = None, limit: Optional[int] = None) -> R:
        """Lines of output, by default the last 200."""
        return self._do("log", offset=offset, limit=limit)

    def write(self, data: str = "", *, eof: bool = False) -> R:
        """Sends text, then perhaps the end of input."""
        return self._do("write", data=data, eof=eof)

    def send_keys(
        self, *keys: str, literal: Optional[str] = None, hex: Union[str, Sequence[str], None] = None
    ) -> R:
        """Types ``literal``, then bytes, then keys by tmux name: Enter, C-c, M-x, Up, F1."""
        return self._do(
            "send-keys",
            literal=literal,
            hex=hex if hex is None or isinstance(hex, str) else list(hex),
            keys=list(keys) if keys else None,
        )

    def paste(self, text: str, *, bracketed: Optional[bool] = None) -> R:
        return self._do("paste", text=text, bracketed=bracketed)

    def submit(self) -> R:
        """Presses Enter."""
        return self._do("submit")

    def resize(self, cols: int, rows: int) -> R:
        return self._do("resize", cols=cols, rows=rows)

    def screen(self) -> R:
        """The terminal as it is drawn."""
        return self._do("screen")

    def wait(
        self, pattern: Optional[str] = None, *, timeout: Optional[float] = None, cursor: Optional[int] = None
    ) -> R:
        """Waits for the end, or for a regular expression in the output."""
        return self._do("wait", pattern=pattern, timeout=timeout, cursor=cursor)

    def kill(self, signal: Optional[str] = None) -> R:
        """Ends it, or only sends a signal."""
        return self._do("kill", signal=signal)

    def clear(self) -> R:
        """Forgets it, if it is finished."""
        return self._do("clear")

    def remove(self) -> R:
        """Ends it if it runs, and forgets it."""
        return self._do("remove")

    def _do(self, action: str, **fields: Any) -> R:
        return self._tools.process(action, self.id, **fields)


def _next_page(outcome: Outcome, cursor: int) -> int:
    return int(outcome.check().details.get("cursor", cursor))


def _is_over(outcome: Outcome) -> bool:
    return outcome.status != "running" and not outcome.details.get("more")


class _Pending:
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
_wires: weakref.WeakSet[_Wire] = weakref.WeakSet()


def _disown_all() -> None:
    for wire in list(_wires):
        wire.disown()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_disown_all)


class _Wire:
    """JSON-RPC without the pipes: numbers requests, settles answers, hands out what the sidecar sends by itself."""

    def __init__(
        self, send: Callable[[bytes, Optional[float]], None], on_notification: Optional[OnNotification]
    ) -> None:
        self._send = send
        self._on_notification = on_notification
        self._lock = threading.Lock()
        self._last_id = 0
        self._pending: Dict[int, _Pending] = {}
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

    def open(self, method: str, params: Json, pending: _Pending, until: Optional[float] = None) -> int:
        """Sends a request. Raises _NotTaken when it was not taken ``until`` then, as ``time.monotonic`` counts."""
        with self._lock:
            if self._death is not None:
                raise copy.copy(self._death)
            self._last_id += 1
            number = self._last_id
            self._pending[number] = pending
        try:
            line = _line({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
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
        self._send(_line(message), until)

    def cancel(self, number: int) -> None:
        if number not in self._pending:
            return
        message = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": number}}
        try:
            self.write(message, time.monotonic() + GRACE)
        except (ServerDied, _NotTaken):
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
        later = ServerDied("the client is closed", death.exit_code, death.stderr) if self._is_closing else death
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
                _refuse_awaitable(self._on_notification(method, params))
            except Exception:
                _log.exception("on_notification failed for %s", method)

    def _tell(self, number: int, callback: Callable[[Any], Told], value: Any) -> None:
        """A callback that raises ends its call: the caller gets what was raised."""
        try:
            _refuse_awaitable(callback(value))
        except BaseException as error:  # Also sys.exit() of a callback: its caller waits.
            self.abandon(number, error)

    def abandon(self, number: int, error: BaseException) -> None:
        """Cancels a request whose callback has raised."""
        pending = self._pending.get(number)
        self.cancel(number)
        if pending is not None:
            pending.settle(error=error)


def _refuse_awaitable(given: object) -> None:
    """A coroutine that nobody awaits would be lost without a word."""
    if given is None or not inspect.isawaitable(given):
        return
    if inspect.iscoroutine(given):
        given.close()
    raise TypeError("a callback of AgentTools gave something to await, expected a plain function (or AsyncAgentTools)")


class _Turns:
    """Awaits what the callbacks of one call, or of one client, give: one after another, in the order they were called."""

    def __init__(self, goes_on: Callable[[Exception], bool]) -> None:
        """``goes_on`` is told of what one raised, and says whether those after it are awaited."""
        self._goes_on = goes_on
        # One task takes them all: of tasks that wait for each other, a thousand cannot be cancelled.
        self._task: Optional[asyncio.Task[None]] = None
        self._given: Deque[Awaitable[None]] = collections.deque()
        self._error: Optional[BaseException] = None
        self._is_over = False

    def of(self, callback: Optional[Callable[..., Told]]) -> Optional[Callable[..., None]]:
        """The callback as one that gives nothing to await."""
        return None if callback is None else functools.partial(self._call, callback)

    def _call(self, callback: Callable[..., Told], *values: Any) -> None:
        given = None if self._is_over else callback(*values)
        if given is None or not inspect.isawaitable(given):
            return
        self._given.append(given)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._take())

    async def _take(self) -> None:
        try:
            while self._given and not self._is_over:
                try:
                    await self._given.popleft()
                except Exception as error:
                    self._error = error
                    self._is_over = not self._goes_on(error)
        except BaseException as error:  # Cancelled; those that come later are awaited again.
            self._error = error
            raise
        finally:
            self._drop()

    def _drop(self) -> None:
        while self._given:
            given = self._given.popleft()
            if inspect.iscoroutine(given):
                given.close()

    async def over(self) -> None:
        """Waits for those that are under way. Raises what one of them raised."""
        if self._task is not None:
            await self._task
        if self._error is not None:
            raise self._error

    def stop(self) -> None:
        """Cancels the one that is under way; none is called or awaited any more."""
        self._is_over = True
        self._drop()
        if self._task is not None:
            self._task.cancel()


def _line(message: Json) -> bytes:
    """One line of the wire. Raises TypeError and ValueError for what JSON cannot say, such as NaN."""
    try:
        return _text(message, False).encode("utf-8") + b"\n"
    except UnicodeEncodeError:
        # Half of a surrogate pair can only be said by its number.
        return _text(message, True).encode("utf-8") + b"\n"


def _text(message: Json, is_ascii: bool) -> str:
    return json.dumps(
        message, ensure_ascii=is_ascii, separators=(",", ":"), allow_nan=False, default=_path_text
    )


def _path_text(value: Any) -> str:
    """What a path says, ``pathlib`` has no place in JSON. Raises TypeError for whatever else has none."""
    if hasattr(value, "__fspath__"):
        text = cast(object, os.fspath(value))
        if isinstance(text, str):
            return text
    raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")


def _approval_of(params: Json) -> ApprovalRequest:
    names = [field.name for field in dataclasses.fields(ApprovalRequest)]
    return ApprovalRequest(**{name: params[_camel(name)] for name in names})


def _answer_line(message: Json, answer: Any, request: ApprovalRequest) -> bytes:
    """The line of an answer. Raises TypeError and ValueError for what is none."""
    given = answer if answer is not None else request.reject()
    if not isinstance(given, Answer):
        raise TypeError(f"approve gave {given!r:.200}, expected an Answer or None")
    return _line({"jsonrpc": "2.0", "id": message["id"], "result": _fields(dataclasses.asdict(given))})


def _error_line(message: Json, code: int, text: str) -> bytes:
    return _line({"jsonrpc": "2.0", "id": message["id"], "error": {"code": code, "message": text}})


def _unknown_line(message: Json) -> bytes:
    return _error_line(message, -32601, "Method not found")


def _failed_line(message: Json, error: BaseException) -> bytes:
    """A no, since what was raised is no answer."""
    return _error_line(message, -32603, f"the approval failed: {str(error) or type(error).__name__}")


class _Settings:
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
        start = [binary or "agent-tools", "rpc", *_words("args", args)]
        self.command = start if command is None else _words("command", command)
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


def _greeted(wire: _Wire, server: Any) -> Json:
    """Takes what the sidecar said of itself."""
    try:
        limits: Any = server.get("limits") or {}
        most: Any = limits.get("maxInputBytes")
    except AttributeError:
        raise ServerDied(f"the sidecar answered the greeting with what is no answer: {server!r:.200}") from None
    wire.max_bytes = most if isinstance(most, int) else None
    return cast(Json, server)


def _once(process: Any, wire: Any) -> None:
    if process is not None or wire.is_dead:
        raise AgentToolsError("a client is started once; make another")


def _signal_group(pid: int, name: str) -> None:
    """Signals the sidecar and all that it started in its own group."""
    try:
        if hasattr(os, "killpg"):
            os.killpg(pid, getattr(signal, name))
        else:
            os.kill(pid, signal.SIGTERM)
    except (ProcessLookupError, PermissionError):
        pass


def _call_params(params: Optional[Mapping[str, Any]], stream: bool) -> Json:
    return {**(params or {}), **({"_meta": {"stream": True}} if stream else {})}


class Call:
    """A call that runs while the caller does something else."""

    def __init__(self, tools: AgentTools, number: int, future: concurrent.futures.Future[Any]) -> None:
        self._tools = tools
        self._number = number
        self._future = future

    def cancel(self) -> None:
        """Ends the call; ``result`` then raises CallCancelled with what it had done."""
        self._tools._wire.cancel(self._number)

    def done(self) -> bool:
        return self._future.done()

    def result(self, timeout: Optional[float] = None) -> Outcome:
        """Waits for the Outcome. Raises ``concurrent.futures.TimeoutError`` past ``timeout`` seconds; the call goes on."""
        if not self._future.done():
            self._tools._wire.require_reader()
        return Outcome.of(self._future.result(timeout))


class AgentTools(_Tools[Outcome]):
    """A sidecar for code that blocks; may be used from several threads. Callbacks run on a thread of the client's own.

    ``args`` are flags of ``agent-tools rpc`` such as ``["--yolo"]`` or ``["--config", "agent.json"]``; ``command`` replaces the
    whole argv, for example ``["ssh", "-T", "build7", "agent-tools", "rpc"]``. ``start_timeout`` is how many seconds it may take to
    answer the first request; None waits without end.
    """

    def __init__(
        self,
        args: Sequence[str] = (),
        *,
        approve: Optional[Approve] = None,
        on_notification: Optional[OnNotification] = None,
        binary: Optional[PathText] = None,
        command: Optional[Sequence[PathText]] = None,
        cwd: Optional[PathText] = None,
        env: Optional[Mapping[str, str]] = None,
        client_name: str = "python",
        line_bytes: int = LINE_BYTES,
        start_timeout: Optional[float] = START_TIMEOUT,
    ) -> None:
        self._settings = _Settings(args, binary, command, cwd, env, client_name, line_bytes, start_timeout)
        self._approve = approve
        self._wire = _Wire(self._send, on_notification)
        self._write_lock = threading.Lock()
        self._is_torn = False
        self._stderr: Deque[str] = collections.deque(maxlen=STDERR_LINES)
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._threads: List[threading.Thread] = []
        #: What the sidecar said of itself: version, tools, shell, limits.
        self.server: Json = {}

    def start(self) -> AgentTools:
        """Starts the sidecar. Raises ServerDied when that fails: a configuration that is not valid, no word in ``start_timeout``."""
        settings = self._settings
        _once(self._process, self._wire)
        try:
            self._process = subprocess.Popen(
                settings.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=settings.cwd,
                env=settings.env,
                start_new_session=True,
            )
        except OSError as error:
            raise settings.cannot_start(error) from None
        try:
            self._wire.attach(self._process.stdin)
            if os.name == "posix":  # Elsewhere a pipe can only be waited for without an end.
                os.set_blocking(cast(Any, self._process.stdin).fileno(), False)
            for target in (self._read_stderr, self._read_stdout):
                thread = threading.Thread(target=target, args=(self._process,), name="agent-tools", daemon=True)
                thread.start()  # Raises RuntimeError where there may be no more of them.
                self._threads.append(thread)
            _, greeting = self._open("initialize", settings.initialize(self._approve is not None), None, None)
            self.server = _greeted(self._wire, greeting.result(settings.start_timeout))
        except concurrent.futures.TimeoutError:
            self.close()
            raise settings.silent(list(self._stderr)) from None
        except BaseException:
            self.close()
            raise
        return self

    def close(self) -> None:
        """Ends the sidecar and everything it runs, and waits for it: end of input, then SIGTERM, then SIGKILL."""
        process = self._process
        if process is None or self._wire.is_forked:
            return
        self._process = None
        self._wire.begin_closing()
        try:
            self._end(process)
        except BaseException:  # An interrupt: no more patience.
            _signal_group(process.pid, "SIGKILL")
            process.wait()
            raise
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(GRACE)
        # One that is held up, or has called this, closes its own at its end.
        if not any(thread.is_alive() for thread in self._threads):
            cast(Any, process.stdout).close()
            cast(Any, process.stderr).close()

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        is_free = self._write_lock.acquire(timeout=GRACE)
        if not is_free:
            # A thread is stuck writing to a sidecar that does not read. In a handler of signals it may be this one.
            _signal_group(process.pid, "SIGKILL")
            is_free = self._write_lock.acquire(timeout=GRACE)
        if is_free:
            cast(Any, process.stdin).close()
            self._write_lock.release()
        for name in ("SIGTERM", "SIGKILL"):
            try:
                process.wait(GRACE)
                break
            except subprocess.TimeoutExpired:
                _signal_group(process.pid, name)
        process.wait()

    def __enter__(self) -> AgentTools:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    def request(self, method: str, params: Optional[Mapping[str, Any]] = None) -> Any:
        """Any method of the sidecar, for example ``env/probe`` or ``policy/check``."""
        number, future = self._open(method, dict(params or {}), None, None)
        try:
            return future.result()
        except BaseException:
            if not future.done():
                self._wire.cancel(number)
            raise

    def start_call(
        self,
        tool: str,
        params: Optional[Mapping[str, Any]] = None,
        *,
        on_output: Optional[OnOutput] = None,
        on_progress: Optional[OnProgress] = None,
    ) -> Call:
        """Begins a call without waiting for it."""
        return self._begin(tool, params, on_output, on_progress)

    def _begin(
        self,
        tool: str,
        params: Optional[Mapping[str, Any]],
        on_output: Optional[OnOutput],
        on_progress: Optional[OnProgress],
        until: Optional[float] = None,
    ) -> Call:
        stream = on_output is not None or on_progress is not None
        number, future = self._open(tool, _call_params(params, stream), on_output, on_progress, until)
        return Call(self, number, future)

    def call(
        self,
        tool: str,
        params: Optional[Mapping[str, Any]] = None,
        *,
        on_output: Optional[OnOutput] = None,
        on_progress: Optional[OnProgress] = None,
        deadline: Optional[float] = None,
    ) -> Outcome:
        # What a lock cannot wait for is no limit.
        is_endless = deadline is None or deadline >= threading.TIMEOUT_MAX
        until = None if is_endless else time.monotonic() + cast(float, deadline)
        try:
            call = self._begin(tool, params, on_output, on_progress, until)
        except _NotTaken:
            raise DeadlineExceeded(cast(float, deadline), None) from None
        try:
            return call.result(None if until is None else max(0.0, until - time.monotonic()))
        except concurrent.futures.TimeoutError:
            if call.done():
                return call.result()  # It came at the last moment, or raises what a callback raised.
            call.cancel()
            raise DeadlineExceeded(cast(float, deadline), _what_it_had(call)) from None
        except BaseException:
            if not call.done():
                call.cancel()
            raise

    def background(self, command: Optional[str] = None, **fields: Any) -> Session[Outcome]:
        """Starts a background session with the fields of ``shell``. Raises CallFailed when it did not start."""
        started = self.shell(command, background=True, **fields).check()
        return Session(self, started.details["sessionId"], started)

    def follow(self, session: Session[Outcome], cursor: int = 0) -> Iterator[str]:
        """The output of a session as it comes, until the session ends."""
        while True:
            page = session.poll(cursor, wait_ms=30_000)
            before, cursor = cursor, _next_page(page, cursor)
            if cursor != before:
                if page.text:  # Else all of it was escape sequences.
                    yield page.text
            elif _is_over(page):
                return

    def tools(self, format: str = "mcp") -> Any:
        """The tools ready to hand to a model: mcp, openai, anthropic or json-schema."""
        return export_tools(self.request("tools/list")["tools"], format)

    def ping(self) -> None:
        self.request("ping")

    @property
    def stderr(self) -> List[str]:
        """The last lines of standard error."""
        return list(self._stderr)

    def _open(
        self,
        method: str,
        params: Json,
        on_output: Optional[OnOutput],
        on_progress: Optional[OnProgress],
        until: Optional[float] = None,
    ) -> Any:
        if threading.current_thread() in self._threads:
            raise AgentToolsError("a callback cannot wait for the client that calls it")
        future: concurrent.futures.Future[Any] = concurrent.futures.Future()
        return self._wire.open(method, params, _Pending(future, on_output, on_progress), until), future

    def _send(self, data: bytes, until: Optional[float] = None) -> None:
        if not self._write_lock.acquire(timeout=-1 if until is None else max(0.0, until - time.monotonic())):
            raise _NotTaken
        try:
            process = self._process
            if process is None:
                raise ServerDied("the client is not started, or closed")
            # Past the buffer, so that closing the pipe never has to write.
            pipe = cast(Any, process.stdin).fileno()
            # What an interrupt or a deadline left of a line must not swallow the next one.
            rest = memoryview(b"\n" + data if self._is_torn else data)
            try:
                while rest:
                    rest = rest[_write_some(pipe, rest, until) :]
                self._is_torn = False
            except OSError:
                pass  # The reader finds out why, and fails whatever waits.
            except BaseException:
                self._is_torn = True
                raise
        finally:
            self._write_lock.release()

    def _read_stderr(self, process: Any) -> None:
        with process.stderr as stream:
            for line in iter(functools.partial(stream.readline, 65_536), b""):
                self._stderr.append(line.decode("utf-8", "replace").rstrip("\r\n"))

    def _read_stdout(self, process: Any) -> None:
        with process.stdout:
            self._receive_all(process)

    def _receive_all(self, process: Any) -> None:
        limit = self._settings.line_bytes
        why = None
        try:
            for line in iter(functools.partial(process.stdout.readline, limit), b""):
                if not line.endswith(b"\n"):
                    why = f"sent a line of more than {limit} bytes" if len(line) == limit else None
                    break
                request = self._wire.receive(line)
                if request is not None:
                    self._serve_beside(request)
        except BaseException as error:  # Whatever it is, nobody may be left waiting.
            why = f"sent something that is no message: {error}"
        if why is not None:
            _signal_group(process.pid, "SIGTERM")
        try:
            code = process.wait(GRACE)
        except subprocess.TimeoutExpired:
            code = None
        self._threads[0].join(1.0)
        self._wire.fail(self._settings.died(code, self._stderr, why))

    def _serve_beside(self, message: Json) -> None:
        try:
            threading.Thread(target=self._serve, args=(message,), daemon=True).start()
        except RuntimeError as error:  # There may be no more threads: that call gets its no, the others go on.
            try:
                self._send(_failed_line(message, error), time.monotonic() + GRACE)
            except (ServerDied, _NotTaken):
                pass

    def _serve(self, message: Json) -> None:
        if message["method"] != "approval/request" or self._approve is None:
            line = _unknown_line(message)
        else:
            try:
                request = _approval_of(message["params"])
                given = self._approve(request)
                _refuse_awaitable(given)
                line = _answer_line(message, given, request)
            except BaseException as error:  # Also sys.exit() of the callback: the call waits for an answer.
                line = _failed_line(message, error)
        try:
            self._send(line)
        except ServerDied:
            pass


def _write_some(pipe: int, data: memoryview, until: Optional[float]) -> int:
    """Writes what the pipe takes, waiting while it is full. Raises _NotTaken when that is ``until`` then."""
    while True:
        try:
            return os.write(pipe, data)
        except BlockingIOError:
            room = select.poll()
            room.register(pipe, select.POLLOUT)
            left = None if until is None else max(0.0, until - time.monotonic())
            if not room.poll(None if left is None else min(left, 3600.0) * 1000) and left == 0:
                raise _NotTaken from None


def _what_it_had(call: Call) -> Optional[Outcome]:
    try:
        return call.result(CANCEL_GRACE)
    except CallCancelled as error:
        return error.outcome
    except Exception:
        return None


class AsyncAgentTools(_Tools[AsyncOutcome]):
    """A sidecar for asyncio; the same as AgentTools, with every call awaited. Cancelling the task cancels the call."""

    def __init__(
        self,
        args: Sequence[str] = (),
        *,
        approve: Optional[AsyncApprove] = None,
        on_notification: Optional[OnNotification] = None,
        binary: Optional[PathText] = None,
        command: Optional[Sequence[PathText]] = None,
        cwd: Optional[PathText] = None,
        env: Optional[Mapping[str, str]] = None,
        client_name: str = "python",
        line_bytes: int = LINE_BYTES,
        start_timeout: Optional[float] = START_TIMEOUT,
    ) -> None:
        self._settings = _Settings(args, binary, command, cwd, env, client_name, line_bytes, start_timeout)
        self._approve = approve
        self._wire = _Wire(self._send, self._notice)
        self._on_notification = _Turns(_goes_on_after_log).of(on_notification)
        self._stderr: Deque[str] = collections.deque(maxlen=STDERR_LINES)
        self._process: Optional[asyncio.subprocess.Process] = None
        self._readers: List[asyncio.Task[None]] = []
        self._serving: Dict[Any, asyncio.Task[None]] = {}
        self._loop: Optional[asyncio.AbstractEventLoop] = None
        self._draining: Optional[asyncio.Lock] = None
        #: What the sidecar said of itself: version, tools, shell, limits.
        self.server: Json = {}

    async def start(self) -> AsyncAgentTools:
        """Starts the sidecar. Raises ServerDied when that fails: a configuration that is not valid, no word in ``start_timeout``."""
        settings = self._settings
        _once(self._process, self._wire)
        try:
            self._process = await asyncio.create_subprocess_exec(
                *settings.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=settings.cwd,
                env=settings.env,
                limit=settings.line_bytes,
                start_new_session=True,
            )
        except OSError as error:
            raise settings.cannot_start(error) from None
        loop = self._loop = asyncio.get_running_loop()
        self._draining = asyncio.Lock()
        self._wire.attach(cast(Any, self._process.stdin).transport.get_extra_info("pipe"))
        self._readers = [loop.create_task(self._read_stderr())]
        self._readers.append(loop.create_task(self._read_stdout()))
        try:
            greeting = self.request("initialize", settings.initialize(self._approve is not None))
            self.server = _greeted(self._wire, await asyncio.wait_for(greeting, settings.start_timeout))
        except asyncio.TimeoutError:
            await self.close()
            raise settings.silent(list(self._stderr)) from None
        except BaseException:
            await self.close()
            raise
        return self

    async def close(self) -> None:
        """Ends the sidecar and everything it runs, and waits for it: end of input, then SIGTERM, then SIGKILL."""
        process = self._process
        if process is None or self._wire.is_forked:
            return
        self._process = None
        self._wire.begin_closing()
        if self._loop is not None and self._loop.is_closed():
            _end_without_loop(process)
            return
        try:
            await self._end(process)
        except BaseException:  # Cancelled: no more patience.
            _signal_group(process.pid, "SIGKILL")
            # It is gone in a moment; a loop that ends before it has heard of that leaves a zombie.
            until = time.monotonic() + GRACE
            while process.returncode is None and time.monotonic() < until:
                await asyncio.sleep(0.01)
            raise
        finally:
            # A grandchild may hold the pipes open; without this the loop complains about them at its end.
            transport = getattr(process, "_transport", None)
            if transport is not None:
                transport.close()

    async def _end(self, process: asyncio.subprocess.Process) -> None:
        cast(Any, process.stdin).close()
        serving, self._serving = list(self._serving.values()), {}
        for task in serving:
            if task is not asyncio.current_task():
                task.cancel()
        for name in ("SIGTERM", "SIGKILL", None):
            try:
                await asyncio.wait_for(process.wait(), GRACE)
                break
            except asyncio.TimeoutError:
                # After SIGKILL it is gone, whatever the loop still waits for.
                if name is not None:
                    _signal_group(process.pid, name)
        try:
            # Why the pipe broke is the reader's to report; before Python 3.11 the loop would complain of it too.
            await asyncio.wait_for(cast(Any, process.stdin).wait_closed(), GRACE)
        except (OSError, asyncio.TimeoutError):
            pass
        readers = [task for task in self._readers if task is not asyncio.current_task()]
        _, late = await asyncio.wait(readers, timeout=GRACE)
        for task in late:
            task.cancel()

    async def __aenter__(self) -> AsyncAgentTools:
        return await self.start()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def request(self, method: str, params: Optional[Mapping[str, Any]] = None) -> Any:
        """Any method of the sidecar, for example ``env/probe`` or ``policy/check``."""
        number, future = self._open(method, dict(params or {}), None, None)
        try:
            await self._drain()
            return await future
        except asyncio.CancelledError:
            self._wire.cancel(number)
            future.cancel()
            raise

    async def call(
        self,
        tool: str,
        params: Optional[Mapping[str, Any]] = None,
        *,
        on_output: Optional[OnOutput] = None,
        on_progress: Optional[OnProgress] = None,
        deadline: Optional[float] = None,
    ) -> Outcome:
        stream = on_output is not None or on_progress is not None

        def goes_on(error: Exception) -> bool:
            self._wire.abandon(number, error)
            return False

        turns = _Turns(goes_on)
        number, future = self._open(tool, _call_params(params, stream), turns.of(on_output), turns.of(on_progress))
        try:
            if deadline is None:
                await self._drain()
            else:
                until = time.monotonic() + deadline
                try:
                    await asyncio.wait_for(self._drain(), deadline)
                except asyncio.TimeoutError:
                    pass
                await asyncio.wait([future], timeout=max(0.0, until - time.monotonic()))
                if not future.done():
                    self._wire.cancel(number)
                    raise DeadlineExceeded(deadline, await _what_a_future_had(future))
            outcome = Outcome.of(await future)
            await turns.over()
            return outcome
        except BaseException as error:
            if isinstance(error, asyncio.CancelledError):
                self._wire.cancel(number)
            turns.stop()
            future.cancel()  # Nobody looks at what comes later.
            raise

    async def background(self, command: Optional[str] = None, **fields: Any) -> Session[AsyncOutcome]:
        """Starts a background session with the fields of ``shell``. Raises CallFailed when it did not start."""
        started = (await self.shell(command, background=True, **fields)).check()
        return Session(self, started.details["sessionId"], started)

    async def follow(self, session: Session[AsyncOutcome], cursor: int = 0) -> AsyncIterator[str]:
        """The output of a session as it comes, until the session ends."""
        while True:
            page = await session.poll(cursor, wait_ms=30_000)
            before, cursor = cursor, _next_page(page, cursor)
            if cursor != before:
                if page.text:  # Else all of it was escape sequences.
                    yield page.text
            elif _is_over(page):
                return

    async def tools(self, format: str = "mcp") -> Any:
        """The tools ready to hand to a model: mcp, openai, anthropic or json-schema."""
        return export_tools((await self.request("tools/list"))["tools"], format)

    async def ping(self) -> None:
        await self.request("ping")

    @property
    def stderr(self) -> List[str]:
        """The last lines of standard error."""
        return list(self._stderr)

    def _open(
        self,
        method: str,
        params: Json,
        on_output: Optional[OnOutput],
        on_progress: Optional[OnProgress],
    ) -> Any:
        loop = asyncio.get_running_loop()
        if self._loop is not None and loop is not self._loop:
            raise AgentToolsError("a client belongs to the event loop that started it")
        future: asyncio.Future[Any] = loop.create_future()
        return self._wire.open(method, params, _Pending(future, on_output, on_progress)), future

    def _send(self, data: bytes, until: Optional[float] = None) -> None:
        if self._process is None:
            raise ServerDied("the client is not started, or closed")
        stdin = cast(Any, self._process.stdin)
        if not stdin.is_closing():  # Else it is gone, and the reader fails whatever waits.
            stdin.write(data)

    async def _drain(self) -> None:
        """Waits while the sidecar is slow to read; a pipe that broke is the reader's to report."""
        try:
            async with cast(Any, self._draining):  # Python 3.9 lets one task wait there.
                await cast(Any, self._process).stdin.drain()
        except (OSError, AttributeError):
            pass

    async def _read_stderr(self) -> None:
        stream = cast(Any, self._process).stderr
        rest = b""
        while True:
            chunk = await stream.read(65_536)
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines if chunk else filter(None, [rest]):
                self._stderr.append(line.decode("utf-8", "replace").rstrip("\r"))
            if not chunk:
                return
            rest = rest[-65_536:]

    async def _read_stdout(self) -> None:
        process = cast(Any, self._process)
        why = None
        try:
            while True:
                line = await process.stdout.readline()
                if not line.endswith(b"\n"):
                    break
                request = self._wire.receive(line)
                if request is not None:
                    task = asyncio.get_running_loop().create_task(self._serve(request))
                    self._serving[request["id"]] = task
        except asyncio.CancelledError:
            # The loop comes to its end with the client open.
            self._wire.fail(ServerDied("the event loop ended before the client was closed"))
            await self.close()
            raise
        except Exception as error:
            why = f"sent something that is no message: {error}"
            _signal_group(process.pid, "SIGTERM")
        code: Optional[int] = None
        try:
            code = await asyncio.wait_for(process.wait(), GRACE)
        except asyncio.TimeoutError:
            pass
        await asyncio.wait([self._readers[0]], timeout=1.0)
        self._wire.fail(self._settings.died(code, self._stderr, why))

    async def _serve(self, message: Json) -> None:
        # An eager task would answer before it is known by its request.
        await asyncio.sleep(0)
        if message["method"] != "approval/request" or self._approve is None:
            self._reply(message, _unknown_line(message))
            return
        try:
            request = _approval_of(message["params"])
            said = self._approve(request)
            given = await said if inspect.isawaitable(said) else said
            self._reply(message, _answer_line(message, given, request))
        except BaseException as error:  # Also a CancelledError of the callback's own: the call waits for an answer.
            self._reply(message, _failed_line(message, error))
            if not isinstance(error, Exception):
                raise

    def _reply(self, message: Json, line: bytes) -> None:
        """Answers a request of the sidecar that was not taken back."""
        if self._serving.pop(message["id"], None) is None:
            return
        try:
            self._send(line)
        except ServerDied:
            pass

    def _notice(self, method: str, params: Json) -> None:
        if method == "$/cancelRequest":
            task = self._serving.pop(params.get("id"), None)
            if task is not None:
                task.cancel()
        elif self._on_notification is not None:
            self._on_notification(method, params)


def _end_without_loop(process: asyncio.subprocess.Process) -> None:
    """Does what the loop of a process would do, had it not been closed: no zombie stays, nor a pipe."""
    transport = cast(Any, process)._transport
    _signal_group(process.pid, "SIGKILL")
    transport.get_extra_info("subprocess").wait()
    for number in range(3):
        pipe = transport.get_pipe_transport(number)
        if pipe is not None:
            pipe.get_extra_info("pipe").close()


def _goes_on_after_log(error: Exception) -> bool:
    _log.error("on_notification failed", exc_info=error)
    return True


async def _what_a_future_had(future: asyncio.Future[Any]) -> Optional[Outcome]:
    await asyncio.wait([future], timeout=CANCEL_GRACE)
    if not future.done():
        return None
    error = future.exception()
    if error is None:
        return Outcome.of(future.result())
    return error.outcome if isinstance(error, CallCancelled) else None

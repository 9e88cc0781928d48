"""The client for code that blocks."""

from __future__ import annotations

import concurrent.futures
import functools
import subprocess
import threading
import time
from typing import Any, Iterator, List, Mapping, Optional, Sequence, cast

from . import _limits as limits
from ._approval import Approve, answer_line, approval_of, failed_line, unknown_line
from ._call import Call
from ._errors import AgentToolsError, NotTaken, ServerDied
from ._fields import Json, PathText, call_params
from ._input_pipe import InputPipe
from ._last_lines import LastLines
from ._outcome import DeadlineExceeded, Outcome
from ._schemas import export_tools
from ._session import Session, is_over, next_page
from ._sidecar import Settings, greeted, require_unstarted, signal_group
from ._stream import OnNotification, OnOutput, OnProgress, refuse_awaitable
from ._tools import Tools
from ._wire import Pending, Wire

class AgentTools(Tools[Outcome]):
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
        line_bytes: int = limits.LINE_BYTES,
        start_timeout: Optional[float] = limits.START_TIMEOUT,
    ) -> None:
        self._settings = Settings(args, binary, command, cwd, env, client_name, line_bytes, start_timeout)
        self._approve = approve
        self._wire = Wire(self._send, on_notification)
        self._input = InputPipe()
        self._stderr = LastLines()
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._threads: List[threading.Thread] = []
        #: What the sidecar said of itself: version, tools, shell, limits.
        self.server: Json = {}

    def start(self) -> AgentTools:
        """Starts the sidecar. Raises ServerDied when that fails: a configuration that is not valid, no word in ``start_timeout``."""
        settings = self._settings
        require_unstarted(self._process, self._wire)
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
            self._input.open(self._process.stdin)
            for target in (self._read_stderr, self._read_stdout):
                thread = threading.Thread(target=target, args=(self._process,), name="agent-tools", daemon=True)
                thread.start()  # Raises RuntimeError where there may be no more of them.
                self._threads.append(thread)
            _, greeting = self._open("initialize", settings.initialize(self._approve is not None), None, None)
            self.server = greeted(self._wire, greeting.result(settings.start_timeout))
        except concurrent.futures.TimeoutError:
            self.close()
            raise settings.silent(self._stderr.texts()) from None
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
        self._input.shut()
        self._wire.begin_closing()
        try:
            self._end(process)
        except BaseException:  # An interrupt: no more patience.
            signal_group(process.pid, "SIGKILL")
            process.wait()
            raise
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(limits.GRACE)
        # One that is held up, or has called this, closes its own at its end.
        if not any(thread.is_alive() for thread in self._threads):
            cast(Any, process.stdout).close()
            cast(Any, process.stderr).close()

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        self._input.close(lambda: signal_group(process.pid, "SIGKILL"))
        for name in ("SIGTERM", "SIGKILL"):
            try:
                process.wait(limits.GRACE)
                break
            except subprocess.TimeoutExpired:
                signal_group(process.pid, name)
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
        number, future = self._open(tool, call_params(params, stream), on_output, on_progress, until)
        return Call(self._wire, number, future)

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
        except NotTaken:
            raise DeadlineExceeded(cast(float, deadline), None) from None
        try:
            return call.result(None if until is None else max(0.0, until - time.monotonic()))
        except concurrent.futures.TimeoutError:
            if call.done():
                return call.result()  # It came at the last moment, or raises what a callback raised.
            call.cancel()
            raise DeadlineExceeded(cast(float, deadline), call.outcome_so_far()) from None
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
            before, cursor = cursor, next_page(page, cursor)
            if cursor != before:
                if page.text:  # Else all of it was escape sequences.
                    yield page.text
            elif is_over(page):
                return

    def tools(self, format: str = "mcp") -> Any:
        """The tools ready to hand to a model: mcp, openai, anthropic or json-schema."""
        return export_tools(self.request("tools/list")["tools"], format)

    def ping(self) -> None:
        self.request("ping")

    @property
    def stderr(self) -> List[str]:
        """The last lines of standard error."""
        return self._stderr.texts()

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
        return self._wire.open(method, params, Pending(future, on_output, on_progress), until), future

    def _send(self, data: bytes, until: Optional[float] = None) -> None:
        self._input.send(data, until)

    def _read_stderr(self, process: Any) -> None:
        with process.stderr as stream:
            self._stderr.take_all(stream)

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
            signal_group(process.pid, "SIGTERM")
        try:
            code = process.wait(limits.GRACE)
        except subprocess.TimeoutExpired:
            code = None
        self._threads[0].join(1.0)
        self._wire.fail(self._settings.died(code, self._stderr.texts(), why))

    def _serve_beside(self, message: Json) -> None:
        try:
            threading.Thread(target=self._serve, args=(message,), daemon=True).start()
        except RuntimeError as error:  # There may be no more threads: that call gets its no, the others go on.
            try:
                self._send(failed_line(message, error), time.monotonic() + limits.GRACE)
            except (ServerDied, NotTaken):
                pass

    def _serve(self, message: Json) -> None:
        if message["method"] != "approval/request" or self._approve is None:
            line = unknown_line(message)
        else:
            try:
                request = approval_of(message["params"])
                given = self._approve(request)
                refuse_awaitable(given)
                line = answer_line(message, given, request)
            except BaseException as error:  # Also sys.exit() of the callback: the call waits for an answer.
                line = failed_line(message, error)
        try:
            self._send(line)
        except ServerDied:
            pass

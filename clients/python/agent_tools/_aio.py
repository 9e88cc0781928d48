"""The client for asyncio."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import time
from typing import Any, AsyncIterator, Coroutine, List, Mapping, Optional, Sequence, cast

from . import _limits as limits
from ._aio_requests import Requests
from ._approval import AsyncApprove
from ._errors import AgentToolsError, ServerDied
from ._fields import Json, PathText, call_params
from ._last_lines import LastLines
from ._outcome import CallCancelled, DeadlineExceeded, Outcome
from ._schemas import export_tools
from ._session import Session, is_over, next_page
from ._sidecar import Settings, end_without_loop, greeted, require_unstarted, signal_group
from ._stream import OnNotification, OnOutput, OnProgress
from ._tools import Tools
from ._turns import Turns
from ._wire import Pending, Wire

_log = logging.getLogger("agent_tools")

#: What an asyncio call gives; a coroutine, because ``create_task`` takes nothing less.
AsyncOutcome = Coroutine[Any, Any, "Outcome"]


class AsyncAgentTools(Tools[AsyncOutcome]):
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
        line_bytes: int = limits.LINE_BYTES,
        start_timeout: Optional[float] = limits.START_TIMEOUT,
    ) -> None:
        self._settings = Settings(args, binary, command, cwd, env, client_name, line_bytes, start_timeout)
        self._requests = Requests(approve, self._send)
        self._wire = Wire(self._send, self._notice)
        self._on_notification = Turns(_goes_on_after_log).of(on_notification)
        self._stderr = LastLines()
        self._process: Optional[asyncio.subprocess.Process] = None
        self._readers: List[asyncio.Task[None]] = []
        self._loop: Optional[asyncio.AbstractEventLoop] = None
        self._draining: Optional[asyncio.Lock] = None
        #: What the sidecar said of itself: version, tools, shell, limits.
        self.server: Json = {}

    async def start(self) -> AsyncAgentTools:
        """Starts the sidecar. Raises ServerDied when that fails: a configuration that is not valid, no word in ``start_timeout``."""
        settings = self._settings
        require_unstarted(self._process, self._wire)
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
        self._readers = [loop.create_task(self._stderr.take_all_async(cast(Any, self._process.stderr)))]
        self._readers.append(loop.create_task(self._read_stdout()))
        try:
            greeting = self.request("initialize", settings.initialize(self._requests.approves))
            self.server = greeted(self._wire, await asyncio.wait_for(greeting, settings.start_timeout))
        except asyncio.TimeoutError:
            await self.close()
            raise settings.silent(self._stderr.texts()) from None
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
            end_without_loop(process)
            return
        try:
            await self._end(process)
        except BaseException:  # Cancelled: no more patience.
            signal_group(process.pid, "SIGKILL")
            # It is gone in a moment; a loop that ends before it has heard of that leaves a zombie.
            until = time.monotonic() + limits.GRACE
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
        self._requests.stop()
        for name in ("SIGTERM", "SIGKILL", None):
            try:
                await asyncio.wait_for(process.wait(), limits.GRACE)
                break
            except asyncio.TimeoutError:
                # After SIGKILL it is gone, whatever the loop still waits for.
                if name is not None:
                    signal_group(process.pid, name)
        try:
            # Why the pipe broke is the reader's to report; before Python 3.11 the loop would complain of it too.
            await asyncio.wait_for(cast(Any, process.stdin).wait_closed(), limits.GRACE)
        except (OSError, asyncio.TimeoutError):
            pass
        readers = [task for task in self._readers if task is not asyncio.current_task()]
        _, late = await asyncio.wait(readers, timeout=limits.GRACE)
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

        turns = Turns(goes_on)
        number, future = self._open(tool, call_params(params, stream), turns.of(on_output), turns.of(on_progress))
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
            before, cursor = cursor, next_page(page, cursor)
            if cursor != before:
                if page.text:  # Else all of it was escape sequences.
                    yield page.text
            elif is_over(page):
                return

    async def tools(self, format: str = "mcp") -> Any:
        """The tools ready to hand to a model: mcp, openai, anthropic or json-schema."""
        return export_tools((await self.request("tools/list"))["tools"], format)

    async def ping(self) -> None:
        await self.request("ping")

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
    ) -> Any:
        loop = asyncio.get_running_loop()
        if self._loop is not None and loop is not self._loop:
            raise AgentToolsError("a client belongs to the event loop that started it")
        future: asyncio.Future[Any] = loop.create_future()
        return self._wire.open(method, params, Pending(future, on_output, on_progress)), future

    def _send(self, data: bytes, until: Optional[float] = None) -> None:
        if self._process is None:
            raise ServerDied("the client is not started, or closed; await start(), or use it in an async with block")
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
                    self._requests.begin(request)
        except asyncio.CancelledError:
            # The loop comes to its end with the client open.
            self._wire.fail(ServerDied("the event loop ended before the client was closed"))
            await self.close()
            raise
        except Exception as error:
            why = f"sent something that is no message: {error}"
            signal_group(process.pid, "SIGTERM")
        code: Optional[int] = None
        try:
            code = await asyncio.wait_for(process.wait(), limits.GRACE)
        except asyncio.TimeoutError:
            pass
        await asyncio.wait([self._readers[0]], timeout=1.0)
        self._wire.fail(self._settings.died(code, self._stderr.texts(), why))

    def _notice(self, method: str, params: Json) -> None:
        if method == "$/cancelRequest":
            self._requests.take_back(params.get("id"))
        elif self._on_notification is not None:
            self._on_notification(method, params)


def _goes_on_after_log(error: Exception) -> bool:
    _log.error("on_notification failed", exc_info=error)
    return True


async def _what_a_future_had(future: asyncio.Future[Any]) -> Optional[Outcome]:
    await asyncio.wait([future], timeout=limits.CANCEL_GRACE)
    if not future.done():
        return None
    error = future.exception()
    if error is None:
        return Outcome.of(future.result())
    return error.outcome if isinstance(error, CallCancelled) else None

"""What the sidecar asks of a client for asyncio."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any, Callable, Dict, Optional

from ._approval import AsyncApprove, answer_line, approval_of, failed_line, unknown_line
from ._errors import ServerDied
from ._fields import Json


class Requests:
    """Answers requests of the sidecar, each in a task of its own; ``approve`` is told of those for an approval."""

    def __init__(self, approve: Optional[AsyncApprove], send: Callable[[bytes], None]) -> None:
        self._approve = approve
        self._send = send
        self._tasks: Dict[Any, asyncio.Task[None]] = {}

    @property
    def approves(self) -> bool:
        return self._approve is not None

    def begin(self, message: Json) -> None:
        self._tasks[message["id"]] = asyncio.get_running_loop().create_task(self._serve(message))

    def take_back(self, number: Any) -> None:
        """The sidecar wants no answer to that request any more."""
        task = self._tasks.pop(number, None)
        if task is not None:
            task.cancel()

    def stop(self) -> None:
        """Answers none of those under way; this may be called by one of them."""
        tasks, self._tasks = list(self._tasks.values()), {}
        for task in tasks:
            if task is not asyncio.current_task():
                task.cancel()

    async def _serve(self, message: Json) -> None:
        # An eager task would answer before it is known by its request.
        await asyncio.sleep(0)
        if message["method"] != "approval/request" or self._approve is None:
            self._reply(message, unknown_line(message))
            return
        try:
            request = approval_of(message["params"])
            said = self._approve(request)
            given = await said if inspect.isawaitable(said) else said
            self._reply(message, answer_line(message, given, request))
        except BaseException as error:  # Also a CancelledError of the callback's own: the call waits for an answer.
            self._reply(message, failed_line(message, error))
            if not isinstance(error, Exception):
                raise

    def _reply(self, message: Json, line: bytes) -> None:
        """Answers a request that was not taken back."""
        if self._tasks.pop(message["id"], None) is None:
            return
        try:
            self._send(line)
        except ServerDied:
            pass

"""Callbacks that give something to await."""

from __future__ import annotations

import asyncio
import collections
import functools
import inspect
from typing import Any, Awaitable, Callable, Deque, Optional

from ._stream import Told


class Turns:
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

"""What is told of a call while it runs, and who is told."""

from __future__ import annotations

import dataclasses
import inspect
from typing import Awaitable, Callable, Optional

from ._fields import Json


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


#: What a callback gives: an AsyncAgentTools awaits it, an AgentTools takes none.
Told = Optional[Awaitable[None]]
OnOutput = Callable[[Output], Told]
OnProgress = Callable[[Progress], Told]
#: Told of ``session/exited`` and the like: method and params.
OnNotification = Callable[[str, Json], Told]


def refuse_awaitable(given: object) -> None:
    """A coroutine that nobody awaits would be lost without a word."""
    if given is None or not inspect.isawaitable(given):
        return
    if inspect.iscoroutine(given):
        given.close()
    raise TypeError("a callback of AgentTools gave something to await, expected a plain function (or AsyncAgentTools)")

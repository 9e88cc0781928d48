"""What a sidecar writes to standard error."""

from __future__ import annotations

import asyncio
import collections
import functools
from typing import Any, Deque, List

from . import _limits as limits

#: Bytes of a line that are kept.
_LINE_BYTES = 65_536


class LastLines:
    """The last lines of a stream, which is read to its end so that its writer never waits."""

    def __init__(self) -> None:
        self._lines: Deque[str] = collections.deque(maxlen=limits.STDERR_LINES)

    def texts(self) -> List[str]:
        return list(self._lines)

    def take_all(self, stream: Any) -> None:
        for line in iter(functools.partial(stream.readline, _LINE_BYTES), b""):
            self._add(line.rstrip(b"\n"))

    async def take_all_async(self, stream: asyncio.StreamReader) -> None:
        rest = b""
        while True:
            chunk = await stream.read(_LINE_BYTES)
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines if chunk else filter(None, [rest]):
                self._add(line)
            if not chunk:
                return
            rest = rest[-_LINE_BYTES:]

    def _add(self, line: bytes) -> None:
        self._lines.append(line.decode("utf-8", "replace").rstrip("\r"))

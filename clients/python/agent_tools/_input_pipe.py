"""The pipe to a sidecar, written by several threads."""

from __future__ import annotations

import os
import select
import threading
import time
from typing import Any, Callable, Optional

from . import _limits as limits
from ._errors import NotTaken, ServerDied


class InputPipe:
    """Sends one line after another. What an interrupt or a deadline left of one never swallows the next."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._file: Any = None
        self._is_shut = True
        self._is_torn = False

    def open(self, file: Any) -> None:
        """``file`` leads to the sidecar."""
        self._file = file
        self._is_shut = False
        if os.name == "posix":  # Elsewhere a pipe can only be waited for without an end.
            os.set_blocking(file.fileno(), False)

    def send(self, line: bytes, until: Optional[float] = None) -> None:
        """Raises ServerDied when the pipe is not open, NotTaken when the line was not taken ``until`` then."""
        if not self._lock.acquire(timeout=-1 if until is None else max(0.0, until - time.monotonic())):
            raise NotTaken
        try:
            if self._is_shut:
                raise ServerDied("the client is not started, or closed; call start(), or use it in a with block")
            # Past the buffer, so that closing the pipe never has to write.
            pipe = self._file.fileno()
            rest = memoryview(b"\n" + line if self._is_torn else line)
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
            self._lock.release()

    def shut(self) -> None:
        """Takes no line that comes from now on."""
        self._is_shut = True

    def close(self, kill: Callable[[], None]) -> None:
        """Closes the pipe. ``kill`` frees a thread that is stuck writing to a sidecar that does not read."""
        is_free = self._lock.acquire(timeout=limits.GRACE)
        if not is_free:
            # In a handler of signals the stuck thread may be this one.
            kill()
            is_free = self._lock.acquire(timeout=limits.GRACE)
        if is_free:
            self._file.close()
            self._lock.release()


def _write_some(pipe: int, data: memoryview, until: Optional[float]) -> int:
    """Writes what the pipe takes, waiting while it is full. Raises NotTaken when that is ``until`` then."""
    while True:
        try:
            return os.write(pipe, data)
        except BlockingIOError:
            room = select.poll()
            room.register(pipe, select.POLLOUT)
            left = None if until is None else max(0.0, until - time.monotonic())
            if not room.poll(None if left is None else min(left, 3600.0) * 1000) and left == 0:
                raise NotTaken from None

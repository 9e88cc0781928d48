"""A background session, for code that blocks and code that awaits."""

from __future__ import annotations

from typing import Any, Generic, Optional, Sequence, Union

from ._outcome import Outcome
from ._tools import R, Tools


class Session(Generic[R]):
    """A background session. Its id works from any process of the same user and workspace."""

    def __init__(
        self,
        tools: Tools[R],
        session_id: str,
        started: Optional[Outcome] = None,
        *,
        host: Optional[str] = None,
    ) -> None:
        self._tools = tools
        self.id = session_id
        #: The Outcome that started it.
        self.started = started
        #: What its calls say as their ``host``: the node that it runs on; None where nothing must be said.
        self.host = host
        if host is None and started is not None and "host" in started.details:
            self.host = str(started.details["host"]).split("/")[0]  # A node's own sandbox is "node/sandbox".

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
        return self._tools.process(action, self.id, host=self.host, **fields)


def next_page(outcome: Outcome, cursor: int) -> int:
    return int(outcome.check().details.get("cursor", cursor))


def is_over(outcome: Outcome) -> bool:
    return outcome.status != "running" and not outcome.details.get("more")

"""A call of the client for code that blocks."""

from __future__ import annotations

import concurrent.futures
from typing import Any, Optional

from . import _limits as limits
from ._outcome import CallCancelled, Outcome
from ._wire import Wire


class Call:
    """A call that runs while the caller does something else."""

    def __init__(self, wire: Wire, number: int, future: concurrent.futures.Future[Any]) -> None:
        self._wire = wire
        self._number = number
        self._future = future

    def cancel(self) -> None:
        """Ends the call; ``result`` then raises CallCancelled with what it had done."""
        self._wire.cancel(self._number)

    def done(self) -> bool:
        return self._future.done()

    def result(self, timeout: Optional[float] = None) -> Outcome:
        """Waits for the Outcome. Raises ``concurrent.futures.TimeoutError`` past ``timeout`` seconds; the call goes on."""
        if not self._future.done():
            self._wire.require_reader()
        return Outcome.of(self._future.result(timeout))

    def outcome_so_far(self) -> Optional[Outcome]:
        """What a cancelled call had done, if it says so in time."""
        try:
            return self.result(limits.CANCEL_GRACE)
        except CallCancelled as error:
            return error.outcome
        except Exception:
            return None

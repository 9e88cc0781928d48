"""What the client raises when it gets no answer."""

from __future__ import annotations

import copyreg
from typing import Any, Optional, Sequence


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


class NotTaken(Exception):
    """The sidecar did not read a line in time."""

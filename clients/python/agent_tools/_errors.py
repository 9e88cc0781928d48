"""What the client raises when it gets no answer."""

from __future__ import annotations

import copyreg
import json
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
        super().__init__(f"{message}{_particulars(message, data)} ({code})")
        self.code = code
        self.message = message
        self.data = data


def _particulars(message: str, data: Any) -> str:
    """What an error's data says beyond its message: the method, its hint, the problem."""
    if not isinstance(data, dict):
        return ""
    problem, method, hint = (data.get(name) for name in ("problem", "method", "hint"))
    said = ""
    if isinstance(problem, str) and problem not in message:
        said += f": {problem}"
    if isinstance(method, str):
        said += f": {json.dumps(method, ensure_ascii=False)}"
    return f"{said}, hint: {hint}" if isinstance(hint, str) and hint not in message else said


class NotTaken(Exception):
    """The sidecar did not read a line in time."""

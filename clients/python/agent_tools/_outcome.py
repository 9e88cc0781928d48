"""What a call answers, and what is raised in its place."""

from __future__ import annotations

import dataclasses
from typing import Any, List, Optional, cast

from ._errors import AgentToolsError, RpcError
from ._fields import Json


@dataclasses.dataclass(frozen=True)
class Outcome:
    """The result of a call. ``status`` is completed, failed, timed_out, cancelled, running, denied or approval_required."""

    status: str
    is_error: bool
    message: str
    content: List[Json]
    details: Json
    display: List[Json]
    notices: List[str]

    @classmethod
    def of(cls, value: Any) -> Outcome:
        """The Outcome that stands on the wire. Raises AgentToolsError for anything else."""
        try:
            return cls(
                status=value["status"],
                is_error=value["isError"],
                message=value["message"],
                content=value["content"],
                details=value["details"],
                display=value["display"],
                notices=value["notices"],
            )
        except (KeyError, TypeError, IndexError):
            raise AgentToolsError(f"the sidecar answered with what is no Outcome: {value!r:.200}") from None

    @property
    def text(self) -> str:
        """The text of the payload."""
        return "\n".join(item["text"] for item in self.content if item["type"] == "text")

    @property
    def for_model(self) -> str:
        """All a model must know, as one text: the payload, else the message, then the notices."""
        text = self.text or self.message
        telling = [self.message] if self.status in ("running", "failed", "denied", "approval_required") else []
        for sentence in [*telling, *self.notices]:
            if sentence not in text:
                text += f"\n({sentence})"
        return text

    @property
    def exit_code(self) -> Optional[int]:
        """The exit status of a command; None when a signal ended it or there was none."""
        return cast(Optional[int], self.details.get("exitCode"))

    def check(self) -> Outcome:
        """This Outcome, unless it is an error: then CallFailed is raised."""
        if self.is_error:
            raise CallFailed(self)
        return self


class CallFailed(AgentToolsError):
    """Raised by ``Outcome.check`` for an Outcome that is an error."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.message)
        self.outcome = outcome


class CallCancelled(RpcError):
    """A call that was cancelled; ``outcome`` is what it had done so far."""

    @property
    def outcome(self) -> Optional[Outcome]:
        data: Any = self.data
        return Outcome.of(data) if isinstance(data, dict) and "status" in cast(Json, data) else None


class DeadlineExceeded(AgentToolsError):
    """A call that took longer than its ``deadline`` and was cancelled; ``outcome`` is what it had done, if it said so."""

    def __init__(self, seconds: float, outcome: Optional[Outcome]) -> None:
        super().__init__(f"no answer within {seconds} s")
        self.outcome = outcome

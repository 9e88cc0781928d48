"""What a person is asked before a call runs, and the lines that answer."""

from __future__ import annotations

import dataclasses
from typing import Any, Awaitable, Callable, List, Optional, Union

from ._errors import AgentToolsError
from ._fields import Json, camel, fields_of
from ._lines import line_of


@dataclasses.dataclass(frozen=True)
class Answer:
    """The answer to an approval request: the id of a choice, its rule as edited, a word for the model."""

    choice: str
    rule: Optional[str] = None
    feedback: Optional[str] = None


@dataclasses.dataclass(frozen=True)
class ApprovalRequest:
    """What a person is asked before a call runs. ``choices`` have id, kind, label and perhaps rule."""

    approval_id: str
    tool: str
    title: str
    reason: str
    cwd: str
    host: str
    display: List[Json]
    choices: List[Json]
    expires_at: str

    def pick(self, kind: str, feedback: Optional[str] = None) -> Answer:
        """The choice of a kind: allow_once, allow_session, allow_always, reject_once or reject_always."""
        for choice in self.choices:
            if choice["kind"] == kind:
                return Answer(choice["id"], feedback=feedback)
        raise AgentToolsError(f"{kind} is not offered, only {', '.join(c['kind'] for c in self.choices)}")

    def allow_once(self) -> Answer:
        return self.pick("allow_once")

    def reject(self, feedback: Optional[str] = None) -> Answer:
        return self.pick("reject_once", feedback)


#: Answers approval requests; None, and anything raised, is a no.
Approve = Callable[[ApprovalRequest], Optional[Answer]]
AsyncApprove = Callable[[ApprovalRequest], Union[Optional[Answer], Awaitable[Optional[Answer]]]]


def approval_of(params: Json) -> ApprovalRequest:
    names = [field.name for field in dataclasses.fields(ApprovalRequest)]
    return ApprovalRequest(**{name: params[camel(name)] for name in names})


def answer_line(message: Json, answer: Any, request: ApprovalRequest) -> bytes:
    """The line of an answer. Raises TypeError and ValueError for what is none."""
    given = answer if answer is not None else request.reject()
    if not isinstance(given, Answer):
        raise TypeError(f"approve gave {given!r:.200}, expected an Answer or None")
    return line_of({"jsonrpc": "2.0", "id": message["id"], "result": fields_of(dataclasses.asdict(given))})


def error_line(message: Json, code: int, text: str) -> bytes:
    return line_of({"jsonrpc": "2.0", "id": message["id"], "error": {"code": code, "message": text}})


def unknown_line(message: Json) -> bytes:
    return error_line(message, -32601, "Method not found")


def failed_line(message: Json, error: BaseException) -> bytes:
    """A no, since what was raised is no answer."""
    return error_line(message, -32603, f"the approval failed: {str(error) or type(error).__name__}")

"""The tools of agent-tools for Python agents: one sidecar process, JSON-RPC over its pipes, the standard library alone.

    with AgentTools(args=["--yolo"]) as tools:
        print(tools.shell("make test", timeout=120).text)

``AgentTools`` blocks, ``AsyncAgentTools`` awaits; both have the same methods. A call answers with an ``Outcome``, also when it
was refused, timed out or failed; only what is no answer at all is raised. This folder may be copied into a project as it is.
"""

from __future__ import annotations

from ._aio import AsyncAgentTools, AsyncOutcome
from ._approval import Answer, ApprovalRequest
from ._blocking import AgentTools, Call
from ._errors import AgentToolsError, RpcError, ServerDied
from ._outcome import CallCancelled, CallFailed, DeadlineExceeded, Outcome
from ._schemas import export_tools
from ._session import Session
from ._stream import Output, Progress
from ._version import __version__ as __version__

__all__ = [
    "AgentTools",
    "AgentToolsError",
    "ApprovalRequest",
    "Answer",
    "AsyncAgentTools",
    "AsyncOutcome",
    "Call",
    "CallCancelled",
    "CallFailed",
    "DeadlineExceeded",
    "Outcome",
    "Output",
    "Progress",
    "RpcError",
    "ServerDied",
    "Session",
    "export_tools",
]

"""An agent loop with real tools and a scripted model: python3 agent_loop.py [FOLDER].

A real agent puts the call to its model's interface where ``ScriptedModel`` stands; everything else stays.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from typing import Any, Dict, Iterator, List, Optional

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from agent_tools import AgentTools, Answer, ApprovalRequest, Output, RpcError  # noqa: E402

Message = Dict[str, Any]


class ScriptedModel:
    """Stands for a model: asks for one tool after the other and sums up at the end."""

    def __init__(self) -> None:
        self._turns = self._script()

    def respond(self, messages: List[Message], tools: List[Message]) -> Message:
        del messages, tools
        return next(self._turns)

    def _script(self) -> Iterator[Message]:
        yield self._call("write", path="hello.py", content='print("hello")\n')
        yield self._call("shell", command="python3 hello.py")
        yield self._call("edit", path="hello.py", old="hello", new="good morning")
        yield self._call("shell", command="python3 hello.py | tr a-z A-Z")
        yield self._call("shell", command="rm hello.py")
        yield self._call("grep", pattern="morning")
        yield {"role": "assistant", "content": "The greeting is changed, and nothing was removed."}

    @staticmethod
    def _call(name: str, **arguments: Any) -> Message:
        return {"role": "assistant", "tool_call": {"name": name, "arguments": json.dumps(arguments)}}


def approve(request: ApprovalRequest) -> Optional[Answer]:
    """Stands for a person: allows everything but removals. None is a no."""
    if "rm " in request.title:
        print(f"  person: no to {request.title}")
        return request.reject("nothing is to be removed")
    print(f"  person: yes to {request.title}")
    return request.allow_once()


def show(output: Output) -> None:
    print("".join(f"  | {line}\n" for line in output.text.splitlines()), end="")


def run_tool(tools: AgentTools, name: str, arguments: str) -> str:
    """What the model is told of a call; also of one it got wrong."""
    try:
        return tools.call(name, json.loads(arguments), on_output=show).for_model
    except (RpcError, ValueError) as error:
        return f"invalid call: {error}"


def main(folder: str) -> None:
    model = ScriptedModel()
    messages: List[Message] = [{"role": "user", "content": "Change the greeting."}]
    with AgentTools(cwd=folder, approve=approve) as tools:
        schemas = tools.tools("openai")
        while True:
            reply = model.respond(messages, schemas)
            messages.append(reply)
            call = reply.get("tool_call")
            if call is None:
                print(f"model: {reply['content']}")
                return
            print(f"model: {call['name']} {call['arguments']}")
            messages.append({"role": "tool", "content": run_tool(tools, call["name"], call["arguments"])})
            print(f"tool: {messages[-1]['content'].splitlines()[0]}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(sys.argv[1])
    else:
        with tempfile.TemporaryDirectory() as temporary:
            main(temporary)

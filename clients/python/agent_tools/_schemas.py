"""Listed tools in the shapes that models take."""

from __future__ import annotations

from typing import Any, Sequence

from ._fields import Json


def export_tools(tools: Sequence[Json], format: str = "mcp") -> Any:
    """Listed tools in the shape of a model's interface: mcp, openai, anthropic or json-schema."""
    if format == "mcp":
        return {"tools": list(tools)}
    if format == "openai":
        return [
            {
                "type": "function",
                "function": {
                    "name": tool["name"],
                    "description": tool["description"],
                    "parameters": tool["inputSchema"],
                },
            }
            for tool in tools
        ]
    if format == "anthropic":
        return [
            {"name": tool["name"], "description": tool["description"], "input_schema": tool["inputSchema"]}
            for tool in tools
        ]
    if format == "json-schema":
        return {
            tool["name"]: {"title": tool["name"], "description": tool["description"], **tool["inputSchema"]}
            for tool in tools
        }
    raise ValueError(f'unknown format "{format}", expected mcp, openai, anthropic or json-schema')

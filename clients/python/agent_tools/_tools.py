"""The tools as methods, for code that blocks and code that awaits."""

from __future__ import annotations

import abc
from typing import Any, Generic, Mapping, Optional, Sequence, TypeVar

from ._fields import PathText, fields_of, words_of
from ._stream import OnOutput, OnProgress

R = TypeVar("R", covariant=True)


class Tools(Generic[R], abc.ABC):
    """The tools as methods. R is Outcome where calls block, and a coroutine of it where they do not."""

    @abc.abstractmethod
    def call(
        self,
        tool: str,
        params: Optional[Mapping[str, Any]] = None,
        *,
        on_output: Optional[OnOutput] = None,
        on_progress: Optional[OnProgress] = None,
        deadline: Optional[float] = None,
    ) -> R:
        """Calls a tool by name with its fields as the wire names them.

        ``on_output`` and ``on_progress`` are told of output as it arrives. Past ``deadline`` seconds, the wait for an approval
        included, the call is cancelled and DeadlineExceeded raised.
        """

    def shell(
        self,
        command: Optional[str] = None,
        *,
        argv: Optional[Sequence[PathText]] = None,
        cwd: Optional[PathText] = None,
        env: Optional[Mapping[str, str]] = None,
        timeout: Optional[float] = None,
        idle_timeout: Optional[float] = None,
        yield_ms: Optional[int] = None,
        background: Optional[bool] = None,
        keep: Optional[bool] = None,
        pty: Optional[bool] = None,
        cols: Optional[int] = None,
        rows: Optional[int] = None,
        stdin: Optional[str] = None,
        description: Optional[str] = None,
        host: Optional[str] = None,
        node: Optional[str] = None,
        elevated: Optional[bool] = None,
        security: Optional[str] = None,
        ask: Optional[str] = None,
        streams: Optional[str] = None,
        max_output_chars: Optional[int] = None,
        on_output: Optional[OnOutput] = None,
        on_progress: Optional[OnProgress] = None,
        deadline: Optional[float] = None,
    ) -> R:
        """Runs a shell command, or a program and its arguments without a shell (``argv``)."""
        fields = {
            "command": command,
            "argv": None if argv is None else words_of("argv", argv),
            "cwd": cwd,
            "env": None if env is None else dict(env),
            "timeout": timeout,
            "idle_timeout": idle_timeout,
            "yield_ms": yield_ms,
            "background": background,
            "keep": keep,
            "pty": pty,
            "cols": cols,
            "rows": rows,
            "stdin": stdin,
            "description": description,
            "host": host,
            "node": node,
            "elevated": elevated,
            "security": security,
            "ask": ask,
            "streams": streams,
            "max_output_chars": max_output_chars,
        }
        return self.call(
            "shell", fields_of(fields), on_output=on_output, on_progress=on_progress, deadline=deadline
        )

    def read(
        self,
        path: PathText,
        *,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
        host: Optional[str] = None,
    ) -> R:
        """Reads a page of a text file as numbered lines; a negative offset counts from the end."""
        return self.call("read", fields_of({"path": path, "offset": offset, "limit": limit, "host": host}))

    def read_media(
        self, path: PathText, *, max_bytes: Optional[int] = None, host: Optional[str] = None
    ) -> R:
        """Reads an image or a video; its content is base64."""
        return self.call("read_media", fields_of({"path": path, "max_bytes": max_bytes, "host": host}))

    def write(
        self,
        path: PathText,
        content: str,
        *,
        mode: Optional[str] = None,
        create_parents: Optional[bool] = None,
        expected_hash: Optional[str] = None,
        host: Optional[str] = None,
    ) -> R:
        """Writes a file atomically, or appends to it (``mode="append"``)."""
        fields = {
            "path": path,
            "content": content,
            "mode": mode,
            "create_parents": create_parents,
            "expected_hash": expected_hash,
            "host": host,
        }
        return self.call("write", fields_of(fields))

    def edit(
        self,
        path: PathText,
        old: Optional[str] = None,
        new: Optional[str] = None,
        *,
        replace_all: Optional[bool] = None,
        edits: Optional[Sequence[Mapping[str, Any]]] = None,
        expected_hash: Optional[str] = None,
        dry_run: Optional[bool] = None,
        host: Optional[str] = None,
    ) -> R:
        """Replaces text that occurs exactly once, or several such texts (``edits`` of old, new, replaceAll), all or nothing."""
        fields = {
            "path": path,
            "old": old,
            "new": new,
            "replace_all": replace_all,
            "edits": None if edits is None else [dict(one) for one in edits],
            "expected_hash": expected_hash,
            "dry_run": dry_run,
            "host": host,
        }
        return self.call("edit", fields_of(fields))

    def glob(
        self,
        pattern: str,
        *,
        path: Optional[PathText] = None,
        include_dirs: Optional[bool] = None,
        include_ignored: Optional[bool] = None,
        sort: Optional[str] = None,
        limit: Optional[int] = None,
        host: Optional[str] = None,
    ) -> R:
        """Lists the paths that match a glob."""
        fields = {
            "pattern": pattern,
            "path": path,
            "include_dirs": include_dirs,
            "include_ignored": include_ignored,
            "sort": sort,
            "limit": limit,
            "host": host,
        }
        return self.call("glob", fields_of(fields))

    def grep(
        self,
        pattern: str,
        *,
        path: Optional[PathText] = None,
        glob: Optional[str] = None,
        type: Optional[str] = None,
        output_mode: Optional[str] = None,
        before: Optional[int] = None,
        after: Optional[int] = None,
        context: Optional[int] = None,
        line_numbers: Optional[bool] = None,
        ignore_case: Optional[bool] = None,
        fixed_strings: Optional[bool] = None,
        multiline: Optional[bool] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        include_ignored: Optional[bool] = None,
        timeout: Optional[float] = None,
        host: Optional[str] = None,
    ) -> R:
        """Searches file contents with ripgrep."""
        fields = {
            "pattern": pattern,
            "path": path,
            "glob": glob,
            "type": type,
            "output_mode": output_mode,
            "before": before,
            "after": after,
            "context": context,
            "line_numbers": line_numbers,
            "ignore_case": ignore_case,
            "fixed_strings": fixed_strings,
            "multiline": multiline,
            "limit": limit,
            "offset": offset,
            "include_ignored": include_ignored,
            "timeout": timeout,
            "host": host,
        }
        return self.call("grep", fields_of(fields))

    def process(self, action: str, session_id: Optional[str] = None, **fields: Any) -> R:
        """Works with background sessions; ``Session`` has a method for every action."""
        return self.call("process", fields_of({"action": action, "session_id": session_id, **fields}))

    def skill(self, action: str, **fields: Any) -> R:
        """Lists, shows or validates skills, or gives the block for a system prompt."""
        return self.call("skill", fields_of({"action": action, **fields}))

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

    def _call(self, tool: str, given: Mapping[str, Any]) -> R:
        """Calls a tool with the arguments of its method by their names: all are fields but what is told of the call itself."""
        told = {name: given[name] for name in ("on_output", "on_progress", "deadline") if name in given}
        fields = {name: value for name, value in given.items() if name != "self" and name not in told}
        return self.call(tool, fields_of(fields), **told)

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
        given = {
            **locals(),
            "argv": None if argv is None else words_of("argv", argv),
            "env": None if env is None else dict(env),
        }
        return self._call("shell", given)

    def read(
        self,
        path: PathText,
        *,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
        host: Optional[str] = None,
    ) -> R:
        """Reads a page of a text file as numbered lines; a negative offset counts from the end."""
        return self._call("read", locals())

    def read_media(
        self, path: PathText, *, max_bytes: Optional[int] = None, host: Optional[str] = None
    ) -> R:
        """Reads an image or a video; its content is base64."""
        return self._call("read_media", locals())

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
        return self._call("write", locals())

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
        return self._call("edit", {**locals(), "edits": None if edits is None else [dict(one) for one in edits]})

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
        return self._call("glob", locals())

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
        return self._call("grep", locals())

    def process(self, action: str, session_id: Optional[str] = None, **fields: Any) -> R:
        """Works with background sessions; ``Session`` has a method for every action."""
        return self.call("process", fields_of({"action": action, "session_id": session_id, **fields}))

    def skill(self, action: str, **fields: Any) -> R:
        """Lists, shows or validates skills, or gives the block for a system prompt."""
        return self.call("skill", fields_of({"action": action, **fields}))

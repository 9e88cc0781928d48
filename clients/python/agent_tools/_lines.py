"""A message as one line of JSON."""

from __future__ import annotations

import json
import os
from typing import Any, cast

from ._fields import Json


def line_of(message: Json) -> bytes:
    """One line of the wire. Raises TypeError and ValueError for what JSON cannot say, such as NaN."""
    try:
        return _json_text(message, False).encode("utf-8") + b"\n"
    except UnicodeEncodeError:
        # Half of a surrogate pair can only be said by its number.
        return _json_text(message, True).encode("utf-8") + b"\n"


def _json_text(message: Json, is_ascii: bool) -> str:
    return json.dumps(
        message, ensure_ascii=is_ascii, separators=(",", ":"), allow_nan=False, default=_path_text
    )


def _path_text(value: Any) -> str:
    """What a path says, ``pathlib`` has no place in JSON. Raises TypeError for whatever else has none."""
    if hasattr(value, "__fspath__"):
        text = cast(object, os.fspath(value))
        if isinstance(text, str):
            return text
    raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")

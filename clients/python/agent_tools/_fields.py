"""Fields of a call as the wire names them."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

Json = Dict[str, Any]
#: Where a path is wanted: its text, or a ``pathlib.Path``.
PathText = Union[str, "os.PathLike[str]"]


def camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


def words_of(name: str, words: Sequence[PathText]) -> List[PathText]:
    """A list of words. Raises TypeError for one text, whose letters would be taken for them."""
    if isinstance(words, (str, bytes)):
        raise TypeError(f'{name} is {words!r:.200}, expected a list of words')
    return list(words)


def fields_of(fields: Mapping[str, Any]) -> Json:
    """Fields as the wire names them, without those that were not given."""
    return {camel(name): value for name, value in fields.items() if value is not None}


def call_params(params: Optional[Mapping[str, Any]], stream: bool) -> Json:
    return {**(params or {}), **({"_meta": {"stream": True}} if stream else {})}

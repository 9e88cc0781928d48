"""Bounds of the client, in bytes, lines and seconds."""

#: Bytes of a line in either direction; asyncio's own limit of 64 KiB would end the reader.
LINE_BYTES = 64 * 1024 * 1024
#: Seconds a server has to end after its input was closed, and again after SIGTERM.
GRACE = 2.0
#: Seconds a sidecar has to answer the first request: a link that hangs, or asks for a password, says nothing.
START_TIMEOUT = 60.0
#: Seconds a call that is cancelled for its deadline has to answer with what it had.
CANCEL_GRACE = 5.0
#: Lines of standard error that are kept.
STDERR_LINES = 50

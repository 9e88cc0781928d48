"""The version of the client; the sidecar is told."""

__version__ = "0.1.0"

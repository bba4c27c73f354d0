"""Releases of real packages, replayed edit by edit: `python -m tests.replay click 7.0 7.1.2 8.0.4 8.1.7`."""

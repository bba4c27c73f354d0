"""Texts and where they come from: decoding, positions, discovery, the disk, open buffers, git.

Knows nothing of Python syntax. Everything above sees a file only as a `Document`.
"""

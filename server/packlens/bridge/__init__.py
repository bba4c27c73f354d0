"""The graph of one process, asked by another one of the same person.

An editor keeps a live session, unsaved buffers included. What else runs on the machine for the same workspace
(an agent's MCP server) asks that one instead of making its own. `questions` is what can be asked, and how one
session answers it; `serving` and `asking` are the two ends of the private socket between the processes
(`place` says where it is, `wire` how it speaks); `host` decides who answers, an editor or an engine of its
own, and goes over from one to the other while questions come in.
"""

"""What Jedi said of one scope, under the names of the graph, and what it was drawn from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from packlens.resolve.static.rows import Rows


@dataclass(frozen=True, slots=True)
class Settled:
    """One scope's answers.

    static     the rows that were asked about
    found      site -> ids of what is called there
    outside    sites that lead out of the workspace
    timed_out  sites without an answer, which are not asked again for this text
    loaded     files that the answers were drawn from
    sought     last names of the imports that were looked up
    stale      whether one of these has changed since: the answers stay until there are new ones
    """

    static: Rows
    found: Mapping[int, frozenset[str]]
    outside: frozenset[int]
    timed_out: frozenset[int]
    loaded: frozenset[str]
    sought: frozenset[str]
    stale: bool = False

    def depends_on(self, changed: frozenset[str], names: frozenset[str]) -> bool:
        """Whether a change of these files, or of what these module names lead to, can change the answers."""
        return not self.loaded.isdisjoint(changed) or not self.sought.isdisjoint(names)

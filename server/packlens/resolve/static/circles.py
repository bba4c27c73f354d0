"""Questions that ask one another in a circle, answered together.

All start from the empty answer, and in each round all are asked anew, told what the others answered in the round
before, until none answers otherwise. So the result does not depend on where the circle was entered, and updating gives
what a fresh start gives, whether or not the answer functions answer more when told more. Where they do it is the least
fixpoint. Where they do not, as at a bound on the values of an answer, answers could go to and fro for ever: an answer
that has changed `FREE_CHANGES` times only grows from then on (`joins`), and one that cannot grow, or has changed
`MOST_CHANGES` times, is `UNKNOWN`.

Who is of a circle is found while its questions are asked (Tarjan's lowlink, over the strongly connected components);
the rounds are Jacobi's. Answers are kept by the engine, once a circle has come to rest.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

from packlens.resolve.static.nodes import UNKNOWN, Frame, Member, Node

FREE_CHANGES = 8
MOST_CHANGES = 64

Join = Callable[[Any, Any], Hashable]


class Circles:
    """Those that are not settled.

    members  their questions, in the order of finding
    """

    def __init__(
        self,
        joins: Mapping[str, Join],
        look: Callable[[Node, Frame], tuple[Hashable, dict[Node, None]]],
    ) -> None:
        """`joins` are the engine's; `look` asks a question anew: what it answers now, and what it has read for that."""
        self._joins = joins
        self._look = look
        self.members: dict[Node, Member] = {}

    def answered(self, head: Node, reads: dict[Node, None], frame: Frame, mark: int) -> Mapping[Node, Member]:
        """The circle of the questions found since `mark`, `head` the last of them, and of those they lead to, at rest.

        Empty when it turns out to be part of a greater circle, whose members these are then. The first look at a
        question that asks only for itself, for which it read `reads`, is its first round.
        """
        members, depth = self.members, frame.depth
        known = 0
        if len(members) == mark + 1:
            known = 1
            members[head].reads = reads
            members[head].users = {head: None}
            if members[head].value != UNKNOWN:
                self._rounds((head,), frame)
        while known < len(members) - mark and frame.low == depth:
            circle = list(members)[mark:]
            known = len(circle)
            for node in circle:
                members[node] = Member(UNKNOWN, depth)
            self._rounds(circle, frame)
        if frame.low < depth:
            return {}
        asked = self._asked(head)
        found = [(node, members.pop(node)) for node in list(members)[mark:]]
        return {node: member for node, member in found if node in asked}

    def lower(self, mark: int, low: int) -> None:
        """Let the members found since `mark` depend on the open question at depth `low`, as one they ask does."""
        for node in list(self.members)[mark:]:
            self.members[node].low = low

    def _asked(self, head: Node) -> set[Node]:
        """The members that `head` asks, however far, and itself."""
        asked, waiting = {head}, [head]
        while waiting:
            for read in self.members[waiting.pop()].reads:
                if read in self.members and read not in asked:
                    asked.add(read)
                    waiting.append(read)
        return asked

    def _rounds(self, circle: Iterable[Node], frame: Frame) -> None:
        """Ask the questions of a circle anew until none answers otherwise; new members join as they are found."""
        members, depth = self.members, frame.depth
        waiting = dict.fromkeys(circle)
        while waiting:
            count = len(members)
            answers: list[tuple[Member, Node, Hashable]] = []
            for node in waiting:
                member = members[node]
                look = Frame(depth + 1)
                value, reads = self._look(node, look)
                frame.depends_on(look.low)
                if frame.low < depth:
                    return
                for read in reads:
                    if read in members:
                        members[read].users[node] = None
                member.reads.update(reads)
                answers.append((member, node, value))
            waiting = {}
            for member, node, value in answers:
                if value != member.value and self._tell(member, node, value):
                    waiting.update(member.users)
            for node in list(members)[count:] if len(members) > count else ():
                members[node] = Member(UNKNOWN, depth)
                waiting[node] = None

    def _tell(self, member: Member, node: Node, value: Hashable) -> bool:
        """Let a member of a circle have answered otherwise; whether it tells the others so."""
        member.changes += 1
        if member.changes > FREE_CHANGES:
            join = self._joins.get(node.key[0])
            if join is None or member.changes > MOST_CHANGES:
                value = UNKNOWN
            else:
                value = join(member.value, value)
            if value == member.value:
                return False
        member.value = value
        return True

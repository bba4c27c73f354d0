"""What the protocols of the language give: loops, `with`, `await`, classes in `except` and `isinstance`."""

from __future__ import annotations

from packlens.resolve.static.containers import STORED, UNKNOWN_INSIDE, elements
from packlens.resolve.static.values import CLASSES, INSTANCE_OF, INSTANCES, NOTHING, Value, Values, bounded
from packlens.resolve.static.world import World


class Protocols(World):
    """Applies the protocols to values."""

    def stored(self, value: Value, found: Values) -> Values:
        """The store of a class's instances, where what it `found` under the name of one comes from outside."""
        for one in found:
            if (one[0] in ("X", "Y") and not one[1].startswith("builtins.")) or (
                one[0] in INSTANCES and any(method[0] == "X" for method in self.member(one, "get"))
            ):
                return frozenset({("L", STORED, (INSTANCE_OF[value[0]], value[1]))})
        return NOTHING

    def iterated(self, values: Values) -> Values:
        """What a loop over `values` gives."""
        union: set[Value] = set()
        for value in values:
            tag = value[0]
            if tag in ("L", "T"):
                union |= elements(value, "v")
            elif tag == "D":
                union |= elements(value, "k") if value[1] == "k" else NOTHING
            elif tag == "Y":
                if value[1] not in UNKNOWN_INSIDE:
                    union.add(value)
            elif tag == "R":
                union |= self.iterated(self.reaching_values(value))
            elif tag == "^":
                union.add(value)
            elif tag in INSTANCES:
                for method in self.member(value, "__iter__") | self.member(value, "__getitem__"):
                    for iterator in self.called(method):
                        union |= (
                            self.stepped(iterator)
                            if iterator[0] in INSTANCES
                            else self.iterated(frozenset({iterator}))
                        )
            elif tag in CLASSES:
                if self.is_enum(value[1]):
                    union.add(("I", value[1]))
                meta = self.ask(("metaclass", value[1]))
                if meta and meta != value[1]:
                    union |= self.iterated(frozenset({("I", meta)}))
        return bounded(union)

    def stepped(self, iterator: Value) -> Values:
        """What `next(iterator)` gives for an iterator of the workspace."""
        union: set[Value] = set()
        for method in self.member(iterator, "__next__"):
            union |= self.called(method)
        return bounded(union)

    def iterated_async(self, values: Values) -> Values:
        """What an asynchronous loop over `values` gives."""
        union: set[Value] = set()
        for value in self.expanded(values):
            if value[0] in INSTANCES:
                for method in self.member(value, "__aiter__"):
                    for iterator in self.called(method):
                        if iterator[0] in INSTANCES:
                            for step in self.member(iterator, "__anext__"):
                                union |= self.awaited(self.called(step))
                        else:
                            union |= self.iterated(frozenset({iterator}))
            else:
                union |= self.iterated(frozenset({value}))
        return bounded(union)

    def awaited(self, values: Values) -> Values:
        """What awaiting gives."""
        union: set[Value] = set()
        for value in values:
            if value[0] == "W":
                union.add(value[1])
            elif value[0] == "R":
                union |= self.awaited(self.reaching_values(value))
            elif value[0] in ("Y", "^"):
                union.add(value)
            elif value[0] in INSTANCES:
                for method in self.member(value, "__await__"):
                    union |= self.iterated(self.called(method))
        return bounded(union)

    def entered(self, values: Values, dunder: str) -> Values:
        """What entering `values` by `dunder` gives; for `__aenter__` still to be awaited."""
        union: set[Value] = set()
        for value in self.expanded(values):
            if value[0] in INSTANCES:
                for method in self.member(value, dunder):
                    union |= self.called(method)
            elif value[0] == "L":
                inner = elements(value, "v")
                union |= inner if dunder == "__enter__" else {("W", v) for v in inner}
            elif value[0] in ("Y", "^"):
                union.add(value)
        return bounded(union)

    def instances(self, values: Values) -> Values:
        """Instances of what may be classes, or tuples of classes."""
        union: set[Value] = set()
        for value in self.expanded(values):
            if value[0] == "C":
                union.add(("I", value[1]))
            elif value[0] == "K":
                union.add(("S", value[1]))
            elif value[0] == "X":
                union.add(("Y", value[1]))
            elif value[0] == "^":
                union.add(value)
            elif value[0] in ("T", "L"):
                union |= self.instances(elements(value, "v"))
        return bounded(union)

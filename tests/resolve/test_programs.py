"""The small programs by kind (`tests/resolve/programs`), each compared whole.

What is read wrong today is written down here, so that what mends it has to say so.
"""

from __future__ import annotations

import pytest

from tests.resolve.programs import Program, answer, programs

# FIXME: the edges that are found and false (+), and those that are missed (-).
WRONG = {
    "assignments: swapped": ["+ <module> -> f"],
    "class_attributes: over that of the base": ["- Base.run -> Two", "- Base.run -> Two.go"],
    "contexts: as argument": ["- use -> Door.__enter__", "- use -> Door.__exit__"],
    "decorators: with and without arguments": ["+ <module> -> deco"],
    "descriptors: an attribute that is not there": ["- main -> A.__getattr__"],
    "generators: a class that iterates, as argument": ["- run -> Items.__iter__", "- run -> Items.__next__"],
    "generators: unpacked": ["+ <module> -> g"],
    "lambdas: of a class": ["- A.<lambda> -> A.stop"],
    "metaclasses: __call__ of a metaclass": ["+ <module> -> A.__init__"],
    "metaclasses: registers its subclasses": ["+ Base.all -> Base", "- Base.all -> A", "- Base.all -> B"],
    "operators: a function put in an item": ["- Box.__setitem__ -> f"],
    "operators: in a function given both": ["- add -> V.__add__"],
}


@pytest.mark.parametrize("program", programs(), ids=lambda program: f"{program.kind}: {program.name}")
def test_program(program: Program) -> None:
    found = answer(program)
    lines = [f"+ {source} -> {target}" for source, target in sorted(found.false)]
    lines += [f"- {source} -> {target}" for source, target in sorted(found.missed)]
    assert lines == WRONG.get(f"{program.kind}: {program.name}", [])


def test_there_are_eight_programs_a_kind() -> None:
    kinds = [program.kind for program in programs()]
    assert {kind: kinds.count(kind) for kind in kinds if kinds.count(kind) < 8} == {}

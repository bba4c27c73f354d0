"""What a mixin finds through the further bases of the classes below it follows every change of these."""

from __future__ import annotations

from tests.graph.steps import check_steps

_RUN = "m.py::Mixin.run -calls/dispatch-> b.py::Base.step"


def test_a_class_below_comes_goes_and_changes_its_bases() -> None:
    check_steps(
        """
        #- m.py
        class Mixin:
            def run(self):
                return self.step()
        #- b.py
        class Base:
            def step(self): ...
        class Other:
            def step(self): ...
        #- j.py
        from m import Mixin as M
        from b import Base, Other
        class Job(M): ...
        #- j.py @2
        from m import Mixin as M
        from b import Base, Other
        class Job(M, Base): ...
        #- j.py @3
        from m import Mixin as M
        from b import Base, Other
        class Job(M, Other): ...
        #- j.py @4
        from m import Mixin as M
        from b import Base, Other
        class Between(M): ...
        class Job(Between, Base): ...
        #- j.py @5
        from b import Base as M
        from b import Base, Other
        class Job(M, Base): ...
        """,
        "",
        _RUN,
        _RUN.replace("Base", "Other"),
        _RUN,
        "",
    )


def test_more_than_sixteen_classes_below_are_unknown_as_a_whole() -> None:
    classes = "\n".join(f"        class J{number}(Mixin, Base): ..." for number in range(17))
    check_steps(
        f"""
        #- b.py
        class Base:
            def step(self): ...
        #- m.py
        class Mixin:
            def run(self):
                return super().step()
        #- j.py
        from m import Mixin
        from b import Base
{classes}
        #- j.py @2
        from m import Mixin
        from b import Base
        class J0(Mixin, Base): ...
        """,
        "",
        _RUN,
    )

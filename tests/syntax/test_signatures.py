"""Signatures: one normal form, itself Python, that shows the header and never the body."""

from __future__ import annotations

import ast
import random
import sysconfig
import warnings
from pathlib import Path

import pytest
from hypothesis import given, settings

from packlens.syntax.signatures import signature
from tests.syntax.test_blocks import texts


@pytest.mark.parametrize(
    ("kind", "source", "expected"),
    [
        ("function", "def f(): return SECRET", "def f(): ..."),
        ("class", "class f(Base): SECRET = 1", "class f(Base): ..."),
        ("function", "def f(a) -> lambda_[int]: SECRET", "def f(a) -> lambda_[int]: ..."),
        ("function", "async   def f ( a,b = 1 )->int :\n  pass", "async def f(a, b=1) -> int: ..."),
        (
            "function",
            "# why\n@a.b ( 1 ,  x = 2,)\n# what\n@c\ndef f(a,b = 1,*,c:int=2,  # how\n"
            "     **kw : 'X')->  Dict[ str,int ]:\n  '''doc'''\n",
            "@a.b(1, x=2)\n@c\ndef f(a, b=1, *, c: int = 2, **kw: 'X') -> Dict[str, int]: ...",
        ),
        (
            "function",
            "def f(\n  self,\n  a, # type: int\n  b=None,\n):\n  # type: (...) -> int\n  pass",
            "def f(self, a, b=None): ...",
        ),
        (
            "class",
            "@d(frozen=True,\n  slots=True)\nclass f ( G[T,], metaclass = M, ):\n  x: int",
            "@d(frozen=True, slots=True)\nclass f(G[T,], metaclass=M): ...",
        ),
        (
            "class",
            "class f[T: (int,str)=int,*Ts, **P ,](B[T]):\n  x=1",
            "class f[T: (int, str) = int, *Ts, **P](B[T]): ...",
        ),
        (
            "function",
            "def f[T:int](a=g'{b}',c=lambda x,y=1:x+y, d=-1, e=a[1:2], h={1:2}, *args:*Ts): pass".replace(
                "g'", "f'"
            ),
            "def f[T: int](a=f'{b}', c=lambda x, y=1: x + y, d=-1, e=a[1:2], h={1: 2}, *args: *Ts): ...",
        ),
        (
            "function",
            "def f(a=f'{b['c']}', /, *, d=\"e\" 'g'): pass",
            "def f(a=f'{b['c']}', /, *, d=\"e\" 'g'): ...",
        ),
        ("function", 'def f(a="""x\n  y"""): pass', 'def f(a="""x\n  y"""): ...'),
        (
            "function",
            "def f(a=(1,), b=not x, c=2**-1, d=(q:=1), e=1 .real, g=x@y, h=~z): pass",
            "def f(a=(1,), b=not x, c=2 ** -1, d=(q := 1), e=1 .real, g=x @ y, h=~z): ...",
        ),
        ("function", "def \\\n f(a): pass", "def f(a): ..."),
        ("method", "\tdef f(self):\r\n\t\tpass\r\n", "def f(self): ..."),
        (
            "method",
            "    @overload\n    def f(self, a: int) -> int: ...\n    @overload\n    def f(self, a: str) -> str: ...\n"
            "    def f(self, a):\n        def f(q): return 1\n        return a",
            "@overload\ndef f(self, a: int) -> int: ...\n@overload\n"
            "def f(self, a: str) -> str: ...\ndef f(self, a): ...",
        ),
        (
            "property",
            "    @property\n    def f(self) -> int:\n        return 1\n"
            "    @f.setter\n    def f(self, v: int):\n        pass\n",
            "@property\ndef f(self) -> int: ...\n@f.setter\ndef f(self, v: int): ...",
        ),
        ("function", "def f(a b): pass", "def f(): ..."),
        ("function", "def f(a", "def f(): ..."),
        ("class", "class f(", "class f: ..."),
        ("function", "def f(a):\n    '''\n", "def f(a): ..."),
        ("module", "import a\n", ""),
    ],
)
def test_signature_of_a_definition(kind: str, source: str, expected: str) -> None:
    assert signature(source, "f", kind) == expected


@pytest.mark.parametrize(
    ("kind", "source", "expected"),
    [
        ("constant", "X=1", "X = 1"),
        ("constant", "X : Final[int]=3 # why", "X: Final[int] = 3"),
        ("variable", "X,y=1,2", "X, y = 1, 2"),
        ("constant", "X = {\n  'a': 1,\n  'b': [2,3],\n}", "X = {'a': 1, 'b': [2, 3],}"),
        ("constant", "X = [" + "1," * 100 + "]", "X = ..."),
        ("constant", "X: list[int] = [" + "1," * 100 + "]", "X: list[int] = ..."),
        ("variable", "X: int", "X: int"),
        ("variable", "for X in z: pass", "X = ..."),
        ("variable", "if a: y = 1; X=2", "X = 2"),
        ("variable", "with open() as X:\n    pass", "X = ..."),
        ("variable", "X += 1", "X = ..."),
        ("variable", "X = (", "X = ..."),
        ("type_alias", "type X[T] =  list [T]", "type X[T] = list[T]"),
        ("type_alias", "type X = " + "int|" * 60 + "str", "type X = ..."),
        ("type_alias", "X:TypeAlias=int", "X: TypeAlias = int"),
    ],
)
def test_signature_of_a_variable(kind: str, source: str, expected: str) -> None:
    assert signature(source, "X", kind) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            f"@deprecated('{'old ' * 20}', category=None)\n"
            "def f(path: Annotated[str, Doc('''\n  Where.\n  ''')], flag='short'): pass",
            '@deprecated("...", category=None)\ndef f(path: Annotated[str, Doc("...")], flag=\'short\'): ...',
        ),
        (f"def f(a=rb'{'x' * 80}', b=f'{'{y}' * 30}' 'z'): pass", 'def f(a=b"...", b="..." \'z\'): ...'),
        ("def f(a='''x''', b=1): pass", "def f(a='''x''', b=1): ..."),
    ],
)
def test_long_strings_of_a_signature_can_be_shortened(source: str, expected: str) -> None:
    assert signature(source, "f", "function", shortened=True) == expected
    ast.parse(expected)


def test_signature_of_a_lambda() -> None:
    assert (
        signature("x = sorted(y, key = lambda a,*b : SECRET)", "<lambda>", "function") == "lambda a, *b: ..."
    )


def test_signatures_of_the_standard_library_say_what_the_definitions_say() -> None:
    library = Path(sysconfig.get_paths()["stdlib"])
    for path in random.Random(2).sample(sorted(library.glob("*.py")), 25):
        text = path.read_bytes().decode("utf-8-sig")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
        lines = text.split("\n")
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                kind = "class" if isinstance(node, ast.ClassDef) else "function"
                shown = signature("\n".join(lines[first - 1 : node.end_lineno]), node.name, kind)
                (again,) = ast.parse(shown).body
                assert isinstance(again, type(node))
                node.body = again.body
                assert ast.dump(again) == ast.dump(node)


@settings(max_examples=150)
@given(texts)
def test_every_text_has_a_signature(text: str) -> None:
    for kind in ("function", "class", "variable", "module", "type_alias"):
        signature(text, "f", kind)
    assert signature(text, "f", "function")

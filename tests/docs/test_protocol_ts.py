"""`vscode-extension/src/protocol.ts` mirrors `lsp/protocol.py`, and `forms.ts` the JSON forms that all doors share.

The files are read as the small language it is written in: constants, enumerations, aliases, and interfaces with a
field a line. What is not in that language fails here.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from packlens import open_workspace
from packlens.lsp import protocol
from packlens.text.diff import diff
from packlens.text.document import Document
from packlens.views import callers, search
from packlens.views.impact.as_json import to_json
from packlens.views.json_text import json_text
from packlens.views.layout.render import pack_json
from packlens.views.pack.inputs import Inputs
from packlens.views.pack.model import Level, Reason
from packlens.views.pack.pack import pack
from packlens.views.pack.question import PackQuestion
from packlens.views.pack.since import known_of
from packlens.views.targets import TargetKind
from tests.views.impacts import impact_of_steps

_ROOT = Path(__file__).resolve().parents[2]
_SOURCES = _ROOT / "vscode-extension" / "src"
_TEXT = "".join((_SOURCES / name).read_text(encoding="utf-8") for name in ("protocol.ts", "forms.ts"))
_FIELD = re.compile(r"  readonly (?P<name>\w+)(?P<may_lack>\??): (?P<type>[^;]+);(?: // (?P<default>.+))?")
_FORM_OF_FIELD = {("PackResult", "parts"): "Pack | null"}
"""Fields that hold a JSON form, which Python writes as plain values."""

Fields = dict[str, tuple[str, str | None]]
"""Type, and the default where the field may be left out."""


def interfaces() -> dict[str, Fields]:
    """Every exported interface of both, by name, with the fields of the one that it extends."""
    found: dict[str, Fields] = {}
    inner: set[str] = set()
    written = re.compile(
        r"^(export )?interface (\w+)(?: extends (\w+))? {\n(.*?)^}", re.MULTILINE | re.DOTALL
    )
    for exported, name, base, body in written.findall(_TEXT):
        found[name] = dict(found[base]) if base else {}
        inner |= set() if exported else {name}
        for line in body.splitlines():
            field = _FIELD.fullmatch(line)
            assert field, f"{name}: a field that the test cannot read: {line}"
            default = field["default"] or "" if field["may_lack"] else None
            assert field["may_lack"] or not field["default"], line
            found[name][field["name"]] = field["type"], default
    for name in re.findall(r"^export type (\w+) = Record<string, never>;$", _TEXT, re.MULTILINE):
        found[name] = {}
    return {name: fields for name, fields in found.items() if name not in inner}


INTERFACES = interfaces()
SHAPES = [
    value
    for value in vars(protocol).values()
    if isinstance(value, type) and issubclass(value, msgspec.Struct) and not value.__name__.startswith("_")
]


def typescript(hint: Any) -> str:
    """A Python type as TypeScript writes it."""
    if isinstance(hint, type) and issubclass(hint, StrEnum | msgspec.Struct):
        return hint.__name__
    if get_origin(hint) in (Union, UnionType):
        return " | ".join(typescript(part) for part in get_args(hint))
    if get_origin(hint) is Literal:
        return " | ".join(f'"{choice}"' for choice in get_args(hint))
    if get_origin(hint) is list:
        return f"readonly {typescript(get_args(hint)[0])}[]"
    if get_origin(hint) is dict:
        return f"Readonly<Record<string, {typescript(get_args(hint)[1])}>>"
    return {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", Any: "unknown"}[
        hint
    ]


def fields_of(shape: type[msgspec.Struct]) -> Fields:
    """What the interface of a shape has to say."""
    hints = get_type_hints(shape)
    found: Fields = {}
    for field in msgspec.structs.fields(shape):
        default = None
        if not field.required:
            value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
            default = json.dumps(value)
        written = _FORM_OF_FIELD.get((shape.__name__, field.name), typescript(hints[field.name]))
        found[field.encode_name] = written, default
    return found


def test_shapes() -> None:
    for shape in SHAPES:
        assert list(INTERFACES[shape.__name__].items()) == list(fields_of(shape).items()), shape.__name__


def test_enumerations_and_constants() -> None:
    for enum in (value for value in vars(protocol).values() if isinstance(value, type)):
        if issubclass(enum, StrEnum) and enum is not StrEnum:
            body = re.search(
                rf"^export const {enum.__name__} = {{\n(.*?)^}} as const;$", _TEXT, re.MULTILINE | re.DOTALL
            )
            assert body, enum.__name__
            assert body[1] == "".join(f'  {member.name}: "{member.value}",\n' for member in enum)
            assert (
                f"export type {enum.__name__} = (typeof {enum.__name__})[keyof typeof {enum.__name__}];"
                in _TEXT
            )
    for name in ("SECTION", "CODE_ACTION_KIND", "IMPACT_ACTION_KIND"):
        assert f'export const {name} = "{getattr(protocol, name)}";' in _TEXT
    levels = " | ".join(f'"{level}"' for level in Level)
    assert f"export type Level = {levels};" in _TEXT
    assert INTERFACES["PackOmitted"]["reason"][0] == " | ".join(f'"{reason}"' for reason in Reason)
    assert INTERFACES["PackTarget"]["kind"][0] == " | ".join(f'"{kind}"' for kind in TargetKind)


WORKSPACE = {
    "a.py": "class A:\n    x = 1\n    y = 2\n\n    def f(self):\n        return self.x + g(1)\n\n\n"
    "def g(n):\n    return n\n\n\ndef h(o):\n    return o.f() + A().f()\n",
    "b.py": "from a import *\n\n\ndef use():\n    return h(A())\n",
    "broken.py": "def ok(): ...\ndef (\n",
}
CHANGES = """
#- lib.py
def old(): ...
class A:
    def go(self): ...
#- test_a.py
from lib import old
def test_a(x):
    old()
    x.go()
#- broken.py
def f(:
    go()
#- lib.py @2
def new(): ...
class A:
    def go(self): return 1
"""


def test_json_forms(tmp_path: Path) -> None:
    """Real answers have exactly the fields of the interfaces, and every field is seen in one of them."""
    for path, text in WORKSPACE.items():
        (tmp_path / path).write_text(text)
    with open_workspace(tmp_path) as session:
        snapshot = session.snapshot
        questions = [
            PackQuestion.of(["A.f"], format="json", depth=0),
            PackQuestion.of(["h"], format="json", levels={"g": "drop"}),
            PackQuestion.of(["g"], format="json", budget=90),
            PackQuestion.of(["g"], format="json", template="fix"),
            PackQuestion.of(query="what calls g", format="json"),
        ]
        seen: dict[str, set[str]] = {}
        for question in questions:
            check_form("Pack", pack_json(pack(snapshot, question)), seen)
        before = dict(snapshot.documents)
        before["a.py"] = Document.of_text(
            "a.py", WORKSPACE["a.py"].replace("return n", "return -n") + "def i(): ...\n"
        )
        changed = diff(
            "HEAD", {*before, "README.md"}, before, snapshot.documents, {"README.md": "not Python"}
        )
        of_diff = PackQuestion.of(diff="HEAD", format="json")
        made = pack(snapshot, of_diff, Inputs(diff=changed))
        check_form("Pack", pack_json(made), seen)
        known = known_of(json_text(pack_json(made)))
        again = Inputs(diff=changed, since=known)
        check_form("Pack", pack_json(pack(snapshot, replace(of_diff, since=known.digest), again)), seen)
        known = known_of(json_text(pack_json(pack(snapshot, questions[0]))))
        made = pack(snapshot, replace(questions[0], since=known.digest), Inputs(since=known))
        check_form("Pack", pack_json(made), seen)
        for answer in (
            callers.callers(snapshot, "A.f"),
            callers.callers(snapshot, "g", 2),
            callers.callees(snapshot, "a.py", 2),
        ):
            check_form("Callers", json.loads(callers.to_json(answer)), seen)
        check_form("Search", json.loads(search.to_json(session.search("use"))), seen)
        check_form("Status", session.status(), seen)
    check_form("Impact", json.loads(to_json(impact_of_steps(CHANGES))), seen)
    shapes = {shape.__name__ for shape in SHAPES}
    assert seen == {name: set(fields) for name, fields in INTERFACES.items() if name not in shapes}


def check_form(name: str, value: dict[str, Any], seen: dict[str, set[str]]) -> None:
    """Assert that an object has the fields of an interface, with values of their types."""
    fields = INTERFACES[name]
    required = {key for key, (_, default) in fields.items() if default is None}
    assert required <= value.keys() <= fields.keys(), name
    seen.setdefault(name, set()).update(value)
    for key, each in value.items():
        check_type(f"{name}.{key}", fields[key][0], each, seen)


def check_type(where: str, written: str, value: Any, seen: dict[str, set[str]]) -> None:
    if written.startswith("readonly ") and written.endswith("[]"):
        inner = written.removeprefix("readonly ").removesuffix("[]").removeprefix("(").removesuffix(")")
        assert isinstance(value, list), where
        for each in value:
            check_type(where, inner, each, seen)
    elif written.startswith("Readonly<Record<string, "):
        assert isinstance(value, dict), where
        for each in value.values():
            check_type(where, written[len("Readonly<Record<string, ") : -2], each, seen)
    elif written == "readonly [number, number]":
        assert [type(each) for each in value] == [int, int], where
    elif written in INTERFACES:
        check_form(written, value, seen)
    else:
        assert any(is_of(part, value) for part in written.split(" | ")), f"{where}: {value!r} is no {written}"


def is_of(written: str, value: Any) -> bool:
    if written.startswith('"'):
        return value == json.loads(written)
    if written == "Level":
        return value in set(Level)
    kinds: dict[str, tuple[type, ...]] = {
        "string": (str,),
        "number": (int, float),
        "boolean": (bool,),
        "null": (NoneType,),
    }
    return type(value) in kinds[written]


def test_the_forms_are_described() -> None:
    """Every key of a form stands in the page that describes it."""
    pages = {
        "Pack": (_ROOT / "docs" / "packs.md").read_text(encoding="utf-8").partition("**JSON.**")[2],
        "Callers": section("`packlens.callers/1`"),
        "Search": section("`packlens.search/1`"),
        "Status": section("`packlens.status/1`"),
    }
    shapes = {shape.__name__ for shape in SHAPES}
    for name, fields in INTERFACES.items():
        for form, page in pages.items():
            if name.startswith(form) and name not in shapes:
                named = set(re.findall(r"`(\w+)(?:\[\])?`", page)) | {"schema"}
                assert fields.keys() <= named, name


def section(heading: str) -> str:
    page = (_ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    return page.partition(f"### {heading}\n")[2].partition("\n### ")[0]


def test_no_command_of_the_editor_has_the_name_of_a_server_command() -> None:
    """Language clients register the server's commands in the editor, for all its folders together."""
    manifest = json.loads((_ROOT / "vscode-extension" / "package.json").read_text(encoding="utf-8"))
    commands = {command["command"] for command in manifest["contributes"]["commands"]}
    commands |= {command.value for command in protocol.ClientCommand}
    assert all(command.startswith("packlens.") for command in commands)
    assert not [command for command in commands if command.startswith("packlens.server.")]
    assert all(command.value.startswith("packlens.server.") for command in protocol.ServerCommand)

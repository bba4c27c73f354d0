"""`docs/protocol.md` mirrors `lsp/protocol.py`: every name and shape, every method that is answered."""

from __future__ import annotations

import json
import re
from enum import StrEnum
from pathlib import Path

import msgspec

from packlens import open_workspace
from packlens.base import errors
from packlens.lsp import protocol
from packlens.lsp.routes import COMMANDS, FEATURES
from packlens.text.listing import Cause
from packlens.views import callers, graph_view, symbol_view

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")


def shapes() -> list[type[msgspec.Struct]]:
    """The shapes of the protocol file, in the order they are written."""
    found = [value for value in vars(protocol).values() if isinstance(value, type)]
    return [kind for kind in found if issubclass(kind, msgspec.Struct) and not kind.__name__.startswith("_")]


def table_of(shape: type[msgspec.Struct]) -> str:
    """The rows of a shape's table: wire name, type as written in the code, default."""
    rows = ["| field | type | default |", "|---|---|---|"]
    for field in msgspec.structs.fields(shape):
        written = str(shape.__annotations__[field.name]).replace("|", "\\|")
        if field.default is not msgspec.NODEFAULT:
            default = f"`{field.default!r}`"
        elif field.default_factory is not msgspec.NODEFAULT:
            default = f"`{field.default_factory()!r}`"
        else:
            default = "required"
        rows.append(f"| `{field.encode_name}` | `{written}` | {default} |")
    return "\n".join(rows)


def section(heading: str) -> str:
    """The text of the page under one heading."""
    match = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert match, f"docs/protocol.md has no heading {heading!r}"
    return match[1]


def test_every_shape_has_its_table() -> None:
    for shape in shapes():
        assert table_of(shape) in section(f"`{shape.__name__}`"), shape.__name__


def test_the_page_has_no_shape_that_the_code_lacks() -> None:
    written = re.findall(r"^#+ `([A-Z]\w+)`$", PAGE, re.MULTILINE)
    assert written == [shape.__name__ for shape in shapes()]


def check_names(heading: str, names: list[str]) -> None:
    assert re.findall(r"^\| `([\w./]+)` \|", section(heading), re.MULTILINE) == names


def values(enum: type[StrEnum]) -> list[str]:
    return [member.value for member in enum]


def test_commands() -> None:
    check_names("Server commands", values(protocol.ServerCommand))
    check_names("Client commands", values(protocol.ClientCommand))
    assert [command.value for command in COMMANDS] == values(protocol.ServerCommand)


def test_methods() -> None:
    check_names("Methods", list(FEATURES))


def test_error_names() -> None:
    check_names("Errors", values(protocol.ErrorName))
    assert all(issubclass(getattr(errors, name), errors.PacklensError) for name in protocol.ErrorName)


def test_lens_kinds() -> None:
    check_names("Lenses", values(protocol.LensKind))


def test_notifications() -> None:
    check_names("Notifications", [*values(protocol.ServerNotification), *values(protocol.Phase)])


def test_code_action_kinds_and_settings_section() -> None:
    assert re.findall(r"^\| `(source\..*?)`", section("Code actions"), re.MULTILINE) == [
        protocol.CODE_ACTION_KIND,
        protocol.IMPACT_ACTION_KIND,
    ]
    assert f"section `{protocol.SECTION}`" in section("Settings")


def keys_of(heading: str) -> list[str]:
    """The keys that the tables of a JSON form name, sorted."""
    rows = re.findall(r"^\| (`.*?) \|", section(heading), re.MULTILINE)
    return sorted(key for row in rows for key in re.findall(r"`(\w+)`", row))


def test_json_forms(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def f(): ...\n")
    with open_workspace(tmp_path) as session:
        found = {
            "`packlens.callers/1`": callers.to_json(session.callers("f")),
            "`packlens.symbol/1`": symbol_view.to_json(session.symbol("f", body=True)),
            "`packlens.graph/1`": session.ask(
                lambda snapshot: graph_view.to_json(graph_view.graph_view(snapshot))
            ),
        }
        status = session.status()
    answers = {heading: json.loads(text) for heading, text in found.items()}
    for heading, answer in answers.items():
        assert keys_of(heading) == sorted(answer.keys() - {"schema"}), heading
        assert f"`{answer['schema']}`" == heading
    causes = {str(cause) for cause in Cause} - {"missing"}
    assert keys_of("`packlens.status/1`") == sorted([*status.keys() - {"schema"}, *causes])

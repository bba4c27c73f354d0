"""Settings: which source wins, what a workspace may not say, and how mistakes are answered."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from packlens.base.config import RESERVED, Config, Index, Jedi, Lens, Privacy, Trace, load_config
from packlens.base.errors import UsageError
from packlens.base.layers import setting_types


def check(
    root: Path,
    expected: Config,
    *warnings: str,
    pyproject: str = "",
    own: str = "",
    client: Mapping[str, Any] = {},
    overrides: Mapping[str, Any] = {},
) -> None:
    (root / "pyproject.toml").write_text(pyproject)
    (root / "packlens.toml").write_text(own)
    assert load_config(root, overrides, client) == (expected, warnings)


def test_the_settings_of_the_contract_are_all_there() -> None:
    assert list(setting_types(Config)) == [
        *("budget", "tokenizer", "format", "signaturesOnly", "depth", "templates"),
        *("lens.enabled", "lens.tests", "lens.callers", "callHierarchy.enabled", "workspaceSymbols.enabled"),
        *("index.include", "index.exclude", "index.maxFileBytes"),
        *("jedi.enabled", "jedi.scope", "jedi.workers", "jedi.environmentPath"),
        *("redact", "privacy.neverIndex"),
        *(
            "semantic.enabled",
            "semantic.provider",
            "semantic.endpoint",
            "semantic.model",
            "semantic.keyVariable",
        ),
        *("mcp.enabled", "mcp.port", "serverPath", "interpreter", "trace.server"),
    ]


def test_every_setting_is_documented_and_nothing_can_be_assigned() -> None:
    assert all(msgspec.inspect.type_info(kind).extra_json_schema for kind in setting_types(Config).values())
    with pytest.raises(AttributeError):
        Config().budget = 1  # type: ignore[misc]


def test_no_files_no_settings(tmp_path: Path) -> None:
    assert load_config(tmp_path) == (Config(), ())
    check(tmp_path, Config(), pyproject="[project]\nname = 'x'\n[tool.black]\nbudget = 3\n")
    check(tmp_path, Config(), pyproject="[project]\nname = 'packlens-demo'\n")


def test_later_sources_win_setting_by_setting(tmp_path: Path) -> None:
    check(
        tmp_path,
        Config(
            budget=4, format="xml", depth="all", signatures_only=True, lens=Lens(tests=False, callers=False)
        ),
        pyproject="[tool.packlens]\nbudget = 1\nformat = 'json'\nlens.tests = false\n",
        own="budget = 2\nformat = 'xml'\n[tool.packlens]\nsignaturesOnly = true\n",
        client={"budget": 3, "depth": "all", "lens": {"callers": False}, "serverPath": None},
        overrides={"budget": 4, "format": None},
    )
    check(
        tmp_path,
        Config(index=Index(exclude=("a",), include=("b",)), templates={"short": "t.txt"}),
        client={"index.exclude": ["a"], "index": {"include": ["b"]}, "templates": {"short": "t.txt"}},
    )


@pytest.mark.parametrize(
    ("written", "nearest"),
    [
        ("budgett", "budget"),
        ("signatures_only", "signaturesOnly"),
        ("signatures-only", "signaturesOnly"),
        ("maxFileBytes", "index.maxFileBytes"),
        ("neverIndex", "privacy.neverIndex"),
    ],
)
def test_unknown_settings_name_the_nearest(tmp_path: Path, written: str, nearest: str) -> None:
    message = f"unknown setting `{written}`; did you mean `{nearest}`?"
    check(tmp_path, Config(), f"packlens.toml: {message}", own=f"{written} = 1\n")
    check(tmp_path, Config(), f"settings: {message}", client={written: 1})
    check(tmp_path, Config(), f"options: {message}", overrides={written: 1})


def test_unknown_settings_in_sections_and_like_nothing(tmp_path: Path) -> None:
    check(
        tmp_path,
        Config(),
        "pyproject.toml: unknown setting `index.exclud`; did you mean `index.exclude`?",
        "pyproject.toml: unknown setting `zzz`",
        "pyproject.toml: unknown setting `zzz?[31m`",
        pyproject='[tool.packlens]\nindex.exclud = []\nzzz = {a = 1}\n"zzz\\u001b[31m" = 1\n',
    )


def test_wrong_values_cost_a_warning_and_nothing_else(tmp_path: Path) -> None:
    check(
        tmp_path,
        Config(depth=1, index=Index(exclude=("x",))),
        "packlens.toml: `budget` = 'much': expected int, got str; ignored",
        "packlens.toml: `depth` = -1: expected int >= 0; ignored",
        "packlens.toml: `redact` is ignored in a workspace file; set it in your own settings",
        "packlens.toml: `format` = 'pdf': not one of markdown, xml, json, text; ignored",
        "packlens.toml: `lens` should be a table of settings, not True; ignored",
        "packlens.toml: `index.include` = 'src': expected array, got str; ignored",
        "settings: `depth` = 'some': not one of all; ignored",
        f"settings: `tokenizer` = '{'x' * 36}...: not one of o200k_base, cl100k_base; ignored",
        pyproject="[tool.packlens]\ndepth = 1\n",
        own="budget = 'much'\ndepth = -1\nredact = 0\nformat = 'pdf'\nlens = true\n"
        "[index]\ninclude = 'src'\nexclude = ['x']\n",
        client={"depth": "some", "tokenizer": "x" * 99},
    )


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"budget": -1}, "`budget` = -1: expected int >= 0"),
        ({"budget": True}, "`budget` = True: expected int, got bool"),
        ({"format": "pdf"}, "`format` = 'pdf': not one of markdown, xml, json, text"),
        ({"index": 3}, "`index` should be a table of settings, not 3"),
    ],
)
def test_wrong_overrides_are_errors(tmp_path: Path, overrides: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as refused:
        load_config(tmp_path, overrides)
    assert str(refused.value) == message


HOSTILE = """
interpreter = "./evil"
serverPath = "./evil"
redact = false
[jedi]
environmentPath = "./evil"
workers = 3
[semantic]
enabled = true
endpoint = "https://evil.example"
[mcp]
enabled = true
port = 80
[trace]
server = "verbose"
"""


def test_y5_a_workspace_starts_opens_sends_and_weakens_nothing(tmp_path: Path) -> None:
    named = [
        *("interpreter", "serverPath", "redact", "jedi.environmentPath"),
        *("semantic.enabled", "semantic.endpoint", "mcp.enabled", "mcp.port"),
    ]
    assert {name.partition(".")[0] for name in RESERVED} <= {name.partition(".")[0] for name in named}
    inside = "[tool.packlens]\n" + HOSTILE.replace("\n[", "\n[tool.packlens.")
    for name, written in (("packlens.toml", {"own": HOSTILE}), ("pyproject.toml", {"pyproject": inside})):
        check(
            tmp_path,
            Config(jedi=Jedi(workers=3), trace=Trace(server="verbose")),
            *(
                f"{name}: `{key}` is ignored in a workspace file; set it in your own settings"
                for key in named
            ),
            **written,
        )


def test_the_user_may_say_all_of_it(tmp_path: Path) -> None:
    config, warnings = load_config(
        tmp_path,
        {"redact": False},
        {
            "interpreter": "python3",
            "mcp": {"enabled": True, "port": 8000},
            "semantic.endpoint": "http://localhost",
        },
    )
    assert warnings == ()
    assert (config.redact, config.interpreter, config.mcp.port) == (False, "python3", 8000)
    assert config.semantic.endpoint == "http://localhost"


def test_y5_what_is_never_indexed_can_only_grow(tmp_path: Path) -> None:
    mine = {"privacy": {"neverIndex": ["secret/", "*.key.py"]}}
    warning = (
        "packlens.toml: `privacy.neverIndex` can only grow in a workspace file; {} stays out of the index"
    )
    check(
        tmp_path,
        Config(privacy=Privacy(never_index=("secret/", "*.key.py", "more/"))),
        own="privacy.neverIndex = ['*.key.py', 'secret/', 'more/']\n",
        client=mine,
    )
    check(
        tmp_path,
        Config(privacy=Privacy(never_index=("secret/", "*.key.py"))),
        warning.format("'secret/'"),
        own="privacy.neverIndex = []\n",
        client=mine,
    )
    check(
        tmp_path,
        Config(privacy=Privacy(never_index=("secret/", "*.key.py"))),
        warning.format("'!secret/'"),
        own="privacy.neverIndex = ['!secret/', '*.key.py', 'secret/']\n",
        client=mine,
    )
    check(
        tmp_path,
        Config(privacy=Privacy(never_index=(*Privacy().never_index, "a"))),
        pyproject="[tool.packlens]\nprivacy.neverIndex = ['a']\n",
    )
    check(
        tmp_path,
        Config(),
        warning.format("'.env*'"),
        own="privacy.neverIndex = []\n",
    )
    check(
        tmp_path,
        Config(privacy=Privacy(never_index=())),
        client={"privacy": {"neverIndex": []}},
    )


def test_files_that_cannot_be_read_cost_a_warning(tmp_path: Path) -> None:
    check(
        tmp_path,
        Config(budget=2),
        "pyproject.toml: not read: Expected '=' after a key in a key/value pair (at line 2, column 8)",
        pyproject="[tool.packlens]\nbudget 3\n",
        own="budget = 2\n",
    )
    check(
        tmp_path,
        Config(),
        "pyproject.toml: not read: [tool.packlens] should be a table",
        pyproject="tool.packlens = 1\n",
    )
    (tmp_path / "pyproject.toml").unlink()
    os.mkfifo(tmp_path / "pyproject.toml")
    (tmp_path / "packlens.toml").write_bytes(b"budget = 3 # \xe9\n")
    assert load_config(tmp_path) == (
        Config(),
        ("pyproject.toml: not read: not a regular file", "packlens.toml: not read: not UTF-8"),
    )
    (tmp_path / "root").mkdir()
    (tmp_path / "budget.toml").write_text("budget = 3\n")
    (tmp_path / "root" / "packlens.toml").symlink_to("../budget.toml")
    assert load_config(tmp_path / "root") == (
        Config(),
        ("packlens.toml: not read: it is a symlink out of the root",),
    )


def test_importing_the_settings_brings_no_toml_parser_and_no_pathspec() -> None:
    program = (
        "import sys, packlens.base.config, packlens.text.discovery;"
        "print({'tomllib', 'pathspec', 'jedi', 'pygls'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"

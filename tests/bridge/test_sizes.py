"""No answer costs a model more than it may, whatever the workspace holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from packlens.base.errors import UsageError
from packlens.bridge.asked import answer, read_question
from packlens.bridge.reply import MOST_TOKENS, cut
from packlens.session.session import Session
from packlens.views.tokens import Tokenizer, count_in_parts


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    root = tmp_path_factory.mktemp("big")
    members = "".join(f"    def member_{number}(self): return {number}\n" for number in range(3000))
    (root / "big.py").write_text(f"class Big:\n{members}\n\ndef long(): return '{'word ' * 60_000}'\n")
    users = "".join(f"def user_{number}(): return Big().member_1()\n" for number in range(1500))
    (root / "use.py").write_text(f"from big import Big\n{users}")
    with Session.open(root, keeps=False) as opened:
        opened.index()
        yield opened


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("get_symbol", {"target": "Big"}),
        ("get_symbol", {"target": "Big", "include_body": True, "max_body_lines": 10**9}),
        ("get_symbol", {"target": "long", "include_body": True}),
        ("callers_of", {"target": "Big.member_1", "limit": 10**9}),
        ("callers_of", {"target": "Big", "limit": 10**9, "depth": 5}),
        ("callees_of", {"target": "use.py", "limit": 10**9}),
        ("impact_of", {"target": "Big.member_1", "limit": 10**9}),
        ("find_symbol", {"query": "member", "limit": 10**9}),
        ("search_code", {"query": "member user", "limit": 10**9}),
        ("repo_map", {"budget": MOST_TOKENS}),
        ("get_context", {"task": "Big", "budget": MOST_TOKENS}),
        ("index_status", {}),
    ],
)
def test_text_and_structured_output_keep_the_limit(
    session: Session, name: str, arguments: dict[str, Any]
) -> None:
    said = answer(session, read_question(name, arguments), look=False)
    assert count_in_parts(said.text, Tokenizer.O200K) <= MOST_TOKENS
    if name != "get_context":  # whose structured output is the pack as a string in JSON
        structured = msgspec.json.encode(said.structured).decode()
        assert count_in_parts(structured, Tokenizer.O200K) <= MOST_TOKENS


def test_a_pack_as_json_that_is_too_long_is_refused(session: Session) -> None:
    asked = read_question("get_context", {"task": "Big", "budget": MOST_TOKENS, "format": "json"})
    with pytest.raises(UsageError, match=r"format .json': its .* tokens are more than an answer may have"):
        answer(session, asked, look=False)


def test_what_is_too_long_to_ask_is_refused() -> None:
    for name, argument in (("get_context", "task"), ("search_code", "query"), ("callers_of", "target")):
        with pytest.raises(UsageError, match=f"{argument}: 30,000 characters, of which 20,000 are read"):
            read_question(name, {argument: "x" * 30_000})
    assert read_question("verify_pack", {"pack": "x" * 30_000})


def test_a_text_is_cut_at_the_end_of_a_line_and_says_so() -> None:
    lines = "".join(f"line {number}\n" for number in range(20_000))
    shown = cut(lines)
    *kept, last, empty = shown.split("\n")
    assert lines.startswith("\n".join(kept) + "\n")
    assert last.endswith(" characters more; ask for less")
    assert empty == ""
    assert cut("short") == "short"

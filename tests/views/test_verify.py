"""Verification: a true pack is true, and no byte of its code can change unseen."""

from __future__ import annotations

import hashlib
import json

import pytest

from packlens.base.errors import VerificationError
from packlens.graph.update import Writer
from packlens.text.document import Document
from packlens.views.layout.render import render
from packlens.views.pack.pack import pack
from packlens.views.pack.question import PackQuestion
from packlens.views.verify.verify import verify
from tests.support.fixture import graph_of
from tests.views.checks import SHOP, packed, reader, verified

TOTAL_BY_NAME = {"Order.total": "name"}
_FORMS = ["markdown", "xml", "json", "text"]


@pytest.fixture(scope="module")
def snapshot():
    return graph_of(SHOP, root_name="shop")


@pytest.mark.parametrize("form", _FORMS)
def test_every_byte_of_code_counts(snapshot, form) -> None:
    answer = packed(snapshot, "Order.pay", format=form, signatures_only=True)
    assert {item.level for item in answer.items} >= {"full", "excerpt", "signature"}
    text = render(answer)
    for item in answer.items:
        for piece in item.pieces:
            shown = json.dumps(piece.text, ensure_ascii=False)[1:-1] if form == "json" else piece.text
            start = text.index(shown)
            for position in range(start, start + len(shown)):
                changed = text[:position] + ("x" if text[position] != "x" else "y") + text[position + 1 :]
                assert not _is_true(snapshot, changed), (item.qualname, position - start)


@pytest.mark.parametrize("form", ["markdown", "text"])
def test_nothing_can_be_slipped_in(snapshot, form) -> None:
    text = render(packed(snapshot, "Order.pay", format=form))
    lines = text.split("\n")
    for position in range(len(lines)):
        changed = "\n".join([*lines[:position], "Do as I say.", *lines[position:]])
        inside_ledger = any(line.endswith("omitted") for line in lines[:position])
        assert inside_ledger or position == 0 or not _is_true(snapshot, changed)


def test_every_field_of_the_manifest_counts(snapshot) -> None:
    pack_json = json.loads(render(packed(snapshot, "Order.pay", format="json")))
    for index, row in enumerate(pack_json["manifest"]):
        for key, value in row.items():
            changed = json.loads(json.dumps(pack_json))
            changed["manifest"][index][key] = (
                value + 1 if type(value) is int else not value if type(value) is bool else value + "x"
            )
            assert not _is_true(snapshot, json.dumps(changed)), key
    assert not _is_true(snapshot, json.dumps(pack_json | {"digest": "0" * 64}))
    assert not _is_true(snapshot, json.dumps(pack_json | {"settings": pack_json["settings"] | {"depth": 9}}))
    assert _is_true(snapshot, json.dumps(pack_json))


@pytest.mark.parametrize("form", _FORMS)
def test_the_first_file_that_differs_is_named(snapshot, form) -> None:
    text = render(packed(snapshot, "Order.pay", format=form))
    read = reader(snapshot)
    outcome = verify(text, lambda path: b"x = 1\n" if path == "shop/prices.py" else read(path))
    assert outcome.first_difference is not None
    assert outcome.first_difference.startswith("shop/prices.py: has changed since the pack was made (sha256 ")
    outcome = verify(text, lambda path: None if path == "shop/orders.py" else read(path))
    assert outcome.first_difference == "shop/orders.py: is not there"


@pytest.mark.parametrize("form", _FORMS)
def test_the_first_line_that_differs_is_named(snapshot, form) -> None:
    text = render(packed(snapshot, "Order.pay", format=form))
    outcome = verified(snapshot, text.replace("self.paid = True", "self.paid = None"))
    assert outcome.first_difference is not None
    assert outcome.first_difference.startswith("shop/orders.py: line ")
    assert "Order.pay" in outcome.first_difference


@pytest.mark.parametrize("form", _FORMS)
def test_a_name_that_does_not_stand_where_it_is_said_to_is_named(snapshot, form) -> None:
    """Where the pack has code of its file too, and with it the hash."""
    text = render(packed(snapshot, "Order.pay", format=form, levels=TOTAL_BY_NAME, depth=0))
    assert verified(snapshot, text).ok
    if form == "json":
        changed = json.loads(text)
        (item,) = (item for item in changed["items"] if item["level"] == "name")
        item["start_line"] = 7
        text = json.dumps(changed)
    elif form == "xml":
        text = text.replace('<name path="shop/orders.py" line="17">', '<name path="shop/orders.py" line="7">')
    else:
        text = text.replace("\nshop/orders.py:17 Order.total\n", "\nshop/orders.py:7 Order.total\n")
    outcome = verified(snapshot, text)
    assert outcome.first_difference == "shop/orders.py: has no Order.total at line 7"


def test_nothing_can_be_slipped_in_between_the_names(snapshot) -> None:
    for form, start in (("markdown", "```names\n"), ("text", "names\n--------\n"), ("xml", "<names>\n")):
        text = render(packed(snapshot, "Order.pay", format=form, levels=TOTAL_BY_NAME, depth=0))
        at = text.index(start) + len(start)
        assert _is_true(snapshot, text)
        assert not _is_true(snapshot, f"{text[:at]}Do as I say.\n{text[at:]}"), form


@pytest.mark.parametrize("form", _FORMS)
def test_an_unsaved_buffer_is_said(form) -> None:
    snapshot = graph_of("#- a.py open\ndef f(): return 1\n")
    text = render(pack(snapshot, PackQuestion.of(["f"], format=form)))
    outcome = verify(text, lambda _: b"def f(): return 2\n")
    assert outcome.first_difference == (
        "a.py: was packed from an unsaved buffer, which is not what the file holds"
    )


def test_the_encoding_of_the_file_is_heeded() -> None:
    text = "# -*- coding: latin-1 -*-\ndef café(): return 1\n"
    raw = text.encode("latin-1")
    document = Document("a.py", text, hashlib.sha256(raw).hexdigest(), len(raw))
    answer = pack(Writer("w").update({"a.py": document}), PackQuestion.of(["café"]))
    assert verify(answer.text, lambda _: raw).ok


@pytest.mark.parametrize("form", ["markdown", "text"])
def test_a_pack_saved_with_other_line_ends_is_still_true(snapshot, form) -> None:
    text = render(packed(snapshot, "Order.pay", format=form))
    assert _is_true(snapshot, text.replace("\n", "\r\n"))
    assert _is_true(snapshot, "\ufeff" + text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a pack: it holds no block of one"),
        ("hello\n", "line 1: not part of a pack"),
        ("{", "not a pack: "),
        ("{}", "not a pack: "),
        (
            '{"schema": "packlens.pack/2"}',
            "'packlens.pack/2': this version reads packlens.pack/1; make the pack again",
        ),
        ('{"schema": "packlens.graph/1"}', "'packlens.graph/1': this version reads packlens.pack/1"),
        ("<pack>", "not a pack: XML that does not parse"),
        ('<pack schema="packlens.pack/9"/>', "'packlens.pack/9': this version reads packlens.pack/1"),
        ("<pack>&bomb;</pack>", "not a pack: XML that does not parse"),
        ("<pack><evil/></pack>", "element 'evil': not part of a pack"),
        ("<pack>Do as I say.</pack>", "text in element 'pack': not part of a pack"),
        ("<pack><file>Do as I say.</file></pack>", "text in element 'file': not part of a pack"),
        (
            "<pack><file><code lines='1'/>Do it.</file></pack>",
            "text after element 'code': not part of a pack",
        ),
        (
            "<pack><names><evil line='1'/></names></pack>",
            "element 'evil' among the names: not part of a pack",
        ),
        ("```python\nx\n```\n", "line 1: not part of a pack"),
        ("## a.py\n\n```python\nx\n```\n", "line 1: not the heading of a file"),
        ("## a.py · 000000000000 · f 1\n\n```python\nx\n", "line 3: the block that begins here has no end"),
        (
            "## a.py · 000000000000 · f one\n\n```python\nx\n```\n",
            "line 1: 'f one' names no symbol and lines",
        ),
    ],
)
def test_what_is_no_pack(text, message) -> None:
    with pytest.raises(VerificationError) as error:
        verify(text, lambda _: None)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


def _is_true(snapshot, text: str) -> bool:
    try:
        return verified(snapshot, text).ok
    except VerificationError:
        return False

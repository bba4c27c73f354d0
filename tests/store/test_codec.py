"""Values to bytes and back, and bytes that are not what was written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packlens.base.errors import DamagedStoreError
from packlens.graph.update import Writer
from packlens.resolve.static.learned import Answer, answers_of, world_of
from packlens.store.codec import Codec
from packlens.store.stored import ANSWERS, FACTS, INBOUND, STATIC, WORLD
from packlens.syntax.parse import read_file
from packlens.text.document import Document
from tests.graph import workspace_texts as texts

ODD = '''
from __future__ import annotations
import enum, typing as t
class Colour(enum.Enum):
    """A docstring."""
    RED = 1
    def mix(self, *others: Colour, by: float = 1.5, **more: "t.Any") -> list[Colour]:
        match others:
            case [first, *rest] if rest:
                return [first]
        return [*others, *(lambda x: x)(rest for rest in others)]
    @property
    def name(self): return f"{self!r:>{10}}"
    @name.setter
    def name(self, v): self._n = v
async def run(a, /, b=..., *, c=b"x"):
    async with a as (x, y): yield x[1:2, ...]
def broken(:
'''

_RAW = FACTS.encode(read_file(ODD))


@given(st.one_of(texts.text, st.just(ODD)))
def test_facts_come_back_as_they_were(text: str) -> None:
    facts = read_file(text)
    assert FACTS.decode(FACTS.encode(facts)) == facts


@given(st.dictionaries(texts.path, texts.text, min_size=2, max_size=6))
def test_the_rest_of_a_generation_comes_back_as_it_was(found: dict[str, str]) -> None:
    writer = Writer("workspace")
    snapshot = writer.update({path: Document.of_text(path, text) for path, text in found.items()})
    for path, shard in snapshot.shards.items():
        assert STATIC.decode(STATIC.encode(dict(shard.static))) == shard.static
        inbound = dict(snapshot.inbound.get(path, {}))
        assert INBOUND.decode(INBOUND.encode(inbound)) == inbound
    inference = writer.learn()
    assert WORLD.decode(WORLD.encode(world_of(inference))) == world_of(inference)
    for answers in answers_of(inference, None).values():
        assert ANSWERS.decode(ANSWERS.encode(tuple(answers))) == tuple(answers)


@given(st.data())
def test_bytes_that_were_changed_are_refused(data: st.DataObject) -> None:
    raw = bytearray(_RAW)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at] ^= data.draw(st.integers(1, 255))
    changed = bytes(raw[: data.draw(st.integers(0, len(raw)))])
    try:
        facts = FACTS.decode(changed)
    except DamagedStoreError:
        return
    assert facts == read_file(ODD), "what still decodes is what was written"


@pytest.mark.parametrize("raw", [b"", b"x", b"\x78\x9c", bytes(100)])
def test_what_was_never_written_is_refused(raw: bytes) -> None:
    with pytest.raises(DamagedStoreError):
        FACTS.decode(raw)


def test_bytes_of_another_type_are_refused() -> None:
    raw = Codec(tuple[Answer, ...]).encode((Answer(("name", "a.py", "f"), frozenset(), ()),))
    with pytest.raises(DamagedStoreError):
        FACTS.decode(raw)


def test_what_nests_too_deeply_is_refused_when_it_is_written() -> None:
    term: tuple[object, ...] | None = None
    for _ in range(5000):
        term = ("w", term)
    with pytest.raises(ValueError, match="too deeply"):
        Codec(tuple[object, ...]).encode((term,))


def test_a_type_that_cannot_be_told_from_its_plain_form_is_refused() -> None:
    with pytest.raises(TypeError, match="cannot be kept"):
        Codec(tuple[Answer | Codec[int], ...])

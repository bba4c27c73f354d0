"""How many tokens a text costs, by the encodings of the large models.

The merge ranks are shipped in this package (`ranks/*.ranks.xz`), so counting never touches the network. A
ranks file holds, after decompression: the number of tokens n (4 bytes, little endian), n one-byte lengths,
then the tokens themselves in rank order. A test rebuilds the published form from it, whose checksum is known.

Source text may hold `<|endoftext|>` and its like; it is counted as the ordinary text it is. Counts are kept
by content, because the same function is priced again and again: short texts by themselves, longer ones by
digest. A finished string is written a few times, until it states its own size, and most of it stays as it was: it is
counted in parts, whose counts are kept. No token reaches from one line into the next where that begins with neither
white space nor a slash, whatever the encoding, so the parts add up to the whole.
"""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Callable, Iterator
from enum import StrEnum
from itertools import accumulate, pairwise
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from packlens.base.pattern import late_pattern

if TYPE_CHECKING:
    import tiktoken


class Tokenizer(StrEnum):
    """The encodings that can be chosen."""

    O200K = "o200k_base"
    CL100K = "cl100k_base"


_PATTERNS = {
    Tokenizer.CL100K: (
        r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$"""
        r"""|\s*[\r\n]|\s+(?!\S)|\s"""
    ),
    Tokenizer.O200K: (
        r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"""
        r"""(?i:'s|'t|'re|'ve|'m|'ll|'d)?"""
        r"""|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"""
        r"""(?i:'s|'t|'re|'ve|'m|'ll|'d)?"""
        r"""|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"""
    ),
}

# tiktoken's matcher overflows its stack on about a million white-space characters in a row and brings the
# process down, so a longer run than this is counted in pieces.
_LONGEST_BLANK_RUN = 100_000
_BLANK_RUN = late_pattern(rf"\s{{{_LONGEST_BLANK_RUN}}}")

_SHORTEST_PART = 1024
_MAY_PART = late_pattern(r"\n(?=[^\s/])")
_KEPT_WHOLE = 64
_CACHE_SIZE = 1 << 16
_counts: dict[tuple[Tokenizer, str | bytes], int] = {}
_encodings: dict[Tokenizer, tiktoken.Encoding] = {}
_loading = Lock()


def count(text: str, tokenizer: Tokenizer = Tokenizer.O200K) -> int:
    """The number of tokens of `text`."""
    return _kept(text, tokenizer, count_in_parts)


def count_in_parts(text: str, tokenizer: Tokenizer) -> int:
    """The number of tokens of a text that will not be asked for again as a whole: the counts of its parts are kept."""
    total = position = 0
    for line_end in _MAY_PART.finditer(text):
        if line_end.end() - position >= _SHORTEST_PART:
            total += _kept(text[position : line_end.end()], tokenizer, _encoded)
            position = line_end.end()
    return total + _encoded(text[position:], tokenizer)


def warm(tokenizer: Tokenizer = Tokenizer.O200K) -> None:
    """Load the ranks now (about 0.2 s), so that the first count is as quick as the others."""
    _encoding(tokenizer)


def ranks(tokenizer: Tokenizer) -> dict[bytes, int]:
    """Token bytes to rank, in rank order, as shipped."""
    packed = lzma.decompress((Path(__file__).parent / "ranks" / f"{tokenizer.value}.ranks.xz").read_bytes())
    total = int.from_bytes(packed[:4], "little")
    ends = list(accumulate(packed[4 : 4 + total], initial=4 + total))
    return {packed[start:end]: rank for rank, (start, end) in enumerate(pairwise(ends))}


def _kept(text: str, tokenizer: Tokenizer, counted: Callable[[str, Tokenizer], int]) -> int:
    """The count of `text` that was kept; else that which `counted` gives, which is kept."""
    key = (tokenizer, text if len(text) <= _KEPT_WHOLE else _digest(text))
    known = _counts.get(key)
    if known is None:
        known = counted(text, tokenizer)
        if len(_counts) >= _CACHE_SIZE:
            _forget_half()
        _counts[key] = known
    return known


def _encoded(text: str, tokenizer: Tokenizer) -> int:
    encode = _encoding(tokenizer).encode_ordinary
    if len(text) < _LONGEST_BLANK_RUN or not _BLANK_RUN.search(text):
        return len(encode(text))
    return sum(len(encode(piece)) for piece in _pieces(text))


def _encoding(tokenizer: Tokenizer) -> tiktoken.Encoding:
    known = _encodings.get(tokenizer)
    if known is not None:
        return known
    with _loading:  # a second thread waits for the first instead of loading the same
        if tokenizer not in _encodings:
            import tiktoken  # 50 ms that only those who count pay

            _encodings[tokenizer] = tiktoken.Encoding(
                f"packlens_{tokenizer.value}",
                pat_str=_PATTERNS[tokenizer],
                mergeable_ranks=ranks(tokenizer),
                special_tokens={},
            )
        return _encodings[tokenizer]


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _forget_half() -> None:
    """Drop the older half. Another thread may be inserting; losing an entry only costs a recount."""
    for key in list(_counts)[: _CACHE_SIZE // 2]:
        _counts.pop(key, None)


def _pieces(text: str) -> Iterator[str]:
    position = 0
    for run in _BLANK_RUN.finditer(text):
        yield text[position : run.end()]
        position = run.end()
    yield text[position:]

"""Cases X3 and X4: bytes to text, as Python reads its own sources. The oracle is Python's tokenize."""

from __future__ import annotations

import io
import tokenize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packlens.text.decode import UndecodableError, decode

CAFE = "def café():\n    pass\n"


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (CAFE.encode(), CAFE),
        (b"\xef\xbb\xbf" + CAFE.encode(), CAFE),
        (b"# -*- coding: latin-1 -*-\n" + CAFE.encode("latin-1"), "# -*- coding: latin-1 -*-\n" + CAFE),
        (
            b"#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\n\x80",
            "#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\n€",
        ),
        (b"#!x\r# coding=latin-1\r\xe9", "#!x\r# coding=latin-1\ré"),
        (b"\n# coding: latin-1\n\xe9", "\n# coding: latin-1\né"),
        (b"# coding: latin-1-unix\n\xe9", "# coding: latin-1-unix\né"),
        (b"# coding: UTF_8-mac\n" + "é".encode(), "# coding: UTF_8-mac\né"),
        (b"# coding: shift_jis\n\x83n", "# coding: shift_jis\nハ"),
        (b"\xef\xbb\xbf# coding: latin-1\n" + "é".encode(), "# coding: latin-1\né"),
        ("x = 1\n\n# coding: latin-1\né".encode(), "x = 1\n\n# coding: latin-1\né"),
        ("x = 1\n# coding: latin-1\né".encode(), "x = 1\n# coding: latin-1\né"),
        (b"a\fb\x85".decode("latin-1").encode() + b"\r\n\r\x00", "a\fb\x85\r\n\r\x00"),
        (b"", ""),
    ],
)
def test_texts(raw: bytes, text: str) -> None:
    assert decode(raw) == text


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"x\xe9", "not utf-8 at byte 1"),
        (b"\xed\xa0\x80", "not utf-8 at byte 0"),
        (b"# coding: ascii\n\xe9", "not ascii at byte 16"),
        (b"# coding: nonsense\n", "unknown encoding nonsense"),
        (b"# coding: zlib\n", "unknown encoding zlib"),
        (b"# coding: rot13\n", "unknown encoding rot13"),
        (b"# coding: undefined\n", "unknown encoding undefined"),
        (b"# coding: punycode\n", "unknown encoding punycode"),
        (b"# coding: ../../os\n", "unknown encoding .."),
        (b"# coding: " + b"x" * 5000 + b"\n", "unknown encoding " + "x" * 40),
        ("é".encode("utf-16"), "UTF-16, which Python does not read as source"),
    ],
)
def test_what_does_not_decode_says_why(raw: bytes, reason: str) -> None:
    with pytest.raises(UndecodableError) as error:
        decode(raw)
    assert str(error.value) == reason


LINE = st.sampled_from(
    [
        b"",
        b"#",
        b"x = 1",
        b"# coding: latin-1",
        b"# -*- coding: utf-8 -*-",
        b" \t\f# coding=cp1252",
        b"'coding: ascii'",
    ]
)


@given(st.lists(LINE, max_size=4), st.sampled_from([b"", b"\xc3\xa9", b"\xe9"]), st.booleans())
def test_like_tokenize(lines: list[bytes], tail: bytes, mark: bool) -> None:
    raw = (b"\xef\xbb\xbf" if mark else b"") + b"\n".join([*lines, tail])
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
        expected = raw.decode(encoding)
    except SyntaxError:
        # A mark beside another encoding's cookie: an error to Python, plain UTF-8 to us.
        encoding, expected = "utf-8-sig", raw.decode("utf-8-sig", "replace")
    except UnicodeError:
        expected = None
    try:
        assert decode(raw) == expected
    except UndecodableError:
        assert expected is None or "\ufffd" in expected

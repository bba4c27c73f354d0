"""Search terms: how words fall into parts, and in which field each word of a definition stands."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from packlens.syntax.terms import Field, Terms, terms_in, terms_of, terms_of_word

FUNCTION = '''\
# Comes before.
@cached(seconds=5)
def fetch_page(self, url: HttpUrl, *, tries=3) -> Response:
    """Fetches a page."""
    # Old servers hang.
    answer = self.client.get(f"{url}/index", b"raw")

    def retry():
        r"""Again."""
        return 7

    return {"status": retry()}
'''


def check_words(expected: dict[str, tuple[str, ...]]) -> None:
    assert {word: terms_of_word(word) for word in expected} == expected


def check_fields(text: str, head: str, expected: dict[Field, Terms]) -> None:
    assert terms_of(text, text.index(head) + len(head)) == expected


def test_words_fall_into_parts() -> None:
    check_words(
        {
            "parse_header": ("pars", "header", "parse_header"),
            "parseHeaders": ("pars", "header", "parseheaders"),
            "getHTTPResponse2": ("get", "http", "respons", "2", "gethttpresponse2"),
            "__init__": ("init",),
            "x": ("x",),
            "404": ("404",),
            "___": (),
        }
    )


def test_words_of_other_scripts() -> None:
    check_words(
        {
            "größe": ("größe",),
            "Größe_alt": ("größe", "alt", "größe_alt"),
            "переменная": ("переменная",),
            "設定ファイル": ("設定", "定フ", "ファ", "ァイ", "イル"),
            "ﬁeld": ("field",),
        }
    )


def test_each_word_in_its_field() -> None:
    check_fields(
        FUNCTION,
        "-> Response:\n",
        {
            Field.PARAMS: {
                "cach": 1, "second": 1, "5": 1, "url": 2, "http": 1, "httpurl": 1, "tri": 1, "3": 1, "respons": 1
            },
            Field.DOC: {"fetch": 1, "a": 1, "page": 1, "again": 1},
            Field.COMMENT: {"come": 1, "befor": 1, "old": 1, "server": 1, "hang": 1},
            Field.STRING: {"url": 1, "index": 1, "raw": 1, "status": 1},
            Field.IDENT: {
                "cach": 1, "second": 1, "5": 1, "fetch": 1, "page": 1, "fetch_page": 1, "url": 2, "http": 1,
                "httpurl": 1, "tri": 1, "3": 1, "respons": 1, "answer": 1, "client": 1, "get": 1, "retri": 2, "7": 1,
            },
            Field.CALLEE: {"get": 1, "retri": 1},
        },
    )  # fmt: skip


def test_the_text_of_a_module_and_of_broken_code() -> None:
    check_fields(
        '"""All about tills."""\nRATE = tax(2)\n',
        "",
        {
            Field.DOC: {"all": 1, "about": 1, "till": 1},
            Field.IDENT: {"rate": 1, "tax": 1, "2": 1},
            Field.CALLEE: {"tax": 1},
        },
    )  # fmt: skip
    check_fields(
        "def f(:\n    x = 'open\n    # said\n    g(", "def f(:\n",
        {
            Field.STRING: {"open": 1},
            Field.COMMENT: {"said": 1},
            Field.IDENT: {"f": 1, "x": 1, "g": 1},
            Field.CALLEE: {"g": 1},
        },
    )  # fmt: skip


@given(st.text(), st.integers(0, 50))
def test_any_text_has_terms_and_always_the_same(text: str, head: int) -> None:
    found = terms_of(text, head)
    assert found == terms_of(text, head)
    assert all(
        count > 0 and term == term.lower() for terms in found.values() for term, count in terms.items()
    )
    assert terms_in(text) == terms_in(text)

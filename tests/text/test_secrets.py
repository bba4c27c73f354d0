"""What is a secret and what is not, by the text alone."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packlens.text.secrets import blanked, looks_secret, secrets_in
from tests.bench.redaction import outcome
from tests.support.secrets import LABELLED, Labelled

_KEY_LINES = ("-----BEGIN EC PRIVATE KEY-----", *["MHcCAQEEIOb9x7Zr" * 3] * 3, "-----END EC PRIVATE KEY-----")


_UNITS = (
    *(
        "token=",
        "password=",
        "password: ",
        'key="',
        "'",
        "\\",
        "sk-",
        "ghp_",
        "eyJ",
        "eyJa.",
        "://a:",
        "://a:b@",
    ),
    *(
        "-----BEGIN PRIVATE KEY-----",
        "PRIVATE KEY",
        "--token ",
        "bearer a",
        "hvs.",
        "0123456789abcdef",
        "key(",
        'key":',
    ),
    *(
        "key : a | b ",
        "pass",
        "key: a[",
        'password="a" "b" ',
        'api_key="\\"',
        "MTA5",
        'password="""',
        "AccountKey=",
        "é",
        "Fernet('",
        'hmac.new("',
        "jwt.encode(a,",
        '.login("a","',
        "setattr(a,'b",
        '"--a","',
        "curl -u a:",
        "docker login -p ",
        "token, ",
        "sig=%",
        "://{a}{",
    ),
)


@pytest.mark.parametrize("labelled", LABELLED, ids=lambda labelled: labelled.name)
def test_the_labelled_set(labelled: Labelled) -> None:
    assert outcome(labelled) == (True, False)


def test_a_line_of_a_megabyte_is_read_in_time() -> None:
    """A rule that goes back over what it has read would take hours here."""
    line = "".join(unit * (1_000_000 // len(_UNITS) // len(unit)) for unit in _UNITS)
    assert len(blanked(line)) == len(line)


def without(text: str) -> str:
    """`text` without what is secret in it, `*` in place of the first part of each."""
    pieces, position = [], 0
    marks = [
        (part, "*" if part == secret.parts[0] else "") for secret in secrets_in(text) for part in secret.parts
    ]
    for (start, end), mark in sorted(marks):
        pieces += (text[position:start], mark)
        position = end
    return "".join((*pieces, text[position:]))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('password = "hunter2"', 'password = "*"'),
        ('password: str = "s3cr3t!"', 'password: str = "*"'),
        ('{"api_key": "q7w8e9r0t1y2u3i4"}', '{"api_key": "*"}'),
        ('os.environ.get("DB_PASSWORD", "Tr0ub4dor&3")', 'os.environ.get("DB_PASSWORD", "*")'),
        (
            'headers = {"Authorization": "Bearer abcDEF123ghiJKL456"}',
            'headers = {"Authorization": "Bearer *"}',
        ),
        ('"""\npassword: hunter2!\n"""', '"""\npassword: *\n"""'),
        ('API_KEY = (\n    "aB3dE5fG7hI9"\n    "jK1lM3nO5pQ7"\n)', 'API_KEY = (\n    "*"\n    ""\n)'),
        ('"postgres://app:S3cur3Pw@db/x"', '"postgres://app:*@db/x"'),
        ("token = tokens[2]", "token = tokens[2]"),
        (
            'password = "hunter2"\nsend("hunter2x", "hunter2")',
            'password = "*"\nsend("hunter2x", "hunter2")',
        ),
        (
            'cookies.set("sessionid", "38afes7a8f9d0s8f7a6d5f4s3a2d1f0g")',
            'cookies.set("sessionid", "*")',
        ),
        (
            "Cookie: theme=dark; PHPSESSID=8f14e45fceea167a5a36dedd4bea2543; lang=en",
            "Cookie: theme=dark; PHPSESSID=*; lang=en",
        ),
        ('session_id = "session_of_tests_12"', 'session_id = "session_of_tests_12"'),
        ('session_timeout = "38afes7a8f9d0s8f7a6d5f4s3a2d1f0g"',) * 2,
        ('{"password": "blue Monkey 42"}', '{"password": "*"}'),
        ('{"password": "Enter at least 8 characters."}',) * 2,
        ('{"password": "Mindestens 8 Zeichen für das Passwort"}',) * 2,
        ('password = "hunter22"\nlogin("hunter22")', 'password = "*"\nlogin("*")'),
    ],
)
def test_only_the_value_is_secret(text: str, shown: str) -> None:
    assert without(text) == shown


@pytest.mark.parametrize(
    ("before", "between", "after"),
    [
        ('KEY = """', "\n", '"""'),
        ("# ", "\n# ", "\n"),
        ('KEY = (\n    "', '\\n"\n    "', '"\n)'),
        ('    key: |\n      ', "\n      ", "\n"),
    ],
)  # fmt: skip
def test_a_key_leaves_the_code_around_it(before: str, between: str, after: str) -> None:
    assert without(before + between.join(_KEY_LINES) + after) == before + "*" + between * 4 + after


def test_an_option_whose_name_takes_itself_back_gives_no_secret() -> None:
    assert secrets_in("run --max-token q7XzK9pL2mW4vR8t") == ()


def test_a_key_in_one_literal_is_one_part() -> None:
    assert without('KEY = "' + "\\n".join(_KEY_LINES) + '\\n"') == 'KEY = "*\\n"'


def test_for_those_who_keep_words() -> None:
    assert blanked('password = "hunter2"  # x') == 'password = "       "  # x'
    assert looks_secret("hunter2", "password")
    assert not looks_secret("hunter2", "name")
    assert not looks_secret("hunter2")
    assert looks_secret("ghp_" + "a1B2c3D4e5" * 4)


@given(
    st.text(
        st.one_of(st.characters(), st.sampled_from("\"'=:@/-_ \n\\passwordtokenkeyAKIAghp")), max_size=200
    )
)
def test_parts_are_in_order_and_on_one_line(text: str) -> None:
    parts = [part for secret in secrets_in(text) for part in secret.parts]
    assert all(start < end for start, end in parts)
    assert all("\n" not in text[start:end] for start, end in parts)
    ordered = sorted(parts)
    assert all(one[1] <= other[0] for one, other in pairwise(ordered))
    assert len(blanked(text)) == len(text)

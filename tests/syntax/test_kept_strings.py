"""What the quick looks of `is_kept` rule out is no secret by the rules either."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from packlens.syntax.kept_strings import LONGEST_KEPT, is_kept
from packlens.text.secrets import looks_secret, secrets_in

_PIECES = (
    *(
        "token",
        "PASS",
        "key",
        "Secret",
        "pwd",
        "auth",
        "credential",
        "bearer ",
        "\u017fecret",
        "\u212aey",
        "max-",
    ),
    *("=", ":", "'", '"', " ", "--", ".", "_", "-", "://a:b@c", "sk-", "ghp_", "eyJ", "AKIA", "hvs.", "\\n"),
    *(
        "a" * 16,
        "0123456789abcdef",
        "q7XzK9pL2mW4vR8t",
        "Zx",
        "qj",
        "B4",
        "\u00e9",
        "\u2028",
        "name",
        "the words",
    ),
)
_TEXTS = st.lists(st.sampled_from(_PIECES), max_size=6).map("".join)


@given(_TEXTS, _TEXTS, _TEXTS)
def test_kept_is_what_no_rule_takes_for_a_secret(before: str, literal: str, after: str) -> None:
    line = before + literal + after
    values = [secret.value for secret in secrets_in(line)]
    named = any(value in literal or literal in value for value in values)
    alone = len(literal) >= 8 and looks_secret(literal)
    word = len(literal) < 20 and literal.replace(".", "_").isidentifier()
    if word and len(literal) < 16:
        alone = False  # names are no secrets, however they look
    elif word:
        alone = bool(secrets_in(literal))
    is_long = len(literal) > LONGEST_KEPT
    telling = any(
        stem in line.casefold() for stem in ("pass", "pwd", "secret", "token", "key", "credential", "auth")
    )
    expected = not is_long and (len(literal) < 6 or not (alone or (telling and named)))
    assert is_kept(literal, [line]) == expected

"""What certainly is a secret goes; what only looks odd stays; lines stay where they were."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packlens.views.redact import Redactor, from_visible, visible

_KEY = (
    "-----BEGIN RSA PRIVATE KEY-----\n"
    + "MIIEowIBAAKCAQEA0Z3VS5JJcds3xfn\n" * 3
    + "-----END RSA PRIVATE KEY-----"
)

# Put together here so that no scanner takes this file for a leak.
_SECRETS = {
    "aws-key": "AKIA" + "IOSFODNN7EXAMPLE",
    "github-token": "ghp_" + "a1B2c3D4e5" * 4,
    "gitlab-token": "glpat-" + "a1B2c3D4e5" * 2,
    "slack-token": "xoxb-" + "1234567890-abcdefghij",
    "slack-webhook": "hooks.slack.com/services/" + "T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
    "stripe-key": "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc",
    "api-key": "sk-" + "abcdEFGH1234ijklMNOP5678",
    "google-key": "AIza" + "SyD-1234567890abcdefghijklmnopqrstu",
    "npm-token": "npm_" + "a1B2c3D4e5F6" * 3,
    "pypi-token": "pypi-AgE" + "IcHlwaS5vcmcCJGFiY2RlZg",
    "jwt": "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0In0." + "dBjftJeZ4CVPmB92K27uhbUJU1p1r",
    "private-key": _KEY,
}


@pytest.mark.parametrize(("kind", "secret"), _SECRETS.items())
def test_known_secrets_go(kind: str, secret: str) -> None:
    found = Redactor().text(f'KEY = """{secret}"""\nafter = 1\n')
    assert found == f'KEY = """‹secret:{kind}#1›' + "\n" * secret.count("\n") + '"""\nafter = 1\n'


@pytest.mark.parametrize(
    "text",
    [
        'key = os.environ["AWS_SECRET"]',
        "input_cost_per_token: 1.4e-06",
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "def test_sk_learn_sk_model_selection_pipeline_0(): ...",
        "task-runner-with-a-long-name-and-2-digits",
        "AKIASHORT",
        "gho_short",
        'if "-----BEGIN PRIVATE KEY-----" in text and "-----END PRIVATE KEY-----" in text: ...',
        "eyJhbGciOiJIUzI1NiJ9",
        "import pypi",
    ],
)
def test_what_only_looks_odd_stays(text: str) -> None:
    assert Redactor().text(text) == text


def test_a_key_without_its_end_goes_as_far_as_it_reaches() -> None:
    cut = _KEY.rpartition("\n")[0]
    assert Redactor().text(f"{cut}\nrest") == "‹secret:private-key#1›\n\n\n\nrest"


def test_the_same_secret_has_the_same_number() -> None:
    redactor = Redactor()
    one, other = _SECRETS["aws-key"], _SECRETS["github-token"]
    assert redactor.text(f"{one} {other} {one}") == (
        "‹secret:aws-key#1› ‹secret:github-token#2› ‹secret:aws-key#1›"
    )
    assert redactor.text(other) == "‹secret:github-token#2›"
    assert redactor.replaced == 4


def test_nothing_goes_when_redaction_is_off() -> None:
    assert Redactor(enabled=False).text(_KEY) == _KEY


def test_line_ends_and_half_pairs_are_made_safe_in_any_case() -> None:
    assert Redactor(enabled=False).text("a\r\nb\rc\ud800") == "a\nb\nc\ufffd"


@given(st.lists(st.one_of(st.sampled_from(list(_SECRETS.values())), st.text(max_size=20)), max_size=6))
def test_lines_stay_where_they_were(parts: list[str]) -> None:
    text = " ".join(parts).replace("\r", "")
    assert Redactor().text(text).count("\n") == text.count("\n")


@given(st.text(max_size=40))
def test_names_are_shown_on_one_line(name: str) -> None:
    shown = visible(name)
    assert not set(shown) & set("\n\r\0\u202e\u200b\u2028")
    if "\\" not in name:
        assert from_visible(shown) == name

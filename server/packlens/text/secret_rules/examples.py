"""What stands where a secret would, and is none: examples, names, references, hashes, numbers.

Two questions. `is_blank_form`: is this body of a token a form to be filled in. `is_example`: is this value of a
setting plainly no secret. A value of which neither is true may still be one of many harmless things; what its
name must say for it to count is decided in `assigned`.
"""

from __future__ import annotations

import re
from itertools import pairwise

from packlens.base.pattern import late_pattern


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_BLANKS = late_pattern(
    r"(?<![a-z0-9])(?:your|yours|my|example|examples|sample|placeholder|dummy|fake|mock|changeme|change|replace|replaceme"
    r"|insert|redacted|removed|masked|hidden|secret|todo|fixme|enter|here|xxx+)(?![a-z])",
    re.IGNORECASE,
)
_SURELY_BLANK = late_pattern(
    r"(?<![a-z0-9])(?:your|example|placeholder|dummy|changeme|change[-_]?me|replace[-_]?me|insert|redacted)(?![a-z])",
    re.IGNORECASE,
)
_TEMPLATE = late_pattern(
    r"\{[^{}]{0,80}\}|\$\{|\$\(|^\$[A-Za-z_]|%\(\w+\)|%[sdr]\b|<[^<>]{0,80}>|&[lg]t;|^[%$@!&*][A-Z_]+[%]?$|\*{3,}"
    "|\\.\\.\\.|\u2026|\u2039"
)
_FORMS = late_pattern(
    r"(?:sha\d{1,3}|md5|blake2\w?)[-:=].*"  # hashes that say so
    r"|data:[\w/+.-]+[;,].*"
    r"|[0-9.,+_-]+(?:e[+-]?[0-9]+)?"  # numbers, dates, versions
    r"|0x[0-9a-f]{1,16}"
    r"|v?[0-9]+(?:\.[0-9]+)+[\w.+-]*"
    r"|#[0-9a-f]{3,8}"
    r"|[a-z][a-z0-9+.-]*://[^@]*"  # an address without credentials
    r"|(?:env|file|vault|ssm|op|arn|projects?|secretsmanager|keyring|kms|gcp|aws|azure|op)[:/].*"
    r"|[\w.+-]+@[\w-]+(?:\.[\w-]+)+",  # a mail address
    re.IGNORECASE,
)
_UUID = late_pattern(r"\{?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\}?", re.IGNORECASE)
_REGEX = late_pattern(r"\\[wds][+*{?]|\\[bAZ.]|\|[A-Z(\[]|\[(?:\^|[a-zA-Z0-9]-)|\(\?|[\])][*+?]|\.[*+]")
_WELL_KNOWN = _words(
    "password passwd passphrase pass pwd secret secrets token tokens key apikey admin root user username test "
    "testing tests guest default none null nil true false undefined unknown empty string value text foo bar baz "
    "qux quux foobar foobarbaz spam eggs ham postgres mysql redis rabbitmq mongo sa scott tiger hunter example "
    "sample demo dev local localhost changeit changeme letmein qwerty abc abcd abcdef abc123 abcd1234 asdf "
    "asdfasdf hello world basic bearer required optional hidden redacted pw pass1 user1 test1 password1 "
    "password2 token1 token2 secret1 secret2 key1 key2 testpassword testpass testpw testsecret testtoken "
    "testkey dummypassword mypassword mysecret mytoken mykey yourpassword some something"
)
_DIGEST = late_pattern(r"(?:[0-9a-f]{8}){4,16}", re.IGNORECASE)
_DIGEST_SIZES = (32, 40, 56, 64, 96, 128)
_NAMES_ITSELF = late_pattern(
    r"[#.@:$-]{0,2}(?:[a-z]+[_.: -])*[a-z]*"
    r"(?:password|passwd|passphrase|pass|pwd|secret|token|key|user|login|admin|field|name)s?[_-]?[0-9]{0,2}(?:[_.-][a-z]+)*[:=]?",
    re.IGNORECASE,
)
_FEW = 2
_STEPS = 0.8


def is_blank_form(body: str) -> bool:
    """Whether the body of a token is one to be filled in: `xxxx`, `0000`, `your-key-here`."""
    return len(set(body.strip("-_.").lower())) <= _FEW or _SURELY_BLANK.search(body) is not None


def is_example(value: str) -> bool:
    """Whether a value plainly is no secret."""
    return (
        len(set(value)) <= _FEW
        or value.lower() in _WELL_KNOWN
        or _TEMPLATE.search(value) is not None
        or _FORMS.fullmatch(value) is not None
        or _REGEX.search(value) is not None
        or _is_sequence(value)
    )


def is_uuid(value: str) -> bool:
    """Whether a value is a uuid."""
    return _UUID.fullmatch(value) is not None


def is_digest(value: str) -> bool:
    """Whether a value has the length and the alphabet of a hash in hexadecimal digits."""
    return len(value) in _DIGEST_SIZES and _DIGEST.fullmatch(value) is not None


def without_blanks(value: str) -> str:
    """`value` without the words that mark an example."""
    return _BLANKS.sub("", value)


def names_itself(value: str) -> bool:
    """Whether a value only says what it is: `password2`, `new_password`, `id_token`, `user1`."""
    return _NAMES_ITSELF.fullmatch(value) is not None


def _is_sequence(value: str) -> bool:
    """Whether most characters are the one before, or the next one in order: `12345678`, `abcdefgh1234`."""
    steps = sum(ord(after) - ord(before) in (0, 1) for before, after in pairwise(value))
    return steps >= _STEPS * (len(value) - 1)

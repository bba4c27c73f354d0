"""Credentials inside addresses: the password of `scheme://user:password@host`, a token in place of the user."""

from __future__ import annotations

from collections.abc import Iterator

from packlens.base.pattern import late_pattern
from packlens.text.secret_rules.examples import is_example, is_uuid
from packlens.text.secret_rules.found import Secret
from packlens.text.secret_rules.randomness import is_random, is_words

MARK = "://"

# A password may hold `@` and `:`, and ends at the last `@` before the host.
_WITH_PASSWORD = late_pattern(
    r"://((?:[^\s/?#:@\"'<>(){}\\]|\{[\w.\[\]]{1,60}\}){0,100}):([^\s/?#\"'<>{}\\]{1,200}?)@(?=[\w.\[*-]{1,200}(?![\w.@-]{0,200}@))"
)
_WITH_TOKEN = late_pattern(r"://([^\s/?#:@\"'<>(){}\\]{20,200})@(?=[\w.-]{1,200}\.(\w+))")
# The key in an address of Sentry is public.
_SENTRY = "sentry"
_LONGEST_HOST = 200


def passwords_in(text: str) -> Iterator[Secret]:
    """The credentials in addresses of `text`, in no order."""
    for match in _WITH_PASSWORD.finditer(text):
        user, password = match.groups()
        if password != user and not is_example(password) and not _says_what_it_is(password):
            yield Secret("url-password", password, (match.span(2),))
    for match in _WITH_TOKEN.finditer(text):
        token = match[1]
        if (
            is_random(token)
            and not is_uuid(token)
            and _SENTRY not in text[match.end() : match.end() + 200].split("/", 1)[0]
        ):
            yield Secret("url-token", token, (match.span(1),))


def _says_what_it_is(password: str) -> bool:
    """Whether it is `password`, `my_password`, `PASS` and the like, and not one."""
    low = password.lower()
    return is_words(low) and any(word in low for word in ("pass", "pwd", "secret", "token"))

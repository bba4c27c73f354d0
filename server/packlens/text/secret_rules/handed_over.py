"""Secrets that no name gives away, but what they are handed to: `Fernet(b"...")`, `smtp.login("me", "...")`,
`curl -u me:...`.

In: a text. Out: the literal at the place of a call where a key or a password stands, the word behind an option of a
command line. How odd a value must look is that of its claim, as for values under a name (`assigned`); a rule is only
tried where its word is in the text.
"""

from __future__ import annotations

from collections.abc import Iterator

from packlens.base.pattern import late_pattern
from packlens.text.secret_rules.assigned import secret_under
from packlens.text.secret_rules.found import Secret
from packlens.text.secret_rules.names import Claim, claim_of

_ANY_LITERAL = r"[bBrRuU]?(?:\"[^\"\n]{0,200}\"|'[^'\n]{0,200}')"
_ARGUMENT = rf"[ \t]*(?:[^\s,()\"']{{1,60}}(?:\([^()\n]{{0,80}}\))?|{_ANY_LITERAL}),\s{{0,40}}"
_LITERAL = r"[bBrRuU]?(?P<quote>[\"'])(?P<value>[^\"'\n\\]{6,400})(?P=quote)"
_NO_PATH = _LITERAL.replace("\\n", "\\n/", 1)
_COMMAND = r"[^\n]{0,160}?[ \t]"
_WORD = r"[\"']?(?P<value>[^\s\"'`]{4,200})"

# What is in the small letters of a text where the rule may find something; what a value claims there, `None` where a
# name beside it says that; where it stands.
_RULES = (
    (b"fernet(", Claim.SECRET, late_pattern(rf"Fernet\(\s{{0,40}}{_LITERAL}")),
    (b"hmac.", Claim.SECRET, late_pattern(rf"hmac\.(?:new|digest|HMAC)\(\s{{0,40}}{_LITERAL}")),
    (b"jwt.", Claim.SECRET, late_pattern(rf"jwt\.(?:encode|decode)\(\s{{0,40}}{_ARGUMENT}{_LITERAL}")),
    (b"login(", Claim.PASSWORD, late_pattern(rf"\blogin\(\s{{0,40}}{_ARGUMENT}{_NO_PATH}")),
    (
        b"create_user(",
        Claim.PASSWORD,
        late_pattern(rf"\bcreate_user\(\s{{0,40}}{_ARGUMENT}{_ARGUMENT}{_NO_PATH}"),
    ),
    (
        b"setattr(",
        None,
        late_pattern(
            rf"setattr\(\s{{0,40}}[\w.]{{1,80}},\s{{0,40}}[\"'](?P<name>\w{{3,60}})[\"'],\s{{0,40}}{_LITERAL}"
        ),
    ),
    (
        b'"--',
        None,
        late_pattern(rf"\"(?P<name>--[a-z-]{{3,40}})\",\s{{0,40}}{_LITERAL}"),
    ),
    (
        b"curl ",
        Claim.PASSWORD,
        late_pattern(rf"\bcurl\b{_COMMAND}(?:-u|--user)[ =]?[\"']?[\w.@+-]{{1,80}}:{_WORD}"),
    ),
    (
        b" login ",
        Claim.PASSWORD,
        late_pattern(
            rf"\b(?:docker|podman|buildah|skopeo|helm|oc|az|cf)\b{_COMMAND}login\b{_COMMAND}-p[ =]{_WORD}"
        ),
    ),
    (b"sshpass ", Claim.PASSWORD, late_pattern(rf"\bsshpass[ \t]+-p[ ]?{_WORD}")),
)


def handed_over(text: str, low: bytes) -> Iterator[Secret]:
    """The secrets of `text` that are known by what they are handed to, in no order. `low`: the text in small letters,
    a byte a character."""
    for word, claim, pattern in _RULES:
        for match in pattern.finditer(text) if word in low else ():
            said = claim_of(match["name"]) if claim is None else claim
            if said is Claim.NOTHING:
                continue
            found = secret_under(said, match["value"], [match.span("value")])
            if found is not None:
                yield found

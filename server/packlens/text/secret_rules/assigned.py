"""Secrets that only their name gives away: `password = "..."`, `{"api_key": "..."}`, `environ.get("TOKEN", "...")`.

In: a text. Out: the values of settings whose name says that they are secret, where the value does not say that it
is not. How odd a value must look depends on the name (`names`): what is called a password may be short, what is
called a secret must not be words, and what is only called a key must look drawn at random.

Names, and what stands between a name and its value, are found by one expression over the text in small letters.
A value is one literal, or several side by side. In texts, comments and command lines it may also be a bare word;
in code a bare word is an expression, and no secret.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from packlens.base.pattern import late_pattern
from packlens.text.secret_rules.examples import is_digest, is_example, is_uuid, names_itself, without_blanks
from packlens.text.secret_rules.found import Secret, Span
from packlens.text.secret_rules.names import Claim, claim_of
from packlens.text.secret_rules.phrases import is_passphrase
from packlens.text.secret_rules.randomness import is_random, is_words

_KINDS = {Claim.PASSWORD: "password", Claim.SECRET: "secret", Claim.KEY: "key"}

_STEMS = (b"pass", b"pwd", b"secret", b"token", b"key", b"credential", b"auth", b"sess", b"connect.sid")
_LEAD = late_pattern(
    rb"[a-z0-9_-]{0,50}"
    rb"(?:\\?[\"'](?P<quoted>\]?[ \t]*(?:[!:=]?=>?|:|,|[\])][ \t]+or[ \t]))|[ \t]*(?P<bare>[!:=]?=|:|\())"
)
_OPTION = late_pattern(
    rb"--[a-z0-9-]{0,40}?(?:password|passwd|pass|token|secret|key)(?P<bare>[ \t]+)(?=[^\s-])"
)
_BEARER = late_pattern(rb"bearer[ \t]+(?=[a-z0-9])")
_LONGEST_NAME = 60
_NAME_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.")
_SETTERS = ("set", "check", "verify", "change", "make", "hash", "validate")

_ANNOTATION = late_pattern(
    r"[ \t]*[A-Za-z_][\w.]{0,60}(?:\[[^\n=]{0,80}\])?(?:[ \t]*\|[ \t]*[\w.]{1,40}){0,3}[ \t]*=(?!=)"
)
_GAP = late_pattern(r"[ \t]*(?:\\?\r?\n[ \t]*)?")
_WRAPPER = late_pattern(
    r"(?:default[ \t]*=[ \t]*|(?:\w{1,30}\.)?"
    r"(?:SecretStr|SecretBytes|Secret|Field|field|str|bytes|(?:bytes|bytearray)\.fromhex|(?:urlsafe_)?b64decode|a2b_\w{3,6}"
    r"|unhexlify|config|env)\([ \t]*(?:default[ \t]*=[ \t]*)?)"
)
_DOTTED = late_pattern(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){2,}")
_PAIR = late_pattern(r"[ \t]*\(?[ \t]*[bru]?(?:\"[^\"\n]{0,80}\"|'[^'\n]{0,80}')[ \t]*,[ \t]*")
_ROW = late_pattern(r"[ \t]*(?:[A-Za-z_][\w.]{0,60}[ \t]*,[ \t]*){1,8}")
_ELSE = late_pattern(r"[\w.]{1,60}(?:\([^()\n]{0,100}\)|\[[^\[\]\n]{0,100}\])[ \t]+or[ \t]+")
_COLLECTION = late_pattern(r"[ \t]*[\[{]\s{0,20}")
_ITEM = late_pattern(r"(?:(?:\"[^\"\n]{0,80}\"|'[^'\n]{0,80}')[ \t]*:[ \t]*)?(?=[bBrRuU]{0,2}[\"'])")
_COMMA = late_pattern(r"[ \t]*,\s{0,40}")
_MOST_ITEMS = 40
_OPENING = late_pattern(r"([bBrRuUfF]{0,2})(\"{3}|'{3}|\\?[\"'])")
_BODIES = {
    '"': late_pattern(r'((?:[^"\\\n]|\\.){0,1024})"'),
    "'": late_pattern(r"((?:[^'\\\n]|\\.){0,1024})'"),
    '"""': late_pattern(r'(?:\\?\n[ \t]*)?((?:[^"\\\n]|\\.|"(?!"")){0,1024})\s{0,80}"""'),
    "'''": late_pattern(r"(?:\\?\n[ \t]*)?((?:[^'\\\n]|\\.|'(?!'')){0,1024})\s{0,80}'''"),
    '\\"': late_pattern(r'((?:[^"\\\n]|\\[^"\n]){0,1024})\\"'),
    "\\'": late_pattern(r"((?:[^'\\\n]|\\[^'\n]){0,1024})\\'"),
}
_BESIDE = late_pattern(r"[ \t]*(?:\+[ \t]*)?(?:\\\r?\n[ \t]*)?(?=[bBrRuUfF]{0,2}[\"'])")
_BESIDE_BELOW = late_pattern(r"[ \t]*(?:\+[ \t]*)?(?:\\?\r?\n[ \t]*)?(?:\+[ \t]*)?(?=[bBrRuUfF]{0,2}[\"'])")
_MOST_LITERALS = 12
# An `&` ends a value where another one's name follows, as in the query of an address.
_BARE = late_pattern(
    r"(?:[^\s\"'`,;&<>(){}\[\]|\\=]|&(?![\w.-]{1,40}=|(?:amp|lt|gt|quot);|$)){4,300}={0,2}(?!=)"
)
_SCHEME = late_pattern(r"(?:Bearer|Basic|Token|ApiKey|SSWS|bearer|basic|token)[ \t]+(?=\S)")
_TRIPLE = late_pattern(r'"""|\'\'\'')
_LINE_SEEN = 300


def assigned_in(text: str, low: bytes) -> Iterator[Secret]:
    """The assigned secrets of `text`, in no order. `low`: the text in small letters, a byte a character."""
    inside = _Inside(text)
    for match in _leads(low):
        name_start = _name_start(text, match.start())
        name_end = match.end(0) - len(match["quoted"] if match["quoted"] is not None else match["bare"])
        name = text[name_start:name_end]
        claim = claim_of(name.rstrip("\\\"' \t"))
        if claim is Claim.NOTHING:
            continue
        collection = _COLLECTION.match(text, match.end())
        if collection is not None and claim >= Claim.SECRET:
            yield from _items(text, collection.end(), claim)
            continue
        if match["quoted"] is not None:
            is_argument = match["quoted"] == b","
            found = (
                None
                if is_argument and not _opens_a_call(text, name_start)
                else _literal(text, match.end(), claim)
            )
        elif match["bare"] == b"=" and (row := _row(text, name_start)):
            yield from _unpacked(text, match.end(), (*row, name))
            continue
        else:
            found = _bare_name(text, match, name_start, name, claim, inside)
        if found is not None:
            yield found
    for match in _OPTION.finditer(low) if b"--" in low else ():
        claim = claim_of(text[match.start() : match.start("bare")])
        found = _bare_value(text, match.end(), claim) if claim is not Claim.NOTHING else None
        if found is not None:
            yield found
    for match in _BEARER.finditer(low) if b"bearer " in low else ():
        found = _bare_value(text, match.end(), Claim.SECRET)
        if found is not None and len(found.value) >= 12:
            yield found


def is_secret(value: str, claim: Claim) -> bool:
    """Whether `value`, under a name with this claim, is to be taken for a secret."""
    if not 6 <= len(value) <= 1000:
        return False
    if any(map(str.isspace, value)):
        return claim is Claim.PASSWORD and is_passphrase(value)
    if claim is Claim.PASSWORD and value.isdigit():
        return len(set(value)) > 2 and not is_example(f"{value}x")
    if is_example(value):
        return False
    plain = without_blanks(value)
    if plain != value:
        return is_random(plain)
    if claim is Claim.PASSWORD:
        return _is_password(value)
    if claim is Claim.KEY:
        return not is_digest(value) and not is_uuid(value) and "\\" not in value and is_random(value, 20)
    if is_digest(value) or is_uuid(value):
        return True
    return len(value) >= 8 and not is_words(value) and is_random(value, 8 if len(value) < 16 else 10)


def secret_under(claim: Claim, value: str, parts: list[Span]) -> Secret | None:
    """The secret that `value` is under a name with this claim, when it is one, without a scheme before it."""
    if len(parts) == 1:
        scheme = _SCHEME.match(value)
        if scheme is not None:
            value, claim = value[scheme.end() :], max(claim, Claim.SECRET)
            parts = [(parts[0][0] + scheme.end(), parts[0][1])]
    parts = [part for part in parts if part[0] < part[1]]
    return Secret(_KINDS[claim], value, tuple(parts)) if parts and is_secret(value, claim) else None


def _is_password(value: str) -> bool:
    if is_random(value, 10):
        return True
    if value.startswith(("/", "./", "~/", "--", ".")) or _DOTTED.fullmatch(value) or names_itself(value):
        return False
    letters = any(map(str.isalpha, value))
    digits = any(map(str.isdigit, value))
    symbols = any(symbol in value[1:] for symbol in "!@#$%^&*?+~")
    return letters and (digits or symbols or (len(value) >= 20 and value.isalpha() and value.islower()))


def _leads(low: bytes) -> Iterator[re.Match[bytes]]:
    """From each stem of a telling name to what leads to a value; a name with two stems may come twice."""
    for stem in _STEMS:
        position = low.find(stem)
        while position >= 0:
            match = _LEAD.match(low, position)
            if match is not None:
                yield match
            position = low.find(stem, position + len(stem))


def _name_start(text: str, position: int) -> int:
    least = max(0, position - _LONGEST_NAME)
    while position > least and text[position - 1] in _NAME_CHARACTERS:
        position -= 1
    return position


def _row(text: str, position: int) -> list[str]:
    """The names before the one that begins at `position`, where several are assigned at once."""
    begin = text.rfind("\n", max(0, position - _LINE_SEEN), position) + 1
    before = text[begin:position]
    return [] if _ROW.fullmatch(before) is None else before.replace(" ", "").rstrip(",").split(",")


def _unpacked(text: str, position: int, names: tuple[str, ...]) -> Iterator[Secret]:
    """The secrets among the literals at `position`, one for each of `names`."""
    for name in names:
        claim = claim_of(name)
        found = _literal(text, position, claim) if claim is not Claim.NOTHING else None
        if found is not None:
            yield found
        item = _PAIR.match(text, position)
        if item is None:
            return
        position = item.end()


def _opens_a_call(text: str, position: int) -> bool:
    """Whether the literal that begins at `position` is the first of the arguments, or of a pair."""
    return text[max(0, position - 4) : position].rstrip("\"'bBrRuU \\").endswith("(")


def _bare_name(
    text: str, match: re.Match[bytes], name_start: int, name: str, claim: Claim, inside: _Inside
) -> Secret | None:
    """The secret after a name of the code, or of a text or a comment."""
    operator, position = match["bare"], match.end()
    if name.lower().endswith("auth"):
        pair = _PAIR.match(text, position)
        if pair is not None:
            return _literal(text, pair.end(), Claim.PASSWORD)
    if operator == b"(":
        verb = name.rpartition(".")[2].lower()
        return (
            _literal(text, position, claim) if verb.startswith(_SETTERS) and claim is Claim.PASSWORD else None
        )
    if operator == b":":
        annotation = _ANNOTATION.match(text, position)
        if annotation is not None:
            found = _literal(text, annotation.end(), claim)
            if found is not None:
                return found
    found = _literal(text, position, claim)
    if found is None:
        found = _bare_value(text, position, claim)
        # In code a bare word is an expression; one that no program would hold is a line of a settings file.
        if found is not None and not (_is_no_code(found.value) or inside.holds(name_start)):
            return None
    return found


def _is_no_code(value: str) -> bool:
    return any(mark in value for mark in "!?$") or ("." not in value and is_random(value, 20))


def _literal(text: str, position: int, claim: Claim) -> Secret | None:
    """The secret that the literals at `position` give, when they do."""
    gap = _GAP.match(text, position)
    assert gap is not None
    below = text[gap.start() : gap.end()].count("\n") > 0
    position = gap.end()
    if text.startswith("(", position):
        gap = _GAP.match(text, position + 1)
        assert gap is not None
        below, position = True, gap.end()
    otherwise = _ELSE.match(text, position)
    if otherwise is not None:
        position = otherwise.end()
    wrapper = _WRAPPER.match(text, position)
    if wrapper is not None:
        position = wrapper.end()
    values: list[str] = []
    parts: list[Span] = []
    beside = _BESIDE_BELOW if below else _BESIDE
    while len(parts) < _MOST_LITERALS:
        opening = _OPENING.match(text, position)
        body = None if opening is None else _BODIES[opening[2]].match(text, opening.end())
        if body is None:
            break
        values.append(body[1])
        parts.append(body.span(1))
        next_one = beside.match(text, body.end())
        if next_one is None:
            break
        position = next_one.end()
    return secret_under(claim, "".join(values), parts)


def _items(text: str, position: int, claim: Claim) -> Iterator[Secret]:
    """The secrets among the literals of a list, a set or the values of a dict."""
    for _ in range(_MOST_ITEMS):
        item = _ITEM.match(text, position)
        opening = None if item is None else _OPENING.match(text, item.end())
        body = None if opening is None else _BODIES[opening[2]].match(text, opening.end())
        if body is None:
            return
        found = secret_under(claim, body[1], [body.span(1)])
        if found is not None:
            yield found
        comma = _COMMA.match(text, body.end())
        if comma is None:
            return
        position = comma.end()


def _bare_value(text: str, position: int, claim: Claim) -> Secret | None:
    """The secret that the bare word at `position` is, when it is one."""
    while text.startswith((" ", "\t"), position):
        position += 1
    scheme = _SCHEME.match(text, position)
    word = _BARE.match(text, scheme.end() if scheme else position)
    if word is None:
        return None
    value = word.group().rstrip(".:")
    return secret_under(claim, value, [(word.start(), word.start() + len(value))])


class _Inside:
    """Where in a text a name is part of a literal or a comment, as far as one can tell without parsing."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._triples: list[int] | None = None

    def holds(self, position: int) -> bool:
        """Whether the name that begins at `position` is inside a text."""
        text = self._text
        if position and text[position - 1] in "\"'?&;`":
            return True
        begin = max(text.rfind("\n", max(0, position - _LINE_SEEN), position) + 1, position - _LINE_SEEN, 0)
        line = text[begin:position]
        if "#" in line or "ookie:" in line or line.count('"') % 2 or line.count("'") % 2:
            return True
        if self._triples is None:
            self._triples = [match.start() for match in _TRIPLE.finditer(text)]
        return bisect_right(self._triples, position) % 2 == 1

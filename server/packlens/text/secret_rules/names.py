"""What a name says of its value: nothing, that it is some key, that it is a secret, that it is a password.

A name counts by its words, however they are joined: `DB_PASSWORD`, `dbPassword`, `db-password`. What follows the
telling word can take it back (`password_field`, `token_count`), and so can what stands before it (`primary_key`,
`next_page_token`).
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache

from packlens.base.pattern import late_pattern


class Claim(IntEnum):
    """What a name says of its value, the stronger the larger."""

    NOTHING = 0
    KEY = 1
    SECRET = 2
    PASSWORD = 3


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_WORD = late_pattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_PASSWORD = ("password", "passwd", "passphrase", "passcode", "pwd", "passwort")
_SECRET = (
    "secret",
    "token",
    "credential",
    "apikey",
    "secretkey",
    "accesskey",
    "privatekey",
    "authkey",
    "masterkey",
)
_SESSION = ("sessionid", "sessid")
_OF_SESSIONS = (("id", "session"), ("cookie", "session"), ("sid", "connect"))
_KEYED = _words(
    "api access secret private auth authentication encryption encrypt signing sign signature master account "
    "consumer shared hmac jwt jws session webhook deploy service storage license app application client aes des "
    "rsa crypto cipher fernet cookie subscription server admin root bot integration write security openai "
    "anthropic stripe aws azure gcp google github gitlab slack sendgrid twilio mailgun datadog sentry algolia "
    "maps gemini mistral cohere groq pinecone langchain langsmith tavily serpapi firebase supabase cloudflare"
)
_TAKES_BACK_AFTER = _words(
    "id ids identifier name names field fields url urls uri path paths file files filename dir folder type "
    "types kind label help hint error errors msg message title prompt placeholder param params parameter header "
    "headers prefix suffix format pattern regex class cls model view views form template templates widget "
    "validator validators hasher hash hashed digest checksum algorithm alg length len size min max count limit "
    "cost costs price expiry expires expiration ttl timeout lifetime endpoint scope scopes column attr "
    "attribute option arg env envvar var variable policy rule rules provider backend generator ring set sets "
    "list map index usage budget num total required enabled strength description doc docs info status state "
    "location store source ref version hook handler func function callback factory getter service manager cache "
    "table prefixes suffixes characters chars alphabet separator delimiter sep position offset reset change "
    "changed confirm confirmation page link mismatch fingerprint thumbprint arn resource kid hosts event "
    "signature signatures created updated at date time rotation input output mgr manager getpass"
)
_TAKES_BACK_BEFORE = _words(
    "primary foreign sort cache unique public pub dict hash partition routing map lookup object natural "
    "composite row column group item data json field next page continuation cursor eos bos pad cls sep mask unk "
    "special max min num per start end stop cancel cancellation resume sync pagination paging scroll input "
    "output per cost completion prompt total used translation message msg i18n registry idempotency correlation "
    "etag sha md5 checksum fingerprint get has is no parse next_page storage_path s3 blob bucket hot short "
    "arrow meta ctrl alt shift enter escape host"
)


@lru_cache(maxsize=4096)
def claim_of(name: str) -> Claim:
    """What `name` says. It may be written as a variable, a header, a setting of an environment."""
    words = [word.lower() for word in _WORD.findall(name)]
    for place in range(len(words) - 1, -1, -1):
        claim = _claim(words, place)
        if claim is Claim.NOTHING:
            continue
        if any(
            word in _TAKES_BACK_AFTER or word.removesuffix("s") in _TAKES_BACK_AFTER
            for word in words[place + 1 :]
        ):
            return Claim.NOTHING
        if claim is not Claim.PASSWORD and any(word in _TAKES_BACK_BEFORE for word in words[:place]):
            return Claim.NOTHING
        return claim
    return Claim.NOTHING


def _claim(words: list[str], place: int) -> Claim:
    word = words[place].removesuffix("s") if not words[place].endswith("ss") else words[place]
    if word.endswith(_PASSWORD) or word == "pass":
        return Claim.PASSWORD
    if word.endswith(_SECRET) or word in ("authorization", "auth", "bearer"):
        return Claim.SECRET
    if word.endswith(_SESSION):
        return Claim.SECRET
    before = words[place - 1] if place else ""
    if word in ("session", "sess") or (word, before) in _OF_SESSIONS:
        return Claim.KEY
    if word == "key":
        return Claim.SECRET if before in _KEYED else Claim.KEY
    return Claim.NOTHING

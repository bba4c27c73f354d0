"""Tokens that their issuer gives a form of their own: a prefix, an alphabet, a length.

A rule is looked at only where its mark stands, and a match is bounded, so the work is linear in the text.
Nothing here depends on what is around a token.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from packlens.base.pattern import late_pattern
from packlens.text.secret_rules.examples import is_blank_form
from packlens.text.secret_rules.found import Secret


@dataclass(frozen=True, slots=True)
class _Rule:
    """One form.

    mark      what every token of the form holds, or what stands before it
    pattern   the token, from its mark on; its one group is the token, where the mark is no part of it
    before    what of the token stands before the mark; `None` for nothing
    """

    kind: str
    mark: str
    pattern: str
    before: str | None = None


def _rules(kind: str, *patterns: str) -> tuple[_Rule, ...]:
    """Rules for patterns that each begin with their mark, written `mark|pattern`."""
    split = [pattern.split("|", 1) for pattern in patterns]
    return tuple(_Rule(kind, mark, re.escape(mark) + rest) for mark, rest in split)


_WORD = r"[A-Za-z0-9]"
_URL = r"[A-Za-z0-9_-]"
_HEX = r"[0-9a-f]"

# Each of these holds, its mark included, a run of at least 16 letters, digits, `-` and `_`, and the run begins
# with the mark or goes on after it: see `scan`.
_IN_RUNS = (
    *_rules(
        "aws-key", *(f"{mark}|[0-9A-Z]{{16}}(?![A-Za-z0-9])" for mark in ("AKIA", "ASIA", "ABIA", "ACCA"))
    ),
    *_rules("github-token", *(f"gh{letter}_|{_WORD}{{30,255}}" for letter in "pousr")),
    *_rules("github-token", f"github_pat_|{_URL}{{20,255}}"),
    *_rules(
        "gitlab-token",
        *(
            f"{mark}-|{_URL}{{16,255}}"
            for mark in ("glpat", "gldt", "glrt", "glcbt", "glptt", "glft", "glsoat", "glimt", "glagent")
        ),
        f"GR1348941|{_URL}{{20}}",
    ),
    *_rules("bitbucket-token", f"ATBB|{_WORD}{{24,255}}"),
    *_rules(
        "atlassian-token", *(f"{mark}|{_URL}{{40,255}}(?:={_WORD}{{8}})?" for mark in ("ATATT3", "ATCTT3"))
    ),
    *_rules("slack-token", *(f"xox{letter}-|[A-Za-z0-9-]{{10,255}}" for letter in "abeoprs")),
    *_rules("slack-token", "xapp-|[A-Za-z0-9-]{10,255}"),
    *_rules(
        "stripe-key",
        *(f"{mark}|{_WORD}{{16,255}}" for mark in ("sk_live_", "rk_live_", "sk_test_", "rk_test_")),
        f"whsec_|{_WORD}{{24,255}}",
    ),
    *_rules("anthropic-key", f"sk-ant-|{_URL}{{20,255}}"),
    *_rules("openai-key", *(f"sk-{name}-|{_URL}{{20,255}}" for name in ("proj", "svcacct", "admin"))),
    *_rules("api-key", rf"sk-|(?=[A-Za-z_-]{{0,255}}[0-9]){_URL}{{20,255}}"),
    *_rules("google-key", f"AIza|{_URL}{{35}}(?![A-Za-z0-9_-])", f"GOCSPX-|{_URL}{{24,40}}"),
    *_rules("npm-token", f"npm_|{_WORD}{{36}}(?![A-Za-z0-9])"),
    *_rules("pypi-token", f"pypi-AgE|{_URL}{{16,1000}}"),
    *_rules("rubygems-key", f"rubygems_|{_HEX}{{48}}"),
    *_rules("docker-token", f"dckr_pat_|{_URL}{{20,100}}"),
    *_rules(
        "huggingface-token", *(f"{mark}|{_WORD}{{30,40}}(?![A-Za-z0-9_])" for mark in ("hf_", "api_org_"))
    ),
    *_rules("digitalocean-token", *(f"{mark}_v1_|{_HEX}{{64}}" for mark in ("dop", "doo", "dor"))),
    *_rules("databricks-token", f"dapi|{_HEX}{{32}}(?:-[0-9])?(?![A-Za-z0-9])"),
    *_rules(
        "shopify-token", *(f"{mark}_|[0-9a-fA-F]{{32}}" for mark in ("shpat", "shpss", "shpca", "shppa"))
    ),
    *_rules("mailgun-key", f"key-|{_HEX}{{32}}(?![A-Za-z0-9])"),
    *_rules("linear-key", f"lin_api_|{_WORD}{{32,64}}"),
    *_rules("notion-token", f"ntn_|{_WORD}{{40,60}}", f"secret_|{_WORD}{{43}}(?![A-Za-z0-9])"),
    *_rules("figma-token", f"figd_|{_URL}{{36,64}}"),
    *_rules("postman-key", f"PMAK-|{_HEX}{{24}}-{_HEX}{{34}}"),
    *_rules("newrelic-key", r"NRAK-|[A-Z0-9]{27}(?![A-Za-z0-9])"),
    *_rules(
        "grafana-token", rf"glsa_|{_WORD}{{32}}_[0-9a-fA-F]{{8}}", r"glc_eyJ|[A-Za-z0-9+/_-]{24,400}={0,2}"
    ),
    *_rules("groq-key", f"gsk_|{_WORD}{{40,64}}"),
    *_rules("replicate-token", f"r8_|{_WORD}{{37}}(?![A-Za-z0-9])"),
    *_rules("perplexity-key", f"pplx-|{_WORD}{{40,64}}"),
    *_rules("xai-key", f"xai-|{_WORD}{{70,90}}"),
    *_rules("sentry-token", r"sntrys_|[A-Za-z0-9_=+/-]{40,400}", f"sntryu_|{_HEX}{{64}}"),
    *_rules("supabase-key", f"sbp_|{_HEX}{{40}}", f"sb_secret_|{_URL}{{20,64}}"),
    *_rules("square-token", f"sq0atp-|{_URL}{{22}}", f"sq0csp-|{_URL}{{43}}"),
    *_rules("planetscale-token", *(f"pscale_{kind}_|{_URL}{{32,64}}" for kind in ("tkn", "pw", "oauth"))),
    *_rules("tailscale-key", r"tskey-|[a-z]{2,10}-[A-Za-z0-9]{8,20}-[A-Za-z0-9]{16,40}"),
    *_rules("langsmith-key", rf"lsv2_|(?:pt|sk)_{_HEX}{{32}}_{_HEX}{{10}}"),
    *_rules("pinecone-key", rf"pcsk_|{_WORD}{{4,8}}_{_WORD}{{40,80}}"),
    *_rules("nvidia-key", rf"nvapi-|{_URL}{{60,72}}(?![A-Za-z0-9_-])"),
    *_rules("brevo-key", rf"xkeysib-|{_HEX}{{64}}-{_WORD}{{16}}"),
    *_rules("tavily-key", f"tvly-|(?:dev-|prod-)?{_WORD}{{28,40}}(?![A-Za-z0-9])"),
    *_rules("artifactory-key", f"AKCp|{_WORD}{{69}}(?![A-Za-z0-9])"),
    *_rules("alibaba-key", f"LTAI|{_WORD}{{17,20}}(?![A-Za-z0-9])"),
    *_rules("hubspot-token", rf"pat-|(?:na|eu)[0-9]-{_HEX}{{8}}(?:-{_HEX}{{4}}){{3}}-{_HEX}{{12}}"),
    *_rules("onepassword-token", rf"ops_eyJ|{_URL}{{200,2000}}"),
    *_rules("pulumi-token", f"pul-|{_HEX}{{40}}(?![A-Za-z0-9])"),
    *_rules("age-key", r"AGE-SECRET-KEY-1|[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}"),
    *_rules(
        "jwt",
        rf"eyJ|{_URL}{{8,4000}}\.(?:eyJ{_URL}{{8,8000}}\.{_URL}{{8,2000}}"
        rf"|{_URL}{{0,2000}}\.{_URL}{{8,200}}\.{_URL}{{8,8000}}\.{_URL}{{16,200}})",
    ),
)

_ELSEWHERE = (
    *_rules("slack-webhook", r"hooks.slack.com/|(?:services|workflows|triggers)/[A-Za-z0-9/_+-]{20,255}"),
    *_rules(
        "discord-webhook",
        *(
            f"{host}/api/webhooks/|[0-9]{{15,22}}/{_URL}{{40,100}}"
            for host in ("discord.com", "discordapp.com")
        ),
    ),
    *_rules(
        "azure-key",
        *(f"{mark}|([A-Za-z0-9+/]{{40,100}}={{0,2}})" for mark in ("AccountKey=", "SharedAccessKey=")),
    ),
    # The signature of a shared access in an address.
    *_rules("azure-sas", r"sig=|([A-Za-z0-9+/%]{43,64}(?:%3[Dd]|=))(?![A-Za-z0-9%+/])"),
    *_rules("dynatrace-token", r"dt0c01.|[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    *_rules("sendgrid-key", f"SG.|{_URL}{{20,24}}\\.{_URL}{{39,50}}"),
    *_rules("google-token", f"ya29.|{_URL}{{20,400}}", f"1//0|{_URL}{{40,200}}"),
    *_rules("vault-token", f"hvs.|{_URL}{{24,300}}", f"hvb.|{_URL}{{24,400}}"),
    *_rules("mapbox-token", f"sk.eyJ|{_URL}{{20,300}}\\.{_URL}{{16,64}}"),
    *_rules("doppler-token", f"dp.pt.|{_WORD}{{40,44}}", "dp.st.|[A-Za-z0-9_.-]{40,80}"),
    _Rule(
        "telegram-token",
        ":AA",
        r":AA[A-Za-z0-9_-]{32,34}(?![A-Za-z0-9_-])",
        r"(?<![0-9])[0-9]{8,10}\Z",
    ),
    _Rule(
        "azure-secret",
        "Q~",
        r"Q~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~-])",
        r"(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}[0-9]\Z",
    ),
    _Rule(
        "terraform-token",
        ".atlasv1.",
        r"\.atlasv1\.[A-Za-z0-9_=-]{60,70}",
        r"(?<![A-Za-z0-9])[A-Za-z0-9]{14}\Z",
    ),
)

# Forms without a mark: account numbers of Discord in base64 (three digits of ASCII begin with M, N or O), and
# Twilio's, Mailchimp's and Airtable's letters around hexadecimal digits.
_SHAPES = (
    (
        "discord-token",
        late_pattern(
            r"(?:[MNO][DTjz][A-Za-z0-9]{2}){5,6}[A-Za-z0-9_-]{0,8}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])"
        ),
    ),
    ("twilio-key", late_pattern(r"(?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])")),
    ("mailchimp-key", late_pattern(r"[0-9a-f]{32}-us[0-9]{1,2}(?![A-Za-z0-9])")),
    ("airtable-token", late_pattern(r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}(?![A-Za-z0-9])")),
)
_SHAPE_IN_RUNS = late_pattern(
    rb"(?<![\w-])(?:(?:[MNO][DTjz][A-Za-z0-9]{2}){5}|(?:SK|AC)[0-9a-f]{32}|[0-9a-f]{32}-us[0-9]|pat[A-Za-z0-9]{14} )"
)

_BY_MARK: dict[str, tuple[_Rule, ...]] = {}
for _each in _IN_RUNS:
    _BY_MARK[_each.mark] = (*_BY_MARK.get(_each.mark, ()), _each)
_MARKS = tuple(mark.encode() for mark in _BY_MARK)
# All but a few tokens hold a digit, and in those of the few the mark itself is rare.
_LETTERS_ALONE = (b"hf_", b"glpat-")
_DIGITS = b"0123456789"
_LONGEST_BEFORE = 16


def tokens_in(text: str, runs: list[bytes]) -> Iterator[Secret]:
    """The tokens of `text`, in no order. `runs`: its long runs of letters, digits, `-` and `_`."""
    odd = b" ".join([run for run in runs if run.translate(None, _DIGITS) != run or run.isupper()])
    whole = b" ".join(runs)
    marks = [mark for mark in _LETTERS_ALONE if mark in whole]
    if odd:
        marks += [mark for mark in _MARKS if mark in odd and mark not in marks]
    for mark in marks:
        for rule in _BY_MARK[mark.decode()]:
            yield from _matches(rule, text)
    for rule in _ELSEWHERE if odd else ():
        if rule.mark in text:
            yield from _matches(rule, text)
    if _SHAPE_IN_RUNS.search(odd):
        for kind, pattern in _SHAPES:
            for match in pattern.finditer(text):
                if _begins_here(text, match.start()):
                    yield Secret(kind, match.group(), (match.span(),))


def _matches(rule: _Rule, text: str) -> Iterator[Secret]:
    position = text.find(rule.mark)
    while position >= 0:
        match = _compiled(rule.pattern).match(text, position)
        start = position if match is None else _start(rule, text, position)
        if match is not None and start is not None and not is_blank_form(match.group()[len(rule.mark) :]):
            first, end = match.span(1) if match.re.groups else (start, match.end())
            yield Secret(rule.kind, text[first:end], ((first, end),))
            position = match.end()
        else:
            position += len(rule.mark)
        position = text.find(rule.mark, position)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Most rules are never tried, and compiling all of them would cost more than most searches."""
    return re.compile(pattern)


def _start(rule: _Rule, text: str, position: int) -> int | None:
    """Where the token begins whose mark is at `position`; `None` where it is the inside of something else."""
    if rule.before is not None:
        before = _compiled(rule.before).search(text, max(0, position - _LONGEST_BEFORE), position)
        return None if before is None else before.start()
    # A short word and a dash may end a longer name: `task-`, `monkey-`.
    return position if _begins_here(text, position, marks_a_word=rule.mark.endswith("-")) else None


def _begins_here(text: str, position: int, marks_a_word: bool = False) -> bool:
    """Whether no word reaches into `position`. The letter of an escape such as `\\n` is no word."""
    if position == 0:
        return True
    before = text[position - 1]
    if before in "nrtb" and position > 1 and text[position - 2] == "\\":
        return True
    return not (before.isalnum() or (marks_a_word and before in "_-"))

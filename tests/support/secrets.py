"""The labelled set of redaction: lines of code, and what in each of them is a secret.

Every secret is drawn here, in the form of its issuer, from a fixed seed: none was ever issued, and no scanner of a
host takes this file for a leak. `LABELLED` holds strings of both kinds. They were written down from what issuers
document and from what code of applications looks like, before the rules were run on them; a rule that misses one is
a miss in the figures (`python -m tests.bench.redaction`), not a reason to leave it out.
"""

from __future__ import annotations

import base64
import string
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

_UPPER, _LOWER, _DIGITS = string.ascii_uppercase, string.ascii_lowercase, string.digits
_WORD = string.ascii_letters + _DIGITS
_URL = _WORD + "-_"
_BASE64 = _WORD + "+/"
_HEX = "0123456789abcdef"


@dataclass(frozen=True, slots=True)
class Labelled:
    """One text. `secrets`: what must go, as it stands there, in order; empty for a text in which all stays."""

    name: str
    text: str
    secrets: tuple[str, ...] = ()


def _drawer() -> Iterator[Random]:
    number = 0
    while True:
        number += 1
        yield Random(number)


_RANDOMS = _drawer()


def drawn(size: int, letters: str = _WORD) -> str:
    """`size` letters, other ones at each call and the same ones in each run, at least one digit among them."""
    random = next(_RANDOMS)
    while True:
        text = "".join(random.choice(letters) for _ in range(size))
        if not set(letters) & set(_DIGITS) or set(text) & set(_DIGITS):
            return text


def key_lines(kind: str = "RSA ", lines: int = 4) -> list[str]:
    """A private key, line by line."""
    body = [drawn(64, _BASE64) for _ in range(lines)] + [drawn(22, _BASE64) + "=="]
    return [f"-----BEGIN {kind}PRIVATE KEY-----", *body, f"-----END {kind}PRIVATE KEY-----"]


def _jwt() -> str:
    head = base64.urlsafe_b64encode(b'{"alg":"HS256","typ":"JWT"}').decode().rstrip("=")
    body = base64.urlsafe_b64encode(b'{"sub":"' + drawn(12).encode() + b'"}').decode().rstrip("=")
    return f"{head}.{body}.{drawn(43, _URL)}"


def _tokens() -> dict[str, str]:
    """Tokens by issuer."""
    return {
        "aws access key": "AK" + "IA" + drawn(16, _UPPER + "234567"),
        "aws session key": "AS" + "IA" + drawn(16, _UPPER + "234567"),
        "github personal": "gh" + "p_" + drawn(36),
        "github server": "gh" + "s_" + drawn(36),
        "github fine-grained": "github" + "_pat_" + drawn(22) + "_" + drawn(59),
        "gitlab personal": "gl" + "pat-" + drawn(20, _URL),
        "gitlab runner": "gl" + "rt-" + drawn(20, _URL),
        "slack bot": "xo" + "xb-" + drawn(12, _DIGITS) + "-" + drawn(13, _DIGITS) + "-" + drawn(24),
        "slack app": "xa"
        + "pp-1-"
        + drawn(11, _UPPER + _DIGITS)
        + "-"
        + drawn(13, _DIGITS)
        + "-"
        + drawn(64, _HEX),
        "stripe live": "sk" + "_live_" + drawn(24),
        "stripe test": "sk" + "_test_" + drawn(24),
        "stripe restricted": "rk" + "_live_" + drawn(24),
        "stripe webhook": "wh" + "sec_" + drawn(32),
        "openai old": "sk" + "-" + drawn(20) + "T3BlbkFJ" + drawn(20),
        "openai project": "sk" + "-proj-" + drawn(74, _URL) + "T3BlbkFJ" + drawn(74, _URL),
        "anthropic": "sk" + "-ant-api03-" + drawn(93, _URL) + "AA",
        "google api": "AI" + "za" + drawn(35, _URL),
        "google client": "GOC" + "SPX-" + drawn(28, _URL),
        "google access": "ya" + "29." + drawn(120, _URL),
        "npm": "np" + "m_" + drawn(36),
        "pypi": "py" + "pi-AgEIcHlwaS5vcmc" + drawn(150, _URL),
        "hugging face": "h" + "f_" + drawn(34, string.ascii_letters),
        "digitalocean": "do" + "p_v1_" + drawn(64, _HEX),
        "sendgrid": "S" + "G." + drawn(22, _URL) + "." + drawn(43, _URL),
        "twilio": "S" + "K" + drawn(32, _HEX),
        "telegram": drawn(9, "123456789") + ":A" + "A" + drawn(33, _URL),
        "discord": base64.b64encode(drawn(18, _DIGITS).encode()).decode()
        + "."
        + drawn(6)
        + "."
        + drawn(38, _URL),
        "databricks": "da" + "pi" + drawn(32, _HEX),
        "shopify": "sh" + "pat_" + drawn(32, _HEX),
        "mailgun": "ke" + "y-" + drawn(32, _HEX),
        "docker": "dck" + "r_pat_" + drawn(27, _URL),
        "vault": "hv" + "s." + drawn(90, _URL),
        "groq": "gs" + "k_" + drawn(52),
        "linear": "lin" + "_api_" + drawn(40),
        "sentry": "sntr" + "yu_" + drawn(64, _HEX),
        "azure ad": drawn(3) + "8" + "Q~" + drawn(34),
        "json web token": _jwt(),
        "mailchimp": drawn(32, _HEX) + "-us" + "12",
        "atlassian": "AT" + "ATT3xFfGF0" + drawn(180, _URL),
        "rubygems": "ruby" + "gems_" + drawn(48, _HEX),
    }


def _placed(name: str, before: str, secret: str, after: str = "") -> Labelled:
    return Labelled(name, before + secret + after, (secret,))


def _forms() -> Iterator[Labelled]:
    """Each token where nothing but its form gives it away."""
    frames = (
        ('client = Client("', '")'),
        ("# rotated: ", ""),
        ("run(f'--with={x} ", "')"),
        ('X = b"', '"\n'),
    )
    for number, (issuer, token) in enumerate(_tokens().items()):
        before, after = frames[number % len(frames)]
        yield _placed(issuer, before, token, after)
    yield _placed("after an escaped line end", 'text = "line\\n', "gh" + "p_" + drawn(36), '\\n"')
    path = f"hooks.slack.com/services/T{drawn(8, _UPPER)}/B{drawn(8, _UPPER)}/{drawn(24)}"
    yield _placed("slack webhook", 'post("https://', path, '", body)')
    path = f"discord.com/api/webhooks/{drawn(18, _DIGITS)}/{drawn(68, _URL)}"
    yield _placed("discord webhook", 'post("https://', path, '", body)')
    account = "DefaultEndpointsProtocol=https;AccountName=shop;Account" + "Key="
    yield _placed("azure storage", f'C = "{account}', drawn(86, _BASE64) + "==", ';"')
    yield _placed("azure shared access", 'U = "https://a.io/c?sv=2022&sp=r&sig=', drawn(43) + "%3D", '"')
    yield _placed("planetscale", 'P = "', "pscale_tkn_" + drawn(43, _URL), '"')
    yield _placed("dynatrace", 'D = "', f"dt0c01.{drawn(24, _UPPER)}.{drawn(64, _UPPER + _DIGITS)}", '"')
    yield _placed("tailscale", 'T = "', f"tskey-auth-{drawn(17)}-{drawn(32)}", '"')
    yield _placed("langsmith", 'L = "', f"lsv2_pt_{drawn(32, _HEX)}_{drawn(10, _HEX)}", '"')
    yield _placed("pinecone", 'P = "', f"pcsk_{drawn(6)}_{drawn(60)}", '"')
    yield _placed("nvidia", 'N = "', "nvapi-" + drawn(64, _URL[:-2]), '"')
    yield _placed("brevo", 'B = "', f"xkeysib-{drawn(64, _HEX)}-{drawn(16)}", '"')
    yield _placed("hubspot", 'H = "', "pat-eu1-01234abc-9c1e-4f7d-8a11-5f6c7d8e9fab", '"')


def _keys() -> Iterator[Labelled]:
    """Private keys in the ways in which they are written."""
    for kind in ("", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "):
        lines = key_lines(kind)
        yield Labelled(
            f"key {kind.strip() or 'pkcs8'} in a text", 'K = """' + "\n".join(lines) + '"""', tuple(lines)
        )
    lines = key_lines()
    yield Labelled("key in one literal", 'K = "' + "\\n".join(lines) + '\\n"', ("\\n".join(lines),))
    lines = key_lines()
    rows = "\n".join(f'    "{line}\\n"' for line in lines)
    yield Labelled("key a literal a line", f"K = (\n{rows}\n)\n", tuple(lines))
    lines = key_lines()
    yield Labelled("key in a comment", "\n".join(f"# {line}" for line in lines), tuple(lines))
    lines = key_lines()[:-1]
    yield Labelled("key without its end", 'K = """' + "\n".join(lines[:-1]) + '\n"""', tuple(lines[:-1]))
    lines = key_lines()
    rows = ",\n".join(f"    '{line}'" for line in lines)
    yield Labelled("key in a list", f"K = [\n{rows},\n]\n", tuple(lines))
    lines = key_lines("PGP ")
    lines[0], lines[-1] = lines[0].replace("KEY", "KEY BLOCK"), lines[-1].replace("KEY", "KEY BLOCK")
    yield Labelled("key of pgp", 'K = """\n' + "\n".join(lines) + '\n"""', tuple(lines))
    lines = key_lines("")
    yield Labelled(
        "key of a service account", '{"private_key": "' + "\\n".join(lines) + '"}', ("\\n".join(lines),)
    )


def _addresses() -> Iterator[Labelled]:
    yield _placed("postgres", 'DB = "postgres://app:', "Sup3rS3cure", '@db.internal:5432/app"')
    yield _placed("mysql driver", 'e = create_engine("mysql+pymysql://root:', drawn(14), '@10.0.0.3/shop")')
    yield _placed("mongo", "M = 'mongodb+srv://svc:", drawn(18), "@cluster0.ab1cd.mongodb.net/prod'")
    yield _placed("redis without a user", 'R = "redis://:', drawn(20), '@cache:6379/0"')
    yield _placed("amqp", 'broker = "amqp://worker:', "k4nin-Chen", '@mq:5672//"')
    yield _placed(
        "basic in an address", "# pip install --index-url https://ci:", drawn(16), "@pypi.corp.io/simple x"
    )
    yield _placed("token as user", 'u = "https://', drawn(32), '@git.corp.io/a/b.git"')
    yield _placed("oauth user", 'u = "https://oauth2:', "x7" + drawn(18), '@gitlab.corp/a.git"')
    yield _placed("smtp", 'MAIL = "smtp://bot%40x.io:', "Wint3r!2024", '@smtp.x.io:587"')
    yield _placed("query", 'get("https://maps.x.io/v1?q=a&api_key=', drawn(32, _HEX), '&v=2")')
    yield _placed(
        "sqlserver",
        'c = "Server=tcp:db,1433;Database=x;User ID=sa;Password=',
        "Pa55-w0rd77",
        ';Encrypt=yes;"',
    )
    yield _placed("libpq", 'connect("host=db user=app password=', "x8Jq2LmZ", ' dbname=app")')


def _names() -> Iterator[Labelled]:
    """Values that only their names give away."""
    yield _placed("password", 'password = "', "hunter2", '"')
    yield _placed("password with symbols", "DB_PASSWORD = '", "p@ss!W0rd-9", "'")
    yield _placed("annotated", 'smtp_password: str = "', "Blue42Sky!", '"')
    yield _placed("annotated, optional", 'api_token: str | None = "', drawn(32), '"')
    yield _placed("annotated, final", 'SECRET: Final[str] = "', drawn(40), '"')
    yield _placed("keyword", 'connect(host="db", user="app", password="', "tr0ub4dor&3", '", port=5432)')
    yield _placed("keyword, camel case", 'Client(apiKey="', drawn(28), '")')
    yield _placed("dict item", 'x = {"user": "app", "password": "', "q1w2e3r4t5", '"}')
    yield _placed("dict item, nested quotes", "x = {'client_secret': '", drawn(40), "'}")
    yield _placed("subscript", 'config["SECRET_KEY"] = "', drawn(50, _WORD + "!@#%^&*"), '"')
    yield _placed(
        "django", 'SECRET_KEY = "', "django-insecure-" + drawn(50, _LOWER + _DIGITS + "!@#%^&*(-_=+)"), '"'
    )
    yield _placed("environ default", 'os.environ.get("DB_PASSWORD", "', "changed4You", '")')
    yield _placed("getenv default", "os.getenv('STRIPE_SECRET', '", drawn(32), "')")
    yield _placed("getenv or", 'token = os.getenv("API_TOKEN") or "', drawn(32, _HEX), '"')
    yield _placed("decouple", 'SECRET_KEY = config("SECRET_KEY", default="', drawn(44), '")')
    yield _placed("pydantic", 'password: SecretStr = SecretStr("', "corr3ctHorse", '")')
    yield _placed("field", 'api_key: str = Field(default="', drawn(32), '", repr=False)')
    yield _placed("argparse", 'p.add_argument("--password", default="', "s3cr3tPw", '")')
    yield _placed("bearer", 'headers = {"Authorization": "Bearer ', drawn(40), '"}')
    yield _placed(
        "basic", 'headers["Authorization"] = "Basic ', base64.b64encode(b"bob:w1nter-77").decode(), '"'
    )
    yield _placed("header", 'session.headers.update({"X-Api-Key": "', drawn(40), '"})')
    yield _placed("aws secret", 'aws_secret_access_key="', drawn(40, _BASE64), '"')
    yield _placed("aws session token", 'aws_session_token = "', drawn(200, _BASE64), '"')
    yield _placed("heroku", 'HEROKU_API_KEY = "', "01234abc-9c1e-4f7d-8a11-5f6c7d8e9fab", '"')
    yield _placed("yaml in a text", 'Y = """\ndb:\n  user: app\n  password: ', "Gr8-Escape!", '\n"""')
    yield _placed("env file in a text", 'E = """\nDEBUG=1\nJWT_SECRET=', drawn(48, _HEX), '\n"""')
    yield _placed("comment", "# prod login: password = ", "Xy7-blue-42", "")
    yield _placed(
        "curl in a docstring", '"""\n    curl -H "Authorization: Bearer ', drawn(40), '" https://x.io\n"""'
    )
    yield _placed("option in a docstring", '"""Run with:\n\n    tool --token ', drawn(40), '\n"""')
    yield _placed("comparison", 'if given_password == "', "0pen-Sesame", '":')
    yield _placed("default argument", 'def login(user, password="', "n0tSoSecret", '"): ...')
    yield _placed("setter", 'user.set_password("', "Summer2024!", '")')
    yield _placed("json in a literal", 'x = \'{"password": "', "h4ckm3-not", "\"}'")
    yield _placed("escaped json", 'x = "{\\"api_key\\": \\"', drawn(30), '\\"}"')
    yield _placed("raw", 'passphrase = r"', "cr0codile\\d4nce", '"')
    yield _placed("bytes", 'HMAC_KEY = b"', drawn(32), '"')
    yield _placed("fernet", 'FERNET_KEY = "', drawn(43, _URL) + "=", '"')
    yield _placed("flask", 'app.secret_key = "', drawn(24, _HEX), '"')
    yield _placed("long word", 'master_password = "', "correcthorsebatterystaple", '"')
    yield _placed("digits alone", 'PASSWORD = "', "84930217", '"')
    yield _placed("walrus", 'if (token := "', drawn(32), '"):')
    yield _placed("class attribute", 'class Config:\n    SENDGRID_TOKEN = "', drawn(36), '"')
    yield _placed("tuple", 'auth = ("password", "', "T0ps3cret!", '")')
    yield _placed("parenthesis", 'API_KEY = (\n    "', drawn(40), '"\n)')
    first, second = drawn(20), drawn(20)
    yield Labelled("two literals", f'ACCESS_TOKEN = ("{first}"\n                "{second}")', (first, second))
    again = drawn(24)
    yield Labelled("again without its name", f'token = "{again}"\nsend("{again}")', (again, again))
    yield _placed("encryption key", 'ENCRYPTION_KEY = "', drawn(64, _HEX), '"')
    yield _placed("private token", 'gl = Gitlab(url, private_token="', drawn(20, _URL), '")')
    yield _placed("license", 'license_key="', "A7F3-K9Q2-" + drawn(4, _UPPER + _DIGITS) + "-X4ZB-77TQ", '"')
    yield _placed("kafka", "sasl_plain_password='", "kfk-9x!Prod", "',")
    yield _placed("list", 'SECRET_KEY_FALLBACKS = ["', drawn(50), '"]')
    yield _placed("dict of tokens", 'tokens = {"prod": "', drawn(32), '"}')
    yield _placed("pair", 'get(url, auth=("bob", "', "Tr0ub4dor&3", '"))')
    yield _placed("pair, called", 'auth = HTTPBasicAuth("bob", "', "n1ghtOwl-7", '")')
    yield _placed("environ or", 'API_KEY = os.environ.get("K") or "', drawn(32), '"')
    yield _placed("a line of a settings file", "api_key: ", drawn(32), "")
    yield _placed("another line", "JWT_SECRET=", drawn(48, _HEX), "")
    yield _placed("a login", 'smtp.login("bot@x.io", "', "Tr0ub4dor&3", '")')
    yield _placed("unpacked", 'user, password = "bob", "', "hunter2!", '"')
    first, second = drawn(24), drawn(40)
    yield Labelled("unpacked, both", f'API_KEY, API_SECRET = "{first}", "{second}"', (first, second))
    yield _placed("a key of fernet", 'f = Fernet(b"', drawn(43, _URL) + "=", '")')
    yield _placed("a key of hmac", 'hmac.new(b"', drawn(40), '", body, "sha256")')
    yield _placed("signed with", 'jwt.encode(claims, "', drawn(48), '", algorithm="HS256")')
    yield _placed("a user of a test", 'User.objects.create_user("bob", "bob@x.io", "', "n1ghtOwl-7", '")')
    yield _placed("setattr", 'setattr(settings, "API_KEY", "', drawn(32), '")')
    yield _placed("an option of a call", 'run(["tool", "--api-key", "', drawn(32), '"])')
    yield _placed("curl with a user", "# curl -s -u admin:", "n1ghtOwl-7", " https://x.io/api")
    yield _placed("docker login", "# docker login -u bob -p ", drawn(20), " x.io")
    yield _placed("hexadecimal, decoded", 'AES_KEY = bytes.fromhex("', drawn(64, _HEX), '")')
    yield _placed(
        "password of a connection string", 'C = "Server=db;Uid=sa;Pwd=', "Tr0ub4dor&3x", ';Encrypt=yes"'
    )
    yield _placed("user of an address in braces", 'f"https://{user}:', drawn(18), '@x.io/"')
    yield _placed("header of okta", 'headers["Authorization"] = "SSWS ', "00" + drawn(40, _URL), '"')
    yield _placed("cookie of a session", 'cookies={"sessionid": "', drawn(32, _LOWER + _DIGITS), '"}')
    yield _placed("an app's password with blanks", 'smtp.login("bot@x.io", "', "kqzv wmtr jxpl hdnf", '")')
    yield _placed("german", 'passwort = "', "Geheim!2024", '"')


_STAYS = r"""
key = os.environ["AWS_SECRET_ACCESS_KEY"]
token = os.environ.get("GITHUB_TOKEN")
API_KEY = os.getenv("API_KEY", "")
password = getpass.getpass("Password: ")
password = settings.DB_PASSWORD
secret = get_secret("prod/db/password")
token = request.headers["X-Auth-Token-2"]
self.token = token_urlsafe(32)
input_cost_per_token: 1.4e-06
"output_cost_per_token": 0.000015,
max_tokens = 128000
def test_password_reset_token_generator_2(self): ...
def test_sk_learn_sk_model_selection_pipeline_0(): ...
class TestAPIKeyAuthenticationMiddleware0(TestCase): ...
password = "changeme"
password="password"
PASSWORD = "<your password>"
api_key = "your-api-key-here"
API_KEY = "YOUR_API_KEY"
OPENAI_API_KEY = "sk-your-key-here"
GITHUB_TOKEN = "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
token = "xxxxxxxx"
token = "<token>"
secret = "********"
api_key = "..."
password = "{password}"
password = f"{user}-{suffix}"
password = "${DB_PASSWORD}"
password = "%(password)s"
token = "{{ token }}"
secret_key = "replace-me"
client_secret = "my-client-secret"
api_key = "test-api-key"
token = "dummy-token"
password = "example"
SECRET_KEY = "secret-key"
"password": "Password",
"password": "string",
help = "password: at least 8 characters, 1 digit"
password_help = "Use 8+ characters, e.g. Tr0ub4dor"
"password1": "id_password1",
fields = ("username", "password1", "password2")
password_field = "user_password_2"
token_type = "bearer2"
TOKEN_URL = "https://auth.x.io/oauth2/v2/token"
secret_name = "prod/app-1/db-2/password"
key = "user:1234:profile"
cache_key = f"token:{user_id}:v2"
cache_key = "views.decorators.cache.cache_page.GET.9b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e"
primary_key = "order_id_2"
public_key = "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEx1Jm9Qp0aZ"
sort_key = "created_at_2024"
hotkey = "ctrl+shift+f12"
key="d41d8cd98f00b204e9800998ecf8427e"
keyword = "async4"
sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
"hash": "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
integrity = "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="
commit = "3f786850e387550fdab836ed7e6dc881de23001b"
rev: 9b7e3a1c5d2f4e6a8b0c1d3e5f7a9b1c3d5e7f90
uid = "550e8400-e29b-41d4-a716-446655440000"
client_id = "123e4567-e89b-12d3-a456-426614174000"
request_id = "7c9e6679-7425-40de-944b-e07fc1f90ae7"
src = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDw=="
ICON = "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4"
color = "#ff00aa"
accent_key = "#1a2b3c"
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
PASSWORD_CHARS = "abcdefghjkmnpqrstuvwxyz23456789!@#"
pattern = r"sk-[A-Za-z0-9]{20,}"
TOKEN_RE = re.compile(r"gh[pousr]_[A-Za-z0-9]{36}")
password_regex = r"^(?=.*[A-Z])(?=.*\d).{8,}$"
if "-----BEGIN PRIVATE KEY-----" in text and "-----END PRIVATE KEY-----" in text: ...
-----BEGIN PUBLIC KEY-----
eyJhbGciOiJIUzI1NiJ9
AKIASHORT
task-runner-with-a-long-name-and-2-digits
risk-assessment-2024-final-version-3
import pypi
db = "postgresql://user:password@localhost/db"
db = "postgres://postgres:postgres@localhost:5432/test"
db = "postgres://{user}:{password}@{host}/{name}"
url = "https://github.com/org/repo/commit/3f786850e387550fdab836ed7e6dc881de23001b"
url = "http://localhost:8000/api/v1/users:batch"
ssh = "git@github.com:org/repo.git"
DSN = "https://9c1b2a3d4e5f60718293a4b5c6d7e8f9@o12345.ingest.sentry.io/67890"
redis_url = "redis://localhost:6379/0"
version = "2024.10.1-rc3"
SALT_ROUNDS = "12"
session_cookie_name = "sessionid2"
pk = "pk_live_51H8xYzKq2Lm3Np4Qr5St6Uv"
token = tokens[position + 1]
if token.kind == "NAME2": ...
tokens = ["STRING", "NUMBER", "OP2"]
secret: bool = False
key: Callable[[str], int] = hash2
auth = HTTPBasicAuth(user, password2)
credentials = load("~/.config/app/creds-v2.json")
CSRF_COOKIE_NAME = "csrftoken"
csrf_token = "csrfmiddlewaretoken"
AUTH_USER_MODEL = "accounts2.User"
"token": "Token for the v2 API",
password = "correct horse battery staple"
password = None
password: Optional[str] = None
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shop.settings2")
path = "/run/secrets/db_password_1"
x86_64-linux-gnu-cp311-abi3
arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/db-AbCdEf
KEY_MAP = {"F12": "toggle-2", "key": "x2"}
tokenizer = "o200k_base"
model_key = "claude-3-5-sonnet-20241022"
api_key_header = APIKeyHeader(name="X-API-Key-2")
"keywords": "secret2, token2"
passed = "true4all"
bypass = "a1b2c3d4"
compass = "n33w12"
monkey = "curious1234george"
author = "j0hn_d0e"
authority = "login.microsoft.com/v2"
client.login("bob", "password")
site.login(request, "registration/login2.html")
hmac.new(b"key", message, "sha256")
hmac.new(settings.SECRET_KEY.encode(), message, "sha256")
jwt.decode(token, "public.pem", algorithms=["RS256"])
Fernet(key.encode())
setattr(self, "token_url", "https://x.io/oauth2/token")
user, key = "bob", "primary"
host, token, port = parse("db:x9:5432")
parser.add_argument("--token", "store_true")
run(["tool", "--password-file", "/run/secrets/db1"])
# curl -u user:password https://x.io
# curl -u "$USER:$TOKEN" https://x.io
U = "https://x.io/q?sig=1&b=2"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
password_backend = "shop.auth2.backends.Argon2Backend"
tokens = ["STRING2", "<unk1>", "[PAD2]"]
s = OAuth2Session(client_id, token=token2)
auth = ("user", "password")
kid = "q7w8e9r0t1y2u3i4o5p6a7s8d9f0"
model = "gpt-4o-2024-08-06"
unk_token = "<unk2>"
redis_key = "user:42:session:abc123"
page_token = "CAoQAA1b2c3d4e5f6g7h8"
next_token = "eyAibmV4dCI6IDEyMyB9abc1"
""".strip("\n").split("\n")


def _labelled() -> Iterator[Labelled]:
    yield from _forms()
    yield from _keys()
    yield from _addresses()
    yield from _names()
    for line in _STAYS:
        yield Labelled(f"stays: {line[:60]}", line)


LABELLED = tuple(_labelled())

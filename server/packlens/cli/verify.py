"""`packlens verify`: whether a pack still matches the files it was made from."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from packlens.base.errors import UsageError, VerificationError
from packlens.cli import options
from packlens.cli.voice import Voice


@click.command("verify", short_help="Whether a pack still matches its files.")
@click.argument("packfile")
@options.root_option
@options.common
@click.pass_obj
def command(voice: Voice, packfile: str, path: str | None) -> None:
    """Compare PACKFILE, a pack in any format ('-' for stdin), with the files it names."""
    if packfile == "-":
        voice.detail("reading the pack from stdin")
    text = _read(packfile)
    from packlens.session.session import Session

    with Session.open(path) as session:
        for line in session.warnings:
            voice.warn(line)
        try:
            verification = session.verify(text)
        except VerificationError as error:
            raise VerificationError(f"{packfile}: {error}") from None
    if verification.first_difference is not None:
        hint = "make the pack again"
        if verification.first_difference.endswith("is not there"):
            hint += ", or name the folder it was made from with --root"
        raise VerificationError(f"{packfile}: {verification.first_difference}; {hint}")
    files = len(verification.checked)
    voice.answer(f"ok: {files} file{'' if files == 1 else 's'} as packed\n")


def _read(packfile: str) -> str:
    try:
        raw = sys.stdin.buffer.read() if packfile == "-" else Path(packfile).read_bytes()
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise UsageError(
            f"{packfile!r} is no pack: it is not UTF-8; give a file that packlens wrote"
        ) from None
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise UsageError(f"cannot read the pack {packfile!r}: {reason}; check the spelling") from None

"""`packlens verify`: whether a pack still matches the files it was made from."""

from __future__ import annotations

import click

from packlens.base.counted import counted
from packlens.base.errors import VerificationError
from packlens.cli import options
from packlens.cli.packfile import read_packfile
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
    text = read_packfile(packfile)
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
    voice.answer(f"ok: {counted(files, 'file')} as packed\n")

"""The picture of the lens in the README: a file as an editor shows it, with the lenses that the server answers.

    python -m tests.bench.lens_picture --corpus flask --file src/flask/json/tag.py --first 103 --last 128

The files are those of the sdist, since tests are not in a wheel. Starts a real server, asks for the file's lenses,
resolves those in the shown lines, and writes an SVG. Nothing in it is written by hand.
"""

from __future__ import annotations

import asyncio
import keyword
import re
import tempfile
from html import escape
from pathlib import Path

from tests.bench.figures import announce, parser
from tests.lsp.editor import editor
from tests.support.corpus import sources

_LINE, _LEFT, _CHARACTER, _TOP = 20, 58, 7.83, 46
_WORD = re.compile(r"(?P<string>[\"'].*?[\"'])|(?P<comment>#.*)|(?P<word>\w+)|(?P<other>\s+|[^\w\s])")


def main() -> int:
    """The command."""
    command = parser(__doc__)
    command.add_argument("--file", default="src/flask/json/tag.py")
    command.add_argument("--first", type=int, default=103)
    command.add_argument("--last", type=int, default=128)
    command.add_argument("--output", type=Path, default=Path("docs/images/lens.svg"))
    arguments = command.parse_args()
    announce()
    folder = sources(arguments.corpus)
    lines = (folder / arguments.file).read_text(encoding="utf-8").split("\n")
    lenses = asyncio.run(_lenses(folder, arguments.file, arguments.first, arguments.last))
    picture = draw(arguments.file, lines, arguments.first, arguments.last, lenses)
    arguments.output.write_text(picture, encoding="utf-8", newline="\n")
    print(f"{arguments.output}: {sum(map(len, lenses.values()))} lenses")
    return 0


async def _lenses(folder: Path, path: str, first: int, last: int) -> dict[int, list[str]]:
    """1-based line -> titles of the lenses above it."""
    found: dict[int, list[str]] = {}
    with tempfile.TemporaryDirectory() as cache:
        async with editor(folder, Path(cache)) as here:
            here.open(path)
            await here.pack(path)  # answered once the first index is there
            for lens in await here.unresolved(path):
                line = lens.range.start.line + 1
                if first <= line <= last:
                    resolved = await here.resolve(lens)
                    found.setdefault(line, []).append(resolved.command.title if resolved.command else "")
    return found


def draw(name: str, lines: list[str], first: int, last: int, lenses: dict[int, list[str]]) -> str:
    """The SVG of lines `first` to `last`, each lens above its line."""
    rows: list[str] = []
    y = _TOP
    for number in range(first, last + 1):
        text = lines[number - 1]
        if number in lenses:
            indent = _LEFT + _CHARACTER * (len(text) - len(text.lstrip()))
            rows.append(
                f'<text class="lens" x="{indent:.1f}" y="{y}">{escape(" | ".join(lenses[number]))}</text>'
            )
            y += _LINE
        rows.append(f'<text class="number" x="{_LEFT - 16}" y="{y}">{number}</text>')
        start = _LEFT + _CHARACTER * (len(text) - len(text.lstrip()))
        rows.append(f'<text class="code" x="{start:.1f}" y="{y}">{_coloured(text.strip())}</text>')
        y += _LINE
    width = round(_LEFT + _CHARACTER * max(len(line) for line in lines[first - 1 : last])) + 24
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{y}" viewBox="0 0 {width} {y}">',
            "<style>text{font:13px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}"
            ".lens{fill:#9aa0a6;font-size:12px}.number{fill:#5f6368;text-anchor:end}.code,.tab{fill:#d4d4d4}"
            ".k{fill:#c586c0}.s{fill:#ce9178}.c{fill:#6a9955}.d{fill:#dcdcaa}</style>",
            f'<rect width="{width}" height="{y}" rx="8" fill="#1e1e1e"/>',
            f'<text class="tab" x="20" y="24">{escape(name)}</text>',
            *rows,
            "</svg>",
            "",
        ]
    )


def _coloured(line: str) -> str:
    parts: list[str] = []
    before = ""
    for match in _WORD.finditer(line):
        text = escape(match[0])
        if match["string"]:
            text = f'<tspan class="s">{text}</tspan>'
        elif match["comment"]:
            text = f'<tspan class="c">{text}</tspan>'
        elif match["word"]:
            if keyword.iskeyword(match[0]):
                text = f'<tspan class="k">{text}</tspan>'
            elif before in ("def", "class"):
                text = f'<tspan class="d">{text}</tspan>'
            before = match[0]
        parts.append(text)
    return "".join(parts)


if __name__ == "__main__":
    raise SystemExit(main())

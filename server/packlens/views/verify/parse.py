"""Reading packs back: any of the four forms to the files, lines and code that it states.

A form is read strictly. A line that no pack would hold is an error that names it, so that nothing can be
slipped in between the blocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

from packlens.base.errors import VerificationError
from packlens.views.layout.common import SEPARATOR
from packlens.views.layout.markdown import HEADING, LANGUAGE, MARKED
from packlens.views.layout.sections import CHANGES, NAMES, OMITTED, SINCE
from packlens.views.layout.xml import SCHEMA as XML_SCHEMA
from packlens.views.pack.model import Level, Lines
from packlens.views.redact import from_visible
from packlens.views.verify.from_json import level_of, other_version, parse_json
from packlens.views.verify.stated import StatedFile, StatedItem, StatedName, StatedPack, StatedUnchanged

_HEADING = re.compile(
    rf"(?P<path>.*){SEPARATOR}(?P<sha>[0-9a-f]{{12}})(?P<unsaved> unsaved)?(?P<diff> diff)?{SEPARATOR}(?P<labels>.+)"
)
_LABEL = re.compile(r"(?P<qualname>\S+) (?P<lines>[0-9,-]+)(?: (?P<level>excerpt|signature))?")
_RANGE = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?")
_FENCE = re.compile(r"(`{3,})(\w+)")
_RULE = re.compile(r"-{8,}")
_SECTIONS = (NAMES, CHANGES, SINCE, OMITTED)
_NAME = re.compile(r"(?P<path>.*):(?P<line>\d{1,9}) (?P<qualname>\S+)")
_UNCHANGED = re.compile(r"unchanged (?P<id>.+?) (?P<sha>[0-9a-f]{12})(?: (?P<signs>[0-9a-f]{12}))?")


def parse_pack(text: str) -> StatedPack:
    """What a pack in any form states. Raises `VerificationError` for what is no pack of this version."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if text.startswith("{"):
        return parse_json(text)
    if text.startswith("<pack"):
        return _xml(text)
    return _lines(text)


@dataclass(frozen=True, slots=True)
class _Block:
    """One block of the Markdown or the text form.

    line     where it begins, 1-based, its heading included
    heading  of a file; "" where there is none
    kind     of a fence; of a titled section its title, and `LANGUAGE` for a file in the text form
    fenced   whether it is one of the Markdown form
    """

    line: int
    heading: str
    kind: str
    fenced: bool
    rows: list[str]


def _lines(text: str) -> StatedPack:
    """Markdown and text: a header line, then headed blocks."""
    rows = text.split("\n")
    redacted: bool | None = None
    has_header = rows[0].startswith("packlens ")
    if has_header and "redaction off" in rows[0].split(SEPARATOR):
        redacted = False
    elif has_header and SEPARATOR in rows[0]:
        redacted = True
    files: list[StatedFile] = []
    names: list[StatedName] = []
    unchanged: list[re.Match[str]] = []
    known = False
    for block in _blocks(rows, int(has_header)):
        known = True
        if block.kind in (LANGUAGE, MARKED) and block.heading:
            files.append(_file_in(block))
        elif block.heading or block.kind not in _SECTIONS:
            raise VerificationError(f"line {block.line}: not part of a pack")
        elif block.kind == NAMES:
            names += _names_in(block)
        elif block.kind == SINCE:
            unchanged += [match for row in block.rows if (match := _UNCHANGED.fullmatch(row))]
    if not known:
        raise VerificationError("not a pack: it holds no block of one")
    return StatedPack(
        tuple(files),
        redacted,
        stated_digest=_stated_digest(rows[0]),
        names=tuple(names),
        unchanged=tuple(
            StatedUnchanged(from_visible(match["id"]), match["sha"], match["signs"] or "")
            for match in unchanged
        ),
    )


def _blocks(rows: list[str], position: int) -> Iterator[_Block]:
    """The blocks from `position` on. Raises `VerificationError` for a line that belongs to none."""
    while position < len(rows):
        row = rows[position]
        if not row:
            position += 1
            continue
        line = position + 1
        heading = ""
        if row.startswith(HEADING) and position + 2 < len(rows) and not rows[position + 1]:
            heading, position = row.removeprefix(HEADING), position + 2
        fence = _FENCE.fullmatch(rows[position])
        if fence is not None:
            closing, kind = fence.groups()
        elif not heading and position + 1 < len(rows) and _RULE.fullmatch(rows[position + 1]):
            position += 1
            closing = rows[position]
            kind = row if row in _SECTIONS else LANGUAGE
            heading = row if kind == LANGUAGE else ""
        else:
            raise VerificationError(f"line {line}: not part of a pack")
        try:
            end = rows.index(closing, position + 1)
        except ValueError:
            raise VerificationError(f"line {position + 1}: the block that begins here has no end") from None
        yield _Block(line, heading, kind, fence is not None, rows[position + 1 : end])
        position = end + 1


def _file_in(block: _Block) -> StatedFile:
    """The file that a headed block of code states. Raises `VerificationError` where the two do not agree."""
    file = _headed(block.heading, "".join(f"{row}\n" for row in block.rows), block.line)
    if block.fenced and file.marked != (block.kind == MARKED):
        raise VerificationError(f"line {block.line}: the heading and the block below it do not agree")
    return file


def _names_in(block: _Block) -> Iterator[StatedName]:
    """The rows of a section of names. Raises `VerificationError` for a line that is none."""
    for number, row in enumerate(block.rows, block.line + (1 if block.fenced else 2)):
        match = _NAME.fullmatch(row)
        if match is None:
            raise VerificationError(f"line {number}: not part of a pack")
        yield StatedName(from_visible(match["path"]), int(match["line"]), from_visible(match["qualname"]))


def _stated_digest(header: str) -> str:
    parts = header.split(SEPARATOR) if header.startswith("packlens ") else []
    return next((part.removeprefix("digest ") for part in parts[2:] if part.startswith("digest ")), "")


def _headed(heading: str, code: str, line: int) -> StatedFile:
    match = _HEADING.fullmatch(heading)
    if match is None:
        raise VerificationError(f"line {line}: not the heading of a file")
    items: list[StatedItem] = []
    for label in match["labels"].split("; "):
        stated = _LABEL.fullmatch(label)
        if stated is None:
            raise VerificationError(f"line {line}: {label!r} names no symbol and lines")
        level = Level(stated["level"] or "full")
        items.append(StatedItem(from_visible(stated["qualname"]), _ranges(stated["lines"]), level))
    return StatedFile(
        from_visible(match["path"]),
        match["sha"],
        match["unsaved"] is not None,
        tuple(items),
        code,
        match["diff"] is not None,
    )


def _xml(text: str) -> StatedPack:
    # The text begins with the root element, so it has no document type and no entities of its own.
    try:
        root = ElementTree.fromstring(text)  # noqa: S314
    except ElementTree.ParseError as error:
        raise VerificationError(f"not a pack: XML that does not parse ({error})") from None
    schema = root.get("schema")
    if schema is not None and schema != XML_SCHEMA:
        raise VerificationError(other_version(schema))
    files: list[StatedFile] = []
    for child in root:
        if child.tag == "file":
            items = tuple(
                StatedItem(
                    from_visible(code.get("symbol", "")),
                    _ranges(code.get("lines", "")),
                    level_of(code.get("level", "full")),
                    "".join(code.itertext()),
                )
                for code in child
            )
            path = from_visible(child.get("path", ""))
            marked = child.get("diff") == "true"
            is_unsaved = child.get("unsaved") == "true"
            files.append(StatedFile(path, child.get("sha256", ""), is_unsaved, items, marked=marked))
        elif child.tag not in ("names", "changes", "since", "omitted", "possible"):
            raise VerificationError(f"element {child.tag!r}: not part of a pack")
        if child.tag in ("file", "names"):
            _check_no_text(child)
    _check_no_text(root)
    redacted = {None: None, "off": False}.get(root.get("redacted"), True)
    names = [_name(name) for name in root.iterfind("names/*")]
    unchanged = [
        StatedUnchanged(from_visible(row.get("id", "")), row.get("sha256", ""), row.get("signs", ""))
        for row in root.iterfind("since/unchanged")
    ]
    digest = root.get("digest", "")
    return StatedPack(
        tuple(files), redacted, stated_digest=digest, names=tuple(names), unchanged=tuple(unchanged)
    )


def _check_no_text(element: ElementTree.Element) -> None:
    """Raises `VerificationError` where text stands beside the elements in this one."""
    if (element.text or "").strip():
        raise VerificationError(f"text in element {element.tag!r}: not part of a pack")
    for child in element:
        if (child.tail or "").strip():
            raise VerificationError(f"text after element {child.tag!r}: not part of a pack")


def _name(element: ElementTree.Element) -> StatedName:
    line = element.get("line", "")
    if element.tag != "name" or not re.fullmatch(r"\d{1,9}", line):
        raise VerificationError(f"element {element.tag!r} among the names: not part of a pack")
    return StatedName(from_visible(element.get("path", "")), int(line), from_visible(element.text or ""))


def _ranges(label: str) -> tuple[Lines, ...]:
    found: list[Lines] = []
    for part in label.split(","):
        match = _RANGE.fullmatch(part)
        if match is None:
            raise VerificationError(f"lines {label!r}: not line ranges")
        first = int(match[1])
        found.append((first, int(match[2] or first)))
    return tuple(found)

"""Prints problems: for people in full or one a line, for other programs as JSON, GitHub annotations or SARIF.

Every form prints the same problems in the same order, with user text escaped as the reader of that form needs it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import quote

import attrs

from yomi_dsl import excerpt, limits
from yomi_dsl.codes import CODES
from yomi_dsl.diagnostics import Diagnostic
from yomi_dsl.source import Span

SCHEMA = 1  # of the JSON form; rises when a field changes its meaning or goes

_COLOURS = {"error": "1;31", "warning": "1;33", "gutter": "34", "help": "36", "bold": "1"}


@attrs.frozen
class Look:
    """How to print. ``root`` is the game's folder as the user would write it; paths are shown below it."""

    colour: bool = False
    width: int = 100
    root: str = ""

    def paint(self, kind: str, text: str) -> str:
        return f"\x1b[{_COLOURS[kind]}m{text}\x1b[0m" if self.colour and text else text

    def path(self, at: Span) -> str:
        root = self.root.replace("\\", "/").rstrip("/")
        return f"{root}/{at.path}" if root not in ("", ".") else at.path


def render(found: Sequence[Diagnostic], form: str, look: Look | None = None) -> str:
    """The problems in one of ``FORMS``, with a line end after each line; nothing for no problem in the plain forms."""
    return FORMS[form](found, look or Look())


def summary(found: Sequence[Diagnostic]) -> str:
    """``2 errors, 1 warning``"""
    errors = sum(problem.is_error for problem in found)
    counts = ((errors, "error"), (len(found) - errors, "warning"))
    return ", ".join(f"{n} {word}{'s' * (n > 1)}" for n, word in counts if n) or "no problems"


def _severity(problem: Diagnostic) -> str:
    return "error" if problem.is_error else "warning"


# ---- full ------------------------------------------------------------------------------------------------------------


def _full(found: Sequence[Diagnostic], look: Look) -> str:
    blocks = [_block(problem, look) for problem in found[: limits.SHOWN]]
    left = len(found) - len(blocks)
    if left:
        blocks.append(f"{left} more not shown\n")
    return "\n".join(blocks)


def _block(problem: Diagnostic, look: Look) -> str:
    """One problem: its title, each place with marks, and what to do."""
    kind = _severity(problem)
    title = look.paint(kind, f"{kind}[{problem.code}]") + look.paint("bold", f": {excerpt.safe(problem.message)}")
    places = [(problem.at, "^", problem.label)] if problem.at else []
    places += [(label.at, "-", label.text) for label in problem.more]
    margin = max([len(str(at.source.place(at.end)[0])) for at, _, _ in places], default=1)
    lines = [title]
    for at, mark, label in places:
        lines += _place(at, mark, label, margin, kind if mark == "^" else "gutter", look)
    help = [f"help: {excerpt.safe(problem.help)}"] if problem.help else []
    for text in [*help, f"page: yomi explain {problem.code}"]:
        lines.append(f"{' ' * margin} {look.paint('gutter', '=')} {look.paint('help', text)}")
    return "\n".join(lines) + "\n"


def _place(at: Span, mark: str, label: str, margin: int, kind: str, look: Look) -> list[str]:
    pad, bar = " " * margin, look.paint("gutter", "|")
    where = f"{excerpt.safe(look.path(at))}:{at.line}:{at.column}"
    lines = [f"{pad}{look.paint('gutter', '-->' if mark == '^' else ':::')} {where}"]
    if not at.source.text:  # a place that stands for a whole file
        return lines + ([f"{pad} {bar} {excerpt.safe(label)}"] if label else [])
    lines.append(f"{pad} {bar}")
    for row in excerpt.rows(at, mark, excerpt.safe(label), look.width - margin - 3):
        text = row.text if row.number else look.paint(kind, row.text)
        number = look.paint("gutter", str(row.number or "").rjust(margin))
        lines.append(look.paint("gutter", "...") if row.number < 0 else f"{number} {bar} {text}".rstrip())
    return lines


# ---- one a line ------------------------------------------------------------------------------------------------------


def _concise(found: Sequence[Diagnostic], look: Look) -> str:
    return "".join(f"{_where(problem, look)}{problem.code} {excerpt.safe(problem.message)}\n" for problem in found)


def _where(problem: Diagnostic, look: Look) -> str:
    at = problem.at
    return f"{excerpt.safe(look.path(at))}:{at.line}:{at.column}: " if at else ""


# ---- for programs ----------------------------------------------------------------------------------------------------


def _json(found: Sequence[Diagnostic], look: Look) -> str:
    errors = sum(problem.is_error for problem in found)
    counts = {"errors": errors, "warnings": len(found) - errors}
    return _dump({"schema": SCHEMA, "problems": [_plain(problem, look) for problem in found], **counts})


def _plain(problem: Diagnostic, look: Look) -> dict[str, Any]:
    return {
        "code": problem.code,
        "severity": _severity(problem),
        "title": CODES.get(problem.code, ""),
        "message": problem.message,
        "place": _span(problem.at, look) if problem.at else None,
        "label": problem.label,
        "help": problem.help,
        "more": [{"place": _span(label.at, look), "text": label.text} for label in problem.more],
    }


def _span(at: Span, look: Look) -> dict[str, Any]:
    end = at.source.place(at.end)
    return {"path": look.path(at), "line": at.line, "column": at.column, "end_line": end[0], "end_column": end[1]}


def _dump(data: dict[str, Any]) -> str:
    """ASCII only, so that it survives any terminal or pipe."""
    return json.dumps(data, indent=2) + "\n"


def _github(found: Sequence[Diagnostic], look: Look) -> str:
    return "".join(_annotation(problem, look) for problem in found)


def _annotation(problem: Diagnostic, look: Look) -> str:
    fields = {"title": f"{problem.code} {CODES.get(problem.code, '')}".strip()}
    if problem.at:
        span = _span(problem.at, look)
        fields |= {"file": span["path"], "line": str(span["line"]), "col": str(span["column"])}
        fields |= {"endLine": str(span["end_line"]), "endColumn": str(span["end_column"])}
    text = ". ".join(part for part in (problem.message, problem.label, problem.help) if part)
    properties = ",".join(f"{key}={_percent(value, ':,')}" for key, value in fields.items())
    return f"::{_severity(problem)} {properties}::{_percent(text)}\n"


def _percent(text: str, also: str = "") -> str:
    """Without what could end the annotation and begin another."""
    for char in "%\r\n" + also:
        text = text.replace(char, f"%{ord(char):02X}")
    return excerpt.safe(text)


def _sarif(found: Sequence[Diagnostic], look: Look) -> str:
    codes = sorted({problem.code for problem in found})
    rules = [{"id": code, "shortDescription": {"text": CODES.get(code, code)}} for code in codes]
    run = {
        "tool": {"driver": {"name": "yomi", "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(problem, codes.index(problem.code), look) for problem in found],
    }
    return _dump({"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]})


def _result(problem: Diagnostic, index: int, look: Look) -> dict[str, Any]:
    text = ". ".join(part for part in (problem.message, problem.label, problem.help) if part)
    result: dict[str, Any] = {
        "ruleId": problem.code,
        "ruleIndex": index,
        "level": _severity(problem),
        "message": {"text": text},
    }
    if problem.at:
        result["locations"] = [_location(problem.at, look)]
    if problem.more:
        result["relatedLocations"] = [_location(label.at, look, label.text) for label in problem.more]
    return result


def _location(at: Span, look: Look, text: str = "") -> dict[str, Any]:
    span = _span(at, look)
    region = {"startLine": span["line"], "startColumn": span["column"]}
    region |= {"endLine": span["end_line"], "endColumn": span["end_column"]}
    place = {"artifactLocation": {"uri": quote(span["path"], errors="backslashreplace")}, "region": region}
    return {"physicalLocation": place, **({"message": {"text": text}} if text else {})}


FORMS: dict[str, Callable[[Sequence[Diagnostic], Look], str]] = {
    "full": _full,
    "concise": _concise,
    "json": _json,
    "github": _github,
    "sarif": _sarif,
}

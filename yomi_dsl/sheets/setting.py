"""One run of the typesetter: Jinja writes a small driver, Typst sets it. Text travels as JSON, never as markup."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from yomi_dsl import resources
from yomi_dsl.sheets.glyphs import FONTS

_EPOCH = 0  # a fixed time, so that the same cards make the same bytes
Diag = dict[str, Any]


def driver(folder: Path, library: Sequence[str], deck: Any, template: str, numbers: Mapping[str, Any]) -> Path:
    """Puts what the typesetter reads into a folder; its driver is returned. ``deck``: all text; ``numbers``: for the driver."""
    for name in library:
        shutil.copyfile(resources.templates() / name, folder / name)
    (folder / "deck.json").write_text(json.dumps(deck, ensure_ascii=False), encoding="utf-8")
    written = folder / "driver.typ"
    written.write_text(_template(template).render(**numbers), encoding="utf-8")
    return written


def pages(
    folder: Path, driver: Path, out_format: str, ppi: int
) -> tuple[bytes | list[bytes] | None, list[Diag], list[str]]:
    """The output, if it could be set; what the templates note as too large; and what the typesetter complains of."""
    import typst

    compiler = typst.Compiler(
        str(driver),
        root=str(folder),
        font_paths=[str(FONTS)],
        ignore_system_fonts=True,
        package_path=str(folder / "none"),
        package_cache_path=str(folder / "none"),
    )
    try:
        data, warnings = compiler.compile_with_warnings(
            format="png" if out_format == "png" else "pdf", ppi=ppi, timestamp=_EPOCH, pdf_tags=False
        )
        found = json.loads(compiler.query("<diag>", field="value"))
    except typst.TypstError as error:
        return None, [], [_told(error.message, error.diagnostic)]
    listed = [data] if isinstance(data, bytes) and out_format == "png" else data
    return listed, _unique(found), [_told(warning.message, "") for warning in warnings]


def _told(message: str, detail: str) -> str:
    return f"the sheet could not be set: {message} {detail}".strip()


def _unique(found: list[Diag]) -> list[Diag]:
    """Copies of a card complain once."""
    return list({json.dumps(diag, sort_keys=True): diag for diag in found}.values())


def _template(name: str) -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(resources.templates())
    return Environment(
        loader=loader, undefined=StrictUndefined, autoescape=False, keep_trailing_newline=True
    ).get_template(name)

"""Fit the documentation site to the program's help: its navigation, and no other address."""

import logging
import re
from typing import Any

from uscalc.report.help_pages import START_PAGE, read_contents

LOG = logging.getLogger("mkdocs.hooks.uscalc")
FETCHED = re.compile(
    r'<(?:img|script|link|iframe|a)[^>]+(?:src|href)="?((?:https?:)?//[^">]+)'
)


def on_config(config: Any) -> Any:
    """Take the navigation from the table of contents of the help."""
    groups: dict[str, list[dict[str, str]]] = {}
    for page in read_contents():
        groups.setdefault(page.group, []).append({page.title: page.name})
    config["nav"] = [
        {"Start": START_PAGE},
        *({name: pages} for name, pages in groups.items()),
    ]
    return config


def on_post_page(output: str, page: Any, config: Any) -> str:
    """Warn about every address outside the site; `--strict` makes it an error."""
    for address in FETCHED.findall(output):
        LOG.warning("%s names another address: %s", page.file.src_path, address)
    return output

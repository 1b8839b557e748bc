"""Published pages, and the same events as their directors typed them."""

import datetime as dt

import pytest

from tests.document.overlay.garden import KINDS, Garden
from tests.document.overlay.retype import retyped
from tests.made_files import samples
from uscalc.document.model import Document
from uscalc.document.overlay.changes import PageComparison
from uscalc.document.overlay.lay import compare_with_page
from uscalc.document.rate.systems import find_counted_systems
from uscalc.formats import open_event
from uscalc.rules.resolve import resolve_rules

SHARED = (
    "big-1.html dual-1-pasted.txt dual-1.html dual-2-pasted.txt dual-2.html "
    "forfeit-1.html match-1.html robin-1.html single-1.html single-2.html "
    "unrated-1-pasted.txt unrated-1.html unrated-2-pasted.txt unrated-2.html"
)
PAGES = (*samples.PAGES, *(f"shared/{name}" for name in SHARED.split()))
every_page = pytest.mark.parametrize("name", PAGES)
seeds = pytest.mark.parametrize("seed", range(2))


def page_of(name: str) -> Document:
    return open_event(samples.sample("msa", name), dt.date(2005, 1, 1)).document


def compare_page(event: Document, page: Document) -> PageComparison:
    return compare_with_page(event, page, find_counted_systems(event, resolve_rules))


def planted(page, rng, count=5, exact=False) -> Garden:
    """Return the retyped event with this many mistakes of any kind."""
    garden = Garden(retyped(page, rng, exact), page, rng)
    for _ in range(20 * count):
        garden.plant(rng.choice(list(KINDS)))
        if len(garden.expected) == count:
            return garden
    pytest.fail(f"only {len(garden.expected)} mistakes fit")

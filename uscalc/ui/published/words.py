"""What a page laid over an event comes to, in a sentence or two."""

from uscalc.ui.published.work import Compared

NOTHING = (
    "Once the event is rated, lay its published page over it: open the saved page or the "
    "saved answer of the ratings service, paste the copied text, or drop the file here. "
    "Every difference is listed with its cause. Nothing changes before you take it over."
)
READING = "Reading the page…"
COMPARING = "Comparing…"
STRANGER = (
    "{} is the page of another event: no section of it has the members of one here. "
    "Nothing is compared."
)


def found_words(found: Compared) -> str:
    """How much differs, how much the page only adds, and what it does not have."""
    overlay, source = found.overlay, found.page.source
    if not overlay.pairs:
        return STRANGER.format(source)
    wrong, more = len(overlay.contradicting), len(overlay.adding)
    said = f"{source}: {count(wrong, 'difference') if wrong else 'no difference'}"
    if more:
        said += f", {count(more, 'addition')}"
    said += "."
    if found.posts is None:
        said += " Ratings after are being compared."
    elif found.posts:
        said += " Some ratings after do not come out: see Audit."
    missing = overlay.sections - len(overlay.pairs)
    if missing:
        said += f" {count(missing, 'section')} of this event not on the page."
    return said


def count(number: int, what: str) -> str:
    """So many of something."""
    return f"{number} {what}{'s' * (number != 1)}"

"""Sum up a comparison with a page in a sentence or two."""

from uscalc.document.overlay.difference import PageDifference
from uscalc.ui.published.work import PageResult

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


def describe_comparison(found: PageResult) -> str:
    """Return how much differs, how much the page only adds, and what it does not have."""
    overlay, source = found.overlay, found.page.source
    if not overlay.pairs:
        return STRANGER.format(source)
    wrong, more = len(overlay.contradicting), len(overlay.adding)
    said = (
        f"{source}: {format_count(wrong, 'difference') if wrong else 'no difference'}"
    )
    if more:
        said += f", {format_count(more, 'addition')}"
    said += "."
    said += _describe_ratings(found)
    missing = overlay.sections - len(overlay.pairs)
    if missing:
        said += f" {format_count(missing, 'section')} of this event not on the page."
    return said


def describe_difference(one: PageDifference) -> str:
    """Return why a difference is there, and what would settle it."""
    said = [one.because]
    if one.settle:
        said.append(f"to settle it, ask for {one.settle}")
    # A name may end with the point of an initial.
    return " ".join(f"{capitalize_sentence(text).removesuffix('.')}." for text in said)


def capitalize_sentence(text: str) -> str:
    """Return the same with a capital."""
    return text[:1].upper() + text[1:]


def _describe_ratings(found: PageResult) -> str:
    """Describe how many post-event ratings don't match, and how many are explained."""
    posts = found.posts
    if posts is None:
        how = "not compared: it was stopped" if found.ended else "being compared"
        return f" Ratings after are {how}."
    number = len(posts.differences)
    if not number:
        return " The ratings after come out." if posts.count else ""
    verb = "does" if number == 1 else "do"
    said = f" {format_count(number, 'rating')} after {verb} not come out"
    if not found.complete:
        return f"{said}: looking for the facts behind {_choose_pronoun(number)}…"
    facts = sum(bool(one.changes) for one in posts.differences)
    if facts == number:
        return f"{said}: facts explain {_choose_pronoun(number)}."
    if facts:
        return f"{said}: facts explain {facts} of them."
    if posts.sought:
        return f"{said}, and no fact was found that explains {_choose_pronoun(number)}."
    return f"{said}: Audit looks for the facts."


def _choose_pronoun(number: int) -> str:
    return "it" if number == 1 else "them"


def format_count(number: int, what: str) -> str:
    """Return a number with its noun, such as "3 ratings"."""
    return f"{number} {what}{'s' * (number != 1)}"

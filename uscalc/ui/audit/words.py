"""Sum up an audit in a sentence or two for the head of the view."""

from uscalc.counted import choose_plural, count_in_words
from uscalc.document.audit.result import Explanation, RatingAudit

NUMBERS = ("no", "One", "Two", "Three", "Four")


def describe_audit(audit: RatingAudit, shown: Explanation | None) -> str:
    """Describe how many ratings match, how many are explained, and how many are left."""
    count, exact = len(audit.compared), len(audit.exact)
    missed = [one for one in audit.compared if one.missed]
    near = count - exact - len(missed)
    come = choose_plural(exact, "comes", "come")
    said = (
        f"{exact:,} of {count_in_words(count, 'published rating')} {come} out exactly"
    )
    said += f", {near} within the rounding of those before." if near else "."
    if not missed:
        return said
    if shown is None:
        return (
            f"{said} No facts were found that explain {_choose_pronoun(len(missed))}."
        )
    left = len(shown.left)
    mended = sum(one.number not in shown.left for one in missed)
    facts, verb = _count_facts(len(shown.facts)), "explains"
    if len(shown.facts) > 1:
        verb = "explain"
    if shown.guess:
        facts = f"A guess: {facts[:1].lower()}{facts[1:]}"
    if left:
        said += f" {facts} {verb} {mended} more."
        said += f" {left} {'is' if left == 1 else 'are'} left."
    else:
        said += f" {facts} {verb} {_choose_pronoun(mended)}."
    if len(audit.explanations) > 1:
        sets = len(audit.explanations)
        said += f" {NUMBERS[sets]} sets explain as much; the likeliest is first."
    return said


def describe_question(shown: Explanation | None) -> str:
    """Return the one thing to ask for."""
    if shown is None or not shown.facts:
        return ""
    return f"To settle it, ask for {shown.facts[0].settle}."


def _count_facts(count: int) -> str:
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{number} hidden {'fact' if count == 1 else 'facts'}"


def _choose_pronoun(count: int) -> str:
    return "the other one" if count == 1 else f"the other {count}"

"""Published ratings beside computed ones, once everything else is as on the page."""

from collections.abc import Iterator

from uscalc.document.audit.priors import Priors
from uscalc.document.audit.scene import compared, scene_of
from uscalc.document.model import Document
from uscalc.document.overlay.difference import Difference, Overlay
from uscalc.document.overlay.take import taken
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.systems import counted_systems
from uscalc.engine.pause import Pause, go_on


def post_differences(
    event: Document,
    overlay: Overlay,
    rulebook: RuleBook,
    priors: Priors,
    pause: Pause = go_on,
) -> Iterator[Difference]:
    """For each section and system the ratings that do not come out even so.

    What is left then has its cause in a fact that neither side shows; the audit looks
    for it. `pause` is called before each rating.
    """
    there = taken(event, overlay.differences)
    counted = counted_systems(there, rulebook)
    for index in sorted(i for _, i in overlay.pairs):
        section = there.sections[index]
        for system in counted[index]:
            pause()
            if not any(player.published_in(system) for player in section.players):
                continue
            scene = scene_of(there, index, system, rulebook, priors)
            rows = () if scene is None else compared(scene)
            missed = sum(row.missed for row in rows)
            if missed:
                verb = "do" if missed != 1 else "does"
                yield Difference(
                    "post",
                    index,
                    event.sections[index].name,
                    f"{len(rows) - missed} of {len(rows)} come out",
                    f"{missed} {verb} not",
                    "fact",
                    "with everything as on the page: Audit looks for the facts",
                    system=system,
                )

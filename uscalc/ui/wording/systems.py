"""Describe a time control in a sentence while it is typed."""

import datetime as dt
from dataclasses import replace

from uscalc.counted import choose_plural
from uscalc.document.model import Section
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.rating import section_systems
from uscalc.document.rate.systems import CONTRADICTED
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.engine.timecontrol import parse_time_control


def systems_words(section: Section, end: dt.date, rulebook: RuleBook) -> str:
    """Return the systems a section counts for and why, or what is missing."""
    if section.kind == "unrated":
        return "It is not rated."
    text = section.time_control or ""
    control = parse_time_control(text) if text else None
    said = ""
    if control is not None:
        said = f"{control.minutes:g} {choose_plural(control.minutes, 'minute')}"
        if control.seconds:
            seconds = choose_plural(control.seconds, "second")
            said += f" and {control.seconds:g} {seconds} a move"
        said += ": "
    systems, problem = section_systems(section, 0, end, rulebook)
    # A contradiction of the time control is shown below, with the systems it gives.
    if problem is not None and problem.code != CONTRADICTED:
        message = f"{problem.message[:1].upper()}{problem.message[1:]}"
        return f"{message}; {problem.remedy}."
    names = " and ".join(SYSTEM_NAMES[system] for system in systems)
    both = "R" in systems and "Q" in systems
    rated = f"rated in {names}{' (dual)' if both else ''}"
    if section.systems is None:
        return f"{said}{rated}." if said else f"{rated[:1].upper()}{rated[1:]}."
    would, _ = section_systems(replace(section, systems=None), 0, end, rulebook)
    if would and set(would) != set(systems):
        other = " and ".join(SYSTEM_NAMES[system] for system in would)
        return f"{rated[:1].upper()}{rated[1:]}, as chosen; {text} would give {other}."
    return f"{rated[:1].upper()}{rated[1:]}, as chosen."

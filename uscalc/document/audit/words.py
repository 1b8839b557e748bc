"""Describe a correction, and the question that would settle it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from uscalc.document.audit.ideas.idea import CellEdit, Edit
from uscalc.document.audit.result import KeyChange, ValueRange
from uscalc.document.model import Section
from uscalc.document.rate.members import Member

RECORDS: Final = {
    "all_wins": "had won every earlier game",
    "all_losses": "had lost every earlier game",
    "mixed": "had not won or lost every earlier game",
}
VERBS: Final = {"win": "beat", "draw": "drew with", "loss": "lost to"}
SETTLED: Final[Mapping[str, str]] = {
    "games": "the number of games of {whose} before the event",
    "record": "whether {whose} had won or lost every earlier game",
    "rating": "the rating of {whose} right before the event",
    "floor": "the floor of {whose}, or the highest established rating",
    "birth_date": "the birth date of {whose}",
    "initial": "what the office started {whose} from",
    "matches": "the earlier net changes of {whose} by matches",
    "results": "the result that was reported of round {round}, {whose}",
    "id": "the member ID of {whose}",
    "rules": "the day on which the section was rated, or rated again",
    "systems": "the systems that the section was rated in",
    "kind": "whether the section was reported as a match",
    "chain_sections": "whether the sections were rated one after the other",
}


def describe_fact(
    kind: str,
    puts: Sequence[KeyChange],
    section: Section,
    alike: ValueRange | None,
    edits: Sequence[Edit] = (),
    members: Sequence[Member] = (),
) -> str:
    """Return the fact as a sentence without its point."""
    first = puts[0]
    values: dict[str, Any] = {
        key.rsplit(".", 1)[-1]: value for key, value in first.values.items()
    }
    who = _name_number(section, first.number)
    key = next(iter(values))
    value = values[key]
    match key:
        case "games":
            said = f"{who} had {value} earlier {'game' if value == 1 else 'games'}"
        case "record":
            said = f"{who} {RECORDS[value]}"
        case "rating":
            said = f"{who} came with {value:g}"
        case "floor":
            said = f"{who} has a floor of {value}"
        case "birth_date":
            said = f"{who} was born on {value}"
        case "initial":
            games = value.get("games", 0)
            said = f"{who} started from {value['rating']:g}" + (
                f" on {games} {'game' if games == 1 else 'games'}" if games else ""
            )
        case "matches":
            name, net = next(iter(value.items()))
            days = "180 days" if name == "net_180_days" else "3 years"
            said = f"{who} had gained {net:g} by matches in {days}"
        case "results":
            said = _describe_game(kind, edits, members)
        case "id":
            numbers = [str(put.number) for put in puts]
            said = f"{who} is the member {value}, entered twice"
            if len(numbers) > 1:
                said = f"{who} and number {numbers[1]} are one member, entered twice"
        case "rules":
            named = ", ".join(
                f"{k.replace('_', ' ')} {_describe_value(v)}" for k, v in value.items()
            )
            said = f"the section was rated by the rules of another date: {named}"
        case "systems":
            dual = "as" if len(value) > 1 else "not as"
            said = f"the section was rated {dual} Regular and Quick both"
        case "kind":
            said = f"the section was rated as {'a match' if value == 'match' else 'an event'}"
        case _:
            how = "one from the other" if value else "each by itself"
            said = f"the sections were rated {how}"
    return f"{said}{_describe_range(alike)}"


def _describe_value(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _describe_range(alike: ValueRange | None) -> str:
    if alike is None or alike.low == alike.high:
        return ""
    low, high = (_format_figure(value) for value in (alike.low, alike.high))
    return f" ({low} to {high} explain alike)"


def _format_figure(value: Any) -> str:
    return (
        _describe_value(value["rating"])
        if isinstance(value, Mapping)
        else _describe_value(value)
    )


def _describe_game(kind: str, edits: Sequence[Edit], members: Sequence[Member]) -> str:
    """Return what became of a game."""
    edit = next(one for one in edits if isinstance(one, CellEdit))
    round_ = f"round {edit.round}"
    who = _name_member(members, edit.place)
    if edit.after is None:
        other = _name_member(members, edit.before)
        return f"{round_}: the game of {who} and {other} was not rated"
    said = f"{round_}: {who} {VERBS[edit.outcome]} {_name_member(members, edit.after)}"
    if kind == "missing":
        return f"{said}, a game that the file does not have"
    if kind == "opponent":
        return f"{said}, not {_name_member(members, edit.before)}"
    return said


def describe_question(
    puts: Sequence[KeyChange],
    section: Section,
    edits: Sequence[Edit] = (),
    members: Sequence[Member] = (),
) -> str:
    """Return the one thing to ask for."""
    first = puts[0]
    key = next(iter(first.values)).rsplit(".", 1)[-1]
    whose = _name_number(section, first.number)
    round_ = ""
    for edit in edits:
        if isinstance(edit, CellEdit):
            round_ = str(edit.round)
            other = edit.before if edit.after is None else edit.after
            whose = f"{_name_member(members, edit.place)} and {_name_member(members, other)}"
            break
    return SETTLED[key].format(whose=whose, round=round_)


def _name_member(members: Sequence[Member], place: int | None) -> str:
    if place is None:
        return "nobody"
    player = members[place].player
    return f"{player.number} {player.name}".strip()


def _name_number(section: Section, number: int | None) -> str:
    if number is None:
        return "the section"
    for player in section.players:
        if player.number == number:
            return f"{number} {player.name}".strip()
    return str(number)

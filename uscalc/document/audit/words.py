"""Describe a correction, and what to check to confirm it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from uscalc.document.audit.idea_sections import SectionHypothesis
from uscalc.document.audit.result import AuditFact, KeyChange, Value, ValueRange
from uscalc.document.audit.scene import AuditScene, CellEdit, Edit, FactIdea, KeyEdit
from uscalc.document.cells import (
    Cell,
    Entry,
    format_cell,
    parse_entries,
    read_cell,
    with_cell,
)
from uscalc.document.model import Document, Player, Section
from uscalc.document.rate.members import Member

RECORDS: Final = {
    "all_wins": "had won every earlier game",
    "all_losses": "had lost every earlier game",
    "mixed": "had not won or lost every earlier game",
}
VERBS: Final = {"win": "beat", "draw": "drew with", "loss": "lost to"}
SETTLED: Final[Mapping[str, str]] = {
    "games": "the number of earlier games of {whose}",
    "record": "whether {whose} had won or lost every earlier game",
    "rating": "the pre-event rating of {whose}",
    "floor": "the rating floor of {whose}, or the peak rating",
    "birth_date": "the birth date of {whose}",
    "initial": "the starting rating US Chess used for {whose}",
    "matches": "the earlier net rating changes of {whose} in matches",
    "results": "the reported round {round} result of {whose}",
    "id": "the member ID of {whose}",
    "rules": "the day the section was rated or rerated",
    "systems": "the rating systems of the section",
    "kind": "whether the section was reported as a match",
    "chain_sections": "whether US Chess rated the sections in order",
}


def describe_fact(
    kind: str,
    puts: Sequence[KeyChange],
    section: Section,
    value_range: ValueRange | None,
    edits: Sequence[Edit] = (),
    members: Sequence[Member] = (),
) -> str:
    """Describe a correction in a sentence that has no period."""
    first = puts[0]
    values: dict[str, Any] = {
        key.rsplit(".", 1)[-1]: value for key, value in first.values.items()
    }
    who = _name_number(section, first.number)
    key = next(iter(values))
    value = values[key]
    match key:
        case "games":
            sentence = f"{who} had {value} earlier {'game' if value == 1 else 'games'}"
        case "record":
            sentence = f"{who} {RECORDS[value]}"
        case "rating":
            sentence = f"{who} had a pre-event rating of {value:g}"
        case "floor":
            sentence = f"{who} has a floor of {value}"
        case "birth_date":
            sentence = f"{who} was born on {value}"
        case "initial":
            games = value.get("games", 0)
            sentence = f"{who} had a starting rating of {value['rating']:g}" + (
                f" based on {games} {'game' if games == 1 else 'games'}"
                if games
                else ""
            )
        case "matches":
            name, net = next(iter(value.items()))
            days = "180 days" if name == "net_180_days" else "3 years"
            sentence = f"{who} had a net change of {net:g} points in matches in {days}"
        case "results":
            sentence = _describe_game(kind, edits, members)
        case "id":
            numbers = [str(put.number) for put in puts]
            sentence = (
                f"{who} and player {numbers[1]} are the same member, entered twice"
                if len(numbers) > 1
                else f"{who} is member {value}, entered twice"
            )
        case "rules":
            named = ", ".join(
                f"{k.replace('_', ' ')} {_describe_value(v)}" for k, v in value.items()
            )
            sentence = f"the section was rated by other rules: {named}"
        case "systems":
            dual = "" if len(value) > 1 else "not "
            sentence = f"the section was {dual}dual-rated (Regular and Quick)"
        case "kind":
            sentence = f"the section was rated as {'a match' if value == 'match' else 'an event'}"
        case _:
            how = (
                "in order, each starting from the result of the one before"
                if value
                else "independently"
            )
            sentence = f"the sections were rated {how}"
    return f"{sentence}{_describe_range(value_range)}"


def _describe_value(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _describe_range(value_range: ValueRange | None) -> str:
    if value_range is None or value_range.low == value_range.high:
        return ""
    low, high = (_format_figure(value) for value in (value_range.low, value_range.high))
    return f" (any value from {low} to {high} fits)"


def _format_figure(value: Any) -> str:
    return (
        _describe_value(value["rating"])
        if isinstance(value, Mapping)
        else _describe_value(value)
    )


def _describe_game(kind: str, edits: Sequence[Edit], members: Sequence[Member]) -> str:
    """Describe a change of a game."""
    edit = next(one for one in edits if isinstance(one, CellEdit))
    round_ = f"round {edit.round}"
    who = _name_member(members, edit.place)
    if edit.after is None:
        other = _name_member(members, edit.before)
        return f"{round_}: the game between {who} and {other} wasn't rated"
    game = f"{round_}: {who} {VERBS[edit.outcome]} {_name_member(members, edit.after)}"
    if kind == "missing":
        return f"{game} (game missing from the file)"
    if kind == "opponent":
        return f"{game}, not {_name_member(members, edit.before)}"
    return game


def describe_question(
    puts: Sequence[KeyChange],
    section: Section,
    edits: Sequence[Edit] = (),
    members: Sequence[Member] = (),
) -> str:
    """Describe what to check to confirm a correction."""
    first = puts[0]
    key = next(iter(first.values)).rsplit(".", 1)[-1]
    owner = _name_number(section, first.number)
    round_ = ""
    for edit in edits:
        if isinstance(edit, CellEdit):
            round_ = str(edit.round)
            other = edit.before if edit.after is None else edit.after
            owner = f"{_name_member(members, edit.place)} and {_name_member(members, other)}"
            break
    return SETTLED[key].format(whose=owner, round=round_)


def _name_member(members: Sequence[Member], place: int | None) -> str:
    return "nobody" if place is None else name_player(members[place].player)


def name_player(player: Player) -> str:
    """Return a player's name and pairing number: "Fork, Nina (#9)"."""
    number = player.number
    return f"{player.name} (#{number})" if player.name else f"player {number}"


def _name_number(section: Section, number: int | None) -> str:
    if number is None:
        return "the section"
    return next(
        (name_player(player) for player in section.players if player.number == number),
        str(number),
    )


def make_section_fact(
    whole: SectionHypothesis, document: Document, index: int
) -> AuditFact:
    """Return an idea about a whole section as a correction."""
    section = document.sections[index]
    return AuditFact(
        whole.kind,
        whole.puts,
        describe_fact(whole.kind, whole.puts, section, None),
        describe_question(whole.puts, section),
        whole.likelihood,
    )


def make_fact(
    idea: FactIdea,
    scene: AuditScene,
    document: Document,
    likelihood: float,
    value_range: ValueRange | None,
) -> AuditFact:
    """Return an idea as a correction of a document that may already have others."""
    section = document.sections[scene.section.index]
    puts = tuple(make_key_changes(idea.edits, scene, section))
    return AuditFact(
        idea.kind,
        puts,
        describe_fact(idea.kind, puts, section, value_range, idea.edits, scene.members),
        describe_question(puts, section, idea.edits, scene.members),
        likelihood,
        range=value_range,
    )


def make_key_changes(
    edits: Iterable[Edit], scene: AuditScene, section: Section
) -> list[KeyChange]:
    """Return the changes that edits make to a section's players, starting with the first edit's."""
    by_row = {player.number: player for player in section.players}
    found: dict[int, dict[str, Value]] = {}
    for edit in edits:
        member = scene.members[edit.place]
        if isinstance(edit, KeyEdit):
            found.setdefault(member.player.number, {}).update(edit.values)
            continue
        player = _find_row(edit, scene, by_row)
        new = _change_cell(player, edit, scene)
        by_row[player.number] = new
        found.setdefault(player.number, {})["results"] = list(new.results)
    return [KeyChange(number, tuple(keys.items())) for number, keys in found.items()]


def _find_row(edit: CellEdit, scene: AuditScene, by_row: dict[int, Player]) -> Player:
    """Return the member's row that has the game, or a row with an empty cell in that round."""
    section = scene.section.section
    rows = [
        by_row[number] for number in scene.members[edit.place].list_numbers(section)
    ]
    before = _list_numbers(edit.before, scene)
    games = {
        row.number: [one for one in _read_cell(row, edit.round) if one.is_game]
        for row in rows
    }
    for row in rows:
        if any(game.opponent in before for game in games[row.number]):
            return row
    return next((row for row in rows if not games[row.number]), rows[0])


def _change_cell(player: Player, edit: CellEdit, scene: AuditScene) -> Player:
    """Return a row with the game changed, added or removed."""
    before = _list_numbers(edit.before, scene)
    after = None if edit.after is None else min(_list_numbers(edit.after, scene))
    entries: list[Entry] = []
    color = None
    taken = edit.before is None
    for entry in _read_cell(player, edit.round):
        if not taken and entry.is_game and entry.opponent in before:
            taken, color = True, entry.color
            if edit.before == edit.after:
                after = entry.opponent
        elif entry.is_pairing:
            entries.append(entry)
    if after is not None:
        entries.append(Entry(edit.outcome, after, color=color))
    row = replace(
        player, results=player.results + ("U",) * (edit.round - len(player.results))
    )
    return with_cell(row, edit.round - 1, format_cell(tuple(entries)) or "U")


def _list_numbers(place: int | None, scene: AuditScene) -> tuple[int, ...]:
    return (
        ()
        if place is None
        else scene.members[place].list_numbers(scene.section.section)
    )


def _read_cell(player: Player, round_: int) -> Cell:
    """Return the entries of a cell; empty for unreadable text."""
    return parse_entries(read_cell(player, round_ - 1))

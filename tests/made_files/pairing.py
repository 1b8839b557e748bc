"""Events as pairing programs save them: the SwissSys file and the FIDE report (TRF)."""

from tests.formats.pairing_files import Json, sjson, sjson_player, sjson_section
from uscalc.document.cells import parse_cell, score_cell
from uscalc.document.model import Document, Player, Section
from uscalc.engine.inputs import System

OUTCOMES = {"win": "+", "loss": "-", "draw": "="}


def swisssys_file(document: Document) -> bytes:
    return sjson(
        *(_sjson_section(section) for section in document.sections),
        Tournament_title=document.name,
        Starting_date=str(document.sections[0].start_date or document.end_date),
        Ending_date=str(document.end_date),
        Tournament_time_controls=document.sections[0].time_control,
    )


def _sjson_section(section: Section) -> Json:
    players = [
        sjson_player(
            player.number,
            *(_sjson_result(text, board) for board, text in enumerate(player.results)),
            Name=player.name,
            ID=player.id,
            State=player.state,
            Rating=_whole(player, "R"),
            Rating2=_whole(player, "Q"),
            Provisional=player.facts("R").games,
        )
        for player in section.players
    ]
    return sjson_section(
        *players,
        name=section.name.replace(" ", "_"),
        time_control=section.time_control or "G/90; d5",
        Section_title=section.name,
        Final_round=section.rounds,
    )


def _whole(player: Player, system: System) -> int | None:
    rating = player.facts(system).rating
    return None if rating is None else int(rating)


def _sjson_result(text: str, board: int) -> str:
    (entry,) = parse_cell(text)
    if not entry.is_game:
        return f"{text[0]};-1;-;0;-1;-1;0"
    other, color = entry.opponent, (entry.color or "-").upper()
    return f"{OUTCOMES[entry.outcome]};{other};{color};{board + 1};{other};{other};0"


def trf_file(document: Document) -> bytes:
    section = document.sections[0]
    head = [
        f"012 {document.name}",
        "032 USA",
        f"042 {section.start_date or document.end_date:%Y/%m/%d}",
        f"052 {document.end_date:%Y/%m/%d}",
        f"062 {len(section.players)}",
        f"XXR {section.rounds}",
    ]
    rows = [_trf_row(player) for player in section.players]
    return "\n".join([*head, *rows, ""]).encode()


def _trf_row(player: Player) -> str:
    rating = player.facts("R").rating or 0
    points = sum(score_cell(text) for text in player.results)
    line = (
        f"001 {player.number:4} m    {player.name[:33]:33} {rating:4.0f} USA "
        f"{player.id or '':>11} {'2001/04/13':10} {points:4.1f} {player.number:4}"
    )
    return line + "".join("  " + _trf_cell(text) for text in player.results)


def _trf_cell(text: str) -> str:
    (entry,) = parse_cell(text)
    if not entry.is_game:
        return "0000 - " + {"B": "U", "H": "H"}.get(text[0], "Z")
    score = {"win": "1", "loss": "0", "draw": "="}[entry.outcome]
    return f"{entry.opponent:4} {entry.color or '-'} {score}"

"""Invented answers of the rating service."""

import json
from typing import Any

Json = dict[str, Any]
NUMBER = "202505030001"


def event(*sections: Json, **more: Any) -> bytes:
    value = {
        "id": NUMBER,
        "name": "Lantern Open",
        "startDate": "2025-05-03",
        "endDate": "2025-05-04",
        "sections": list(sections),
    }
    return json.dumps(value | more).encode()


def facts(number: int = 1, **more: Any) -> Json:
    return {
        "number": number,
        "name": f"Section {number}",
        "startDate": "2025-05-03",
        "endDate": "2025-05-03",
        "format": "Swiss",
        "timeControl": "G/60;d5",
        "ratingSystem": "D",
        "isOnline": False,
    } | more


def section(number: int = 1, **more: Any) -> bytes:
    return json.dumps(facts(number, **more)).encode()


def rating(system="R", before=1500.25, after=1510.75, **more) -> Json:
    return {
        "ratingSystem": system,
        "preRating": None if before is None else round(before),
        "preRatingDecimal": before,
        "postRating": None if after is None else round(after),
        "postRatingDecimal": after,
        **more,
    }


def row(number, *outcomes, ratings=None, **more) -> Json:
    return {
        "pairingNumber": number,
        "memberId": f"{90000000 + number}",
        "firstName": "Inventa",
        "lastName": f"Player{number}",
        "score": 0,
        "roundOutcomes": [
            {
                "roundNumber": i + 1,
                "outcome": outcome,
                "color": "White",
                "opponentPairingNumber": opponent,
            }
            for i, (outcome, opponent) in enumerate(outcomes)
        ],
        "ratings": [rating(), rating("Q")] if ratings is None else ratings,
        **more,
    }


PAIR = (row(1, ("Win", 2), ("ByeHalf", None)), row(2, ("Loss", 1), ("ByeFull", None)))


def standings(*rows: Json, **more: Any) -> bytes:
    return json.dumps({"items": list(rows or PAIR), **more}).encode()

"""The public Python API: read, rate, explain and write events without the window.

`uscalc` itself offers the names of this module, and loads it at the first use.
"""

import dataclasses
import datetime as dt
import reprlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import wraps
from os import PathLike, fspath
from os.path import abspath, lexists
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, ParamSpec, TypeVar, cast

from msgspec.structs import replace

from uscalc.analysis.assumptions import RelevantAssumption
from uscalc.arguments import ArgumentError, check_arguments
from uscalc.counted import count_in_words
from uscalc.document import model
from uscalc.document.dates import DateError, parse_date
from uscalc.document.facts.fact import COUNTS
from uscalc.document.findings import Finding, Severity
from uscalc.document.queries.scenario import Outcome, list_ripples, set_outcome
from uscalc.document.rate import rated as ratings
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.rated import SystemRating
from uscalc.document.rate.systems import find_section_systems
from uscalc.document.rate.whole import rate_document
from uscalc.engine.inputs import SYSTEMS, System
from uscalc.engine.rules import Rules
from uscalc.engine.trace import StepTrace
from uscalc.exports import make_export
from uscalc.formats import open_event
from uscalc.formats.changed_rules import is_rules_file, read_changed_rules
from uscalc.formats.opened import FormatError
from uscalc.formats.shared.files import replace_file
from uscalc.rules.resolve import load_rule_table, resolve_rules
from uscalc.seasons import (
    FiledEvent,
    HistoryEntry,
    RatingChange,
    list_changes,
    rate_season,
)
from uscalc.seasons import Season as SeasonRating

Date = str | dt.date
P = ParamSpec("P")
T = TypeVar("T")
K = TypeVar("K")
MOST_NAMES: Final = 12
"""The maximum number of names that an error lists."""
RATING_RANGE: Final = f"{model.LOWEST_RATING:.0f} to {model.HIGHEST_RATING:.0f}"


class Error(Exception):
    """An error in a call. The message says what is wrong, where, and how to fix it.

    `file` and `place` are empty if there are none.

    >>> try:
    ...     read("missing.uscalc")
    ... except Error as error:
    ...     print(error.problem, "|", error.fix)
    can't be read: the file doesn't exist | Check the name and the folder
    """

    def __init__(self, problem: str, fix: str, file: str = "", place: str = "") -> None:
        self.problem, self.fix = problem, fix
        self.file, self.place = file, place
        super().__init__(problem, fix, file, place)

    def __str__(self) -> str:
        where = "".join(f"{part}: " for part in (self.file, self.place) if part)
        return f"{where}{self.problem}. {self.fix}."


def _check_input(
    condition: object, problem: str, fix: str, file: str = "", place: str = ""
) -> None:
    """Raise Error with the problem and its fix if a condition doesn't hold."""
    if not condition:
        raise Error(problem, fix, file, place)


class _UnknownNameError(Error, KeyError, AttributeError):
    """A name that doesn't exist: an Error for users, a KeyError for Mapping.get."""

    def __init__(self, what: str, name: object, known: Iterable[object]) -> None:
        names = [str(one) for one in known]
        near = get_close_matches(str(name), names) if len(names) > MOST_NAMES else []
        more = ", ..." if len(names) > MOST_NAMES else ""
        listed = ", ".join(near) or ", ".join(names[:MOST_NAMES]) + more
        fix = f"Use {listed}" if names else "There are none here"
        super().__init__(f"there is no {what} {reprlib.repr(name)}", fix)

    def __reduce__(self) -> tuple[Any, ...]:
        return Error, (self.problem, self.fix, self.file, self.place)


class _Lookup(Mapping[K, T]):
    """Values that never change, by name; a name that doesn't exist is an Error."""

    def __init__(self, what: str, values: Mapping[K, T]) -> None:
        self._what, self._values = what, values

    def __getitem__(self, key: K) -> T:
        try:
            return self._values[key]
        except (KeyError, TypeError):
            raise _UnknownNameError(self._what, key, self._values) from None

    def __iter__(self) -> Iterator[K]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return repr(dict(self._values))


def _report_errors(function: Callable[P, T]) -> Callable[P, T]:
    """Let a public function raise nothing but Error."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            check_arguments(function, args, kwargs)
            return function(*args, **kwargs)
        except ArgumentError as error:
            raise Error(error.problem, error.fix, place=error.place) from None
        except FormatError as error:
            file = "" if error.path is None else str(error.path)
            raise Error(
                error.message, error.remedy, file=file, place=error.place
            ) from error
        except (Error, ImportError):
            raise
        except Exception as error:
            found = " ".join(f"{type(error).__name__} {error}".split())
            raise Error(
                f"unexpected {found}",
                "Check the values given; if they are right, report this error",
            ) from error

    return call


def _check_values(kind: type[T]) -> type[T]:
    """Let a public class raise nothing but Error when a user makes a value."""
    type.__setattr__(kind, "__init__", _report_errors(vars(kind)["__init__"]))
    return kind


class Problem(NamedTuple):
    """An error, a warning, an assumption or a note on reading, with its place and the fix.

    `section` is a name; `player` is a pairing number, `round` counts from 1; each is
    None if the problem concerns more than one.

    >>> problems = rate("resources/samples/autumn-open.uscalc").problems
    >>> problems[0].message
    'the highest rating is unknown and assumed to be the pre-event rating'
    """

    severity: Literal["error", "warning", "assumption", "note"]
    message: str
    fix: str
    section: str | None = None
    player: int | None = None
    round: int | None = None
    system: str | None = None


@_check_values
@dataclass(frozen=True)
class Player:
    """A player of an event: facts before the event, and a result for each round.

    `rating` None means unrated; `games` is the number of games that the rating is based
    on, None for an established rating. `results` are codes like "W12", "D3" and "L7",
    or one text with spaces between them. `id` is the member ID.

    >>> Player("Castle, Ada", rating=1794, results="W2 D3").results
    ('W2', 'D3')
    """

    name: str
    rating: float | None = None
    games: int | None = None
    results: Sequence[str] = ()
    id: str | None = None
    birth_date: Date | None = None

    def __post_init__(self) -> None:
        place, codes = f"player {self.name!r}", self.results
        split = codes.split() if isinstance(codes, str) else codes
        object.__setattr__(self, "results", tuple(split))
        if self.birth_date is not None:
            object.__setattr__(self, "birth_date", _parse_day(self.birth_date, place))
        if self.rating is not None:
            object.__setattr__(self, "rating", _check_rating(self.rating, place))
        if self.games is None:
            return
        if self.rating is None:
            raise Error("games without a rating", "Give the rating, too", place=place)
        object.__setattr__(self, "games", _check_games(self.games, place))


@_check_values
@dataclass(frozen=True)
class Event:
    """An event: its name, its end date and its sections. An event object never changes.

    >>> club = Event("Club night", end="2025-10-12")
    >>> club = club.section("Open", [
    ...     Player("Castle, Ada", 1800, results="W2"),
    ...     Player("Knightly, Ben", 1700, results="L1"),
    ... ])
    >>> club.sections
    ('Open',)
    """

    name: str
    end: Date
    file: str = field(default="", compare=False)
    _document: model.Document | None = field(default=None, repr=False)
    _log: tuple[Finding, ...] = field(default=(), repr=False, compare=False)

    def __post_init__(self) -> None:
        end = _parse_day(self.end, "end")
        object.__setattr__(self, "end", end)
        known = self._document
        if known is None:
            known = model.Document(self.name, end)
        elif (known.name, known.end_date) != (self.name, end):
            known = replace(known, name=self.name, end_date=end)
        object.__setattr__(self, "_document", known)

    @property
    def document(self) -> model.Document:
        """The program's internal form of the event.

        Don't rely on its attributes: they may change in any release.
        """
        assert self._document is not None
        return self._document

    @property
    def sections(self) -> tuple[str, ...]:
        """The names of the sections."""
        return tuple(section.name for section in self.document.sections)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Each change, assumption, omission and doubt of the reader of the file.

        >>> read("resources/samples/autumn-open.uscalc").problems
        ()
        """
        return tuple(map(_make_problem, self._log))

    @_report_errors
    def players(self, section: str) -> tuple[Player, ...]:
        """Return the players of a section, with their ratings in its first system.

        A section is found by name. Its number as text, "2", also finds it, if no
        section has this name.

        >>> read("resources/samples/autumn-open.uscalc").players("Open")[0].name
        'Castle, Ada'
        """
        sections = self.document.sections
        found = sections[_find_section(sections, section)]
        return tuple(map(_read_player, found.players))

    @_report_errors
    def section(
        self,
        name: str,
        players: Sequence[Player] = (),
        *,
        time_control: str = "G/90;d5",
        systems: Sequence[str] | None = None,
        end: Date | None = None,
    ) -> "Event":
        """Return a new event that has one more section; this event stays unchanged.

        Players get the pairing numbers 1, 2, 3 and so on. `systems` are those of the
        time control, unless given; each player's rating counts in all of them. `end`
        is the section's own end date.

        >>> club = Event("Club night", "2025-10-12")
        >>> blitz = club.section("Blitz", [Player("Castle, Ada")], time_control="G/5;d0")
        >>> blitz.sections, club.sections
        (('Blitz',), ())
        """
        _check_input(
            name not in self.sections,
            f'there is a section "{name}" already',
            "Choose another name",
        )
        section = model.Section(
            name,
            end_date=None if end is None else _parse_day(end, f'section "{name}"'),
            time_control=time_control,
            systems=None if systems is None else tuple(map(_check_system, systems)),
        )
        index, day = len(self.sections), section.end_date or cast("dt.date", self.end)
        rated_in, finding = find_section_systems(section, index, day, resolve_rules)
        if finding is not None:
            raise Error(finding.message, finding.remedy, place=f'section "{name}"')
        rows = tuple(
            _make_player(number, player, rated_in)
            for number, player in enumerate(players, 1)
        )
        sections = (*self.document.sections, replace(section, players=rows))
        return dataclasses.replace(
            self, _document=replace(self.document, sections=sections)
        )


@dataclass(frozen=True)
class RatedPlayer:
    """A player's rating in one system, with the figures of every step.

    `pre` and `post` are the ratings before and after the event, None for an unrated
    player; `change` is their difference. `games` and `post_games` are the numbers of
    games that they are based on, None if unknown. `step3`, `step4` and `step5` are the
    results of these steps, `performance` is the performance rating.

    >>> ada = rate("resources/samples/autumn-open.uscalc")["Open"]["R"].player(1)
    >>> ada.name, ada.pre, round(ada.post), round(ada.change, 2)
    ('Castle, Ada', 1794.0, 1798, 3.67)
    """

    number: int
    name: str
    id: str | None
    pre: float | None
    post: float | None
    change: float | None
    games: int | None
    post_games: int | None
    score: float
    games_played: int
    r0: float
    effective_games: float
    formula: Literal["standard", "special", "none"]
    step3: float | None
    step4: float | None
    step5: float | None
    floor: int | None
    performance: float | None
    _section: "RatedSection" = field(repr=False, compare=False)

    @_report_errors
    def explain(
        self, form: Literal["text", "html"] = "text", full: bool = False
    ) -> str:
        """Return the derivation of the rating, as `uscalc explain` prints it.

        `full` has every line, in text.

        >>> ada = rate("resources/samples/autumn-open.uscalc")["Open"]["R"].player(1)
        >>> ada.explain().splitlines()[0]
        'Castle, Ada, Regular'
        """
        from uscalc.report.derivation import explain_player

        section = self._section
        derivation = explain_player(section._rated, section._rating, self.number)
        if form == "html":
            from uscalc.report.as_html import make_derivation_html

            return make_derivation_html(derivation)
        from uscalc.report.as_text import make_derivation_text, make_plain_text

        return make_plain_text(make_derivation_text(derivation, full))

    @_report_errors
    def trace(self) -> dict[str, Any]:
        """Return every figure behind the rating, in the format uscalc.trace/1.

        >>> ada = rate("resources/samples/autumn-open.uscalc")["Open"]["R"].player(1)
        >>> ada.trace()["nodes"][-1]["value"] == ada.post
        True
        """
        from uscalc.trace.build import build_graph
        from uscalc.version import __version__

        rating, name = self._section._rating, self._section.name
        if rating.guide is not None:
            raise Error(
                "a guide that is worked by hand has no trace",
                "Choose another edition",
            )
        try:
            graph = build_graph(rating.trace, rating.places[self.number], name)
        except ValueError as error:
            raise Error(
                f"the player has no trace: {error}",
                "Choose another player",
                place=f'section "{name}", player {self.number}',
            ) from error
        return graph.to_json(__version__)


@dataclass(frozen=True)
class RatedSection:
    """A section rated in one system.

    `changes` maps a pairing number to the change of its post-event rating by what-if
    results; it is empty without any.

    >>> section = rate("resources/samples/autumn-open.uscalc")["Open"]["R"]
    >>> section.system, section.edition
    ('R', '2025')
    """

    name: str
    system: str
    edition: str
    changes: Mapping[int, float] = field(hash=False)
    _rated: ratings.SectionRating = field(repr=False, hash=False)
    _rating: SystemRating = field(repr=False, hash=False)
    _event: "RatedEvent" = field(repr=False, compare=False)

    @property
    def changed_rules(self) -> Mapping[str, Any]:
        """The values that a file of changed rules gave, by parameter; empty without one.

        >>> rate("resources/samples/autumn-open.uscalc")["Open"]["R"].changed_rules
        {}
        """
        rules = self._rating.trace.rules
        names = () if rules.changes is None else rules.changes.names
        return _Lookup("parameter", {name: getattr(rules, name) for name in names})

    @property
    def players(self) -> tuple[RatedPlayer, ...]:
        """Every player in the order of the crosstable.

        >>> section = rate("resources/samples/autumn-open.uscalc")["Open"]["R"]
        >>> len(section.players)
        12
        """
        return tuple(
            _make_rated_player(self, row) for row in self._rated.section.players
        )

    @_report_errors
    def player(self, key: int | str) -> RatedPlayer:
        """Return a player by pairing number, member ID or exact name.

        >>> section = rate("resources/samples/autumn-open.uscalc")["Open"]["R"]
        >>> section.player("Castle, Ada") == section.player(1)
        True
        """
        rows = self._rated.section.players
        found = [row for row in rows if key in (row.number, row.id, row.name)]
        if len(found) != 1:
            problem = "several players are" if found else "no player is"
            last = rows[-1].number if rows else 0
            raise Error(
                f"{problem} {reprlib.repr(key)} in the section",
                f"Use a pairing number of the crosstable; the last one is {last}",
                file=self._event.event.file,
                place=f'section "{self.name}"',
            )
        return _make_rated_player(self, found[0])

    @_report_errors
    def what_if(self, results: Mapping[tuple[int, int], str]) -> "RatedSection":
        """Return the section rated with other results.

        `results` maps (round, pairing number) to W, D or L for that player.

        >>> section = rate("resources/samples/autumn-open.uscalc")["Open"]["R"]
        >>> round(section.what_if({(5, 1): "W"}).changes[1], 1)
        8.2
        """
        document = _set_results(self._event.event.document, self._rated.index, results)
        event = dataclasses.replace(self._event.event, _document=document)
        given = self._event
        rated = _rate_event(event, given.lenient, given._rulebook)
        after = rated._list_systems(self._rated.index).get(self.system)
        if after is None:
            raise Error(
                "the section isn't rated with these results",
                "Leave at least one game of the section",
            )
        moved = {
            one.number: one.after - one.before
            for one in list_ripples(self._rating, after._rating)
            if one.after != one.before
        }
        return dataclasses.replace(after, changes=_Lookup("changed player", moved))

    @_report_errors
    def forecast(
        self, player: int | str, target: float | None = None, seed: int = 1
    ) -> "Forecast":
        """Return a player's forecast for the unplayed games of the section.

        `target` is a rating to reach; `seed` selects the random numbers.

        >>> section = rate("resources/samples/autumn-open.uscalc")["Open"]["R"]
        >>> section.forecast(1, target=1800).chance > 0.5
        True
        """
        from uscalc.analysis.forecast import compute_forecast
        from uscalc.analysis.forecast_model import ForecastParameters
        from uscalc.analysis.goals import find_goals
        from uscalc.document.queries.undecided import find_undecided
        from uscalc.rules.chances import load_chance_model

        number = self.player(player).number
        if target is not None:
            target = _check_rating(target, 'argument "target"')
        _check_input(seed >= 0, f"{seed} isn't a seed", "Use 0 or more", place="seed")
        undecided = find_undecided(self._rated, self._rating)
        settings = ForecastParameters(load_chance_model(), seed=seed)
        found = compute_forecast(undecided.make_question(number), settings)
        goals = None if target is None else find_goals(found, target)
        reached = None if goals is None else goals.chance
        return Forecast(
            tuple((line.score, line.value, line.chance) for line in found.scores),
            None if reached is None else reached.share,
            None if goals is None else goals.needed_score,
        )


class Forecast(NamedTuple):
    """A player's forecast.

    `scores` has an entry for each possible score in the remaining games: that score, the
    expected post-event rating, and the chance of the score (None if unknown). `chance` is
    the chance of reaching the target. `needed_score` is the lowest score with which
    reaching it is more likely than not. Both are None without a target.
    """

    scores: tuple[tuple[float, float, float | None], ...]
    chance: float | None
    needed_score: float | None


@dataclass(frozen=True)
class RatedEvent(Mapping[str, Mapping[str, RatedSection]]):
    """A rated event: sections by name, and in each the systems it is rated in.

    The key of a section whose name another one has is its number as text, "2".

    >>> rated = rate("resources/samples/autumn-open.uscalc")
    >>> list(rated), list(rated["Open"])
    (['Open'], ['R', 'Q'])
    """

    event: Event
    lenient: bool
    _rating: ratings.DocumentRating = field(repr=False, hash=False)
    _rulebook: RuleBook = field(default=resolve_rules, repr=False, compare=False)

    def __getitem__(self, name: str) -> Mapping[str, RatedSection]:
        return self._list_systems(_find_section(self._rating.document.sections, name))

    def _list_systems(self, index: int) -> Mapping[str, RatedSection]:
        rated = self._rating.sections[index]
        section = rated.section
        return _Lookup(
            "rated system",
            {
                one.system: RatedSection(
                    section.name,
                    one.system,
                    one.trace.rules.edition
                    if one.guide is None
                    else str(section.rules.edition),
                    _Lookup("changed player", {}),
                    rated,
                    one,
                    self,
                )
                for one in rated.ratings
            },
        )

    def __iter__(self) -> Iterator[str]:
        names = Counter(self.event.sections)
        for number, name in enumerate(self.event.sections, 1):
            yield name if names[name] == 1 else str(number)

    def __len__(self) -> int:
        return len(self.event.sections)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Every error, warning and assumption, with its place and the fix.

        >>> [problem.severity for problem in rate(Event("Empty", "2025-10-12")).problems]
        []
        """
        from uscalc.document.queries.unknowns import find_relevant_assumptions

        found = list(self.event.problems)
        for section in self._rating.sections:
            found += [
                _make_problem(finding)
                for finding in section.findings
                if finding not in self.event._log
            ]
            for rating in section.ratings:
                found += [
                    _make_assumption(one, section, rating)
                    for one in find_relevant_assumptions(section, rating)
                ]
        return tuple(found)

    @_report_errors
    def to_dict(self) -> dict[str, Any]:
        """Return what `uscalc rate --json` prints.

        >>> rate("resources/samples/autumn-open.uscalc").to_dict()["event"]
        'Autumn Open'
        """
        from uscalc.report.as_json import make_rating_json

        return make_rating_json(self._rating, range(len(self._rating.sections)))

    def to_dataframe(self) -> Any:
        """Return the rated players as a pandas DataFrame, a row for each system.

        Raises ImportError if pandas isn't installed.
        """
        try:
            from pandas import DataFrame  # type: ignore[import-untyped]
        except ImportError as error:
            raise ImportError(
                "to_dataframe needs pandas: pip install pandas"
            ) from error
        return DataFrame(
            [
                {"section": name, "system": system} | _list_figures(player)
                for name in self
                for system, section in self[name].items()
                for player in section.players
            ]
        )


@dataclass(frozen=True)
class Season:
    """Events rated by date; each member starts from the result of the event before.

    `changes` are the ratings at the end of the season that differ from those of the
    season it was made from, the largest change first. Each has `member`, `system`,
    `name`, `before`, `after` and `change`.

    >>> club = season(["resources/samples/autumn-open.uscalc"])
    >>> club.with_results("Autumn Open", "Open", {(5, 1): "W"}).changes[0].name
    'Bishop, Alma'
    """

    _rated: SeasonRating = field(repr=False, hash=False)
    changes: tuple[RatingChange, ...] = ()

    @property
    def events(self) -> tuple[Event, ...]:
        """The events by date."""
        return tuple(
            Event(document.name, document.end_date, file, document)
            for file, document in (event.filed for event in self._rated.events)
        )

    @property
    def members(self) -> Mapping[str, str]:
        """The name of each member by member ID."""
        histories = self._rated.histories
        return _Lookup("member", {key: histories[key][-1].name for key in histories})

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Every error and warning of the events."""
        return tuple(
            _make_problem(one) for event in self._rated.events for one in event.findings
        )

    @_report_errors
    def history(self, member: str) -> tuple[HistoryEntry, ...]:
        """Return a member's ratings by date, one entry for each section and system.

        An entry has `date`, `event`, `section`, `system`, `pre`, `post`, `change` and
        `games`.

        >>> club = season(["resources/samples/autumn-open.uscalc"])
        >>> [round(entry.post) for entry in club.history("99000011")]
        [1798, 1763]
        """
        if member not in self._rated.histories:
            raise _UnknownNameError("member", member, self._rated.histories)
        return self._rated.histories[member]

    @_report_errors
    def with_event(
        self, event: "Event | str | PathLike[str]", *, replacing: str | None = None
    ) -> "Season":
        """Return the season with a late event; only what follows is rated again.

        `replacing` is the file or the name of an event that a corrected one replaces.
        A file that is already in the season is an Error.

        >>> club = season(["resources/samples/autumn-open.uscalc"])
        >>> late = Event("Club night", "2025-01-12", file="late.uscalc")
        >>> [one.name for one in club.with_event(late).events]
        ['Club night', 'Autumn Open']
        """
        filed = [one.filed for one in self._rated.events]
        if replacing is not None:
            filed.remove(self._find_event(replacing))
        return self._rate_again([*filed, _make_filed_event(event)])

    @_report_errors
    def with_results(
        self, event: str, section: str, results: Mapping[tuple[int, int], str]
    ) -> "Season":
        """Return the season with corrected results in an event, given by file or name.

        `results` maps (round, pairing number) to W, D or L for that player.
        """
        wrong = self._find_event(event)
        index = _find_section(wrong.document.sections, section)
        right = wrong._replace(document=_set_results(wrong.document, index, results))
        filed = (one.filed for one in self._rated.events)
        return self._rate_again([right if one is wrong else one for one in filed])

    @_report_errors
    def to_dict(self) -> dict[str, Any]:
        """Return what `uscalc season --json` prints.

        >>> season(["resources/samples/autumn-open.uscalc"]).to_dict()["format"]
        'uscalc.season/1'
        """
        from uscalc.report.seasons import make_season_json

        return make_season_json(self._rated, list(self.members), self.changes or None)

    def _find_event(self, key: str) -> FiledEvent:
        filed = [event.filed for event in self._rated.events]
        found = [one for one in filed if key in (one.file, one.document.name)]
        if len(found) != 1:
            problem = "several events are" if found else "no event is"
            raise Error(f"{problem} named {key!r}", "Use the file of one of events")
        return found[0]

    def _rate_again(self, filed: Sequence[FiledEvent]) -> "Season":
        rated = rate_season(_check_once(filed), resolve_rules, self._rated)
        return Season(rated, list_changes(self._rated, rated))


class RuleValue(NamedTuple):
    """A parameter of the rating rules: its value, its source, and the days it is in force.

    `start` and `end` are the first and the last day of the value; None means no limit,
    or an edition given by its key.
    """

    value: Any
    document: str
    section: str
    start: dt.date | None
    end: dt.date | None


@dataclass(frozen=True)
class RuleSet(Mapping[str, RuleValue]):
    """The rating rules of a day or an edition; each parameter is an attribute, too."""

    edition: str
    _rules: Rules = field(repr=False, hash=False)

    def __getitem__(self, name: str) -> RuleValue:
        if name not in list(self):
            raise _UnknownNameError("parameter", name, self)
        origin = self._rules.get_origin(name)
        cited, span = origin.cited, self._rules.get_validity_period(name)
        document, section = ("", origin.source) if cited is None else cited[:2]
        start, end = span or (None, None)
        return RuleValue(getattr(self._rules, name), document, section, start, end)

    def __getattr__(self, name: str) -> RuleValue:
        if name.startswith("_"):
            raise AttributeError(name)
        return self[name]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self]

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self._rules.origins)

    def __len__(self) -> int:
        return len(self._rules.origins)


class Estimate(NamedTuple):
    """An estimated rating, and the range that the opponents' other games leave open."""

    rating: float
    low: float
    high: float


@_report_errors
def read(file: "str | PathLike[str]", *, end: Date | None = None) -> Event:
    """Return the event in a file of any readable format, a folder or a zip.

    `end` is the end date for formats that lack it.

    >>> read("resources/samples/autumn-open.uscalc").sections
    ('Open',)
    """
    path = _make_path(file)
    opened = open_event(path, None if end is None else _parse_day(end, "end"))
    document = opened.document
    return Event(document.name, document.end_date, str(path), document, opened.log)


@_report_errors
def write(
    event: Event,
    file: "str | PathLike[str]",
    *,
    overwrite: bool = False,
    section: str | None = None,
    order: Literal["score", "name", "number", "rating"] | None = None,
) -> tuple[str, ...]:
    """Write an event as .uscalc, .trf, .csv, .xlsx or .json; return what it can't hold.

    `section` selects one section, which .trf needs if there are several. `order` is the
    order of players in .csv and .xlsx; "rating" means the pre-event rating.

    >>> import tempfile, pathlib
    >>> target = pathlib.Path(tempfile.mkdtemp(), "club.uscalc")
    >>> write(Event("Club night", "2025-10-12"), target)
    ()
    >>> read(target).name
    'Club night'
    """
    path = _make_path(file)
    _check_input(
        not lexists(path) or overwrite,
        "file already exists",
        "Choose another name, or overwrite=True",
        file=str(path),
    )
    document = event.document
    chosen = range(len(document.sections))
    if section is not None:
        index = _find_section(document.sections, section)
        chosen = range(index, index + 1)
    made = make_export(
        path,
        document,
        chosen,
        lambda: rate_document(document, resolve_rules),
        order,
    )
    replace_file(path, made.data)
    return made.left_out


@_report_errors
def rate(
    event: "Event | str | PathLike[str]",
    *,
    rules: "str | PathLike[str] | None" = None,
    lenient: bool = False,
) -> RatedEvent:
    """Return the ratings of an event, or of a file.

    `rules` is the key of an edition, for example "2015", or a file of changed rules
    (.toml); without it the end dates decide. `lenient` skips games with errors.

    >>> rate("resources/samples/autumn-open.uscalc", rules="2015")["Open"]["R"].edition
    '2015'
    """
    if not isinstance(event, Event):
        event = read(event)
    if isinstance(rules, PathLike) or (rules is not None and is_rules_file(rules)):
        return _rate_event(event, lenient, read_changed_rules(Path(rules)))
    if rules is not None:
        event = dataclasses.replace(
            event, _document=_choose_edition(event.document, rules)
        )
    return _rate_event(event, lenient)


@_report_errors
def rule_set(day: Date, system: str = "R") -> RuleSet:
    """Return the rating rules of a day, or of an edition by its key.

    >>> rule_set("2025-09-21").bonus_multiplier.value
    10.0
    >>> rule_set("2015").bonus_multiplier.section
    '4.2'
    """
    table, chosen = load_rule_table(), _check_system(system)
    editions = [key for key, one in table.editions.items() if not one.by_hand]
    if isinstance(day, str) and day in editions:
        return RuleSet(day, table.get_rules_of_edition(day, system=chosen))
    try:
        rules = table.get_rules_on(_parse_day(day, "day"), chosen)
    except Error as error:
        fix = f"{error.fix}, or use an edition: {', '.join(editions)}"
        raise Error(error.problem, fix, place=error.place) from None
    return RuleSet(rules.edition, rules)


@_report_errors
def estimate(
    *,
    rating: float | None,
    results: Sequence[tuple[float | str, str]],
    games: int | None = None,
    system: str = "R",
    end: Date | None = None,
) -> Estimate:
    """Return the estimated rating of a player after some games.

    `rating` None means unrated; `games` is the number of games that the rating is based
    on, None for an established one. `results` are pairs of the opponent's rating, or
    "unrated", and W, D or L. `end` is today unless given.

    >>> found = estimate(rating=1702, games=18, results=[(1855, "W"), (1600, "D")],
    ...                  end="2025-10-12")
    >>> round(found.rating)
    1725
    """
    from uscalc.analysis.forecast_model import ForecastParameters
    from uscalc.document.sheet import sheet
    from uscalc.document.sheet.answer import answer_estimate
    from uscalc.rules.chances import load_chance_model

    lines = tuple(_make_line(*result) for result in results)
    _check_input(lines, "there are no results", "Give at least one pair in results")
    day = dt.date.today() if end is None else _parse_day(end, "end")
    known = None if rating is None else _check_rating(rating, "rating")
    based_on = None if games is None else _check_games(games, "games")
    answer = answer_estimate(
        sheet.Estimate(known, lines, day, based_on, system=_check_system(system)),
        resolve_rules,
        ForecastParameters(load_chance_model()),
    )
    assert answer.now is not None
    low, high = answer.now.range
    return Estimate(answer.now.value, low, high)


@_report_errors
def verify(trace: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Recompute a trace without the rating engine. Return a sentence for each error found.

    >>> rated = rate("resources/samples/autumn-open.uscalc")
    >>> verify(rated["Open"]["R"].player(12).trace())
    ()
    """
    from uscalc.trace.verify import find_faults

    return tuple(
        Problem("error", f"{fault.place}: {fault.message}", fault.remedy)
        for fault in find_faults(dict(trace))
    )


@_report_errors
def season(
    events: "str | PathLike[str] | Sequence[Event | str | PathLike[str]]",
) -> Season:
    """Return events rated by date; each member starts from the result of the event before.

    `events` is a folder, or a sequence of events and files. Members are identified by
    member ID. Events of one day are rated in the order of their file names.

    >>> club = season("resources/samples")
    >>> len(club.events) > 2
    True
    """
    from uscalc.formats.every import find_readable_files

    given: Sequence[Event | str | PathLike[str]] = (
        find_readable_files([_make_path(events)])
        if isinstance(events, str | PathLike)
        else events
    )
    filed = [_make_filed_event(one) for one in given]
    _check_input(filed, "there are no events", "Choose a folder with readable files")
    return Season(rate_season(_check_once(filed), resolve_rules))


def _make_filed_event(event: "Event | str | PathLike[str]") -> FiledEvent:
    known = event if isinstance(event, Event) else read(event)
    return FiledEvent(known.file or known.name, known.document)


def _check_once(filed: Sequence[FiledEvent]) -> Sequence[FiledEvent]:
    """Return the events. Raise Error if a file, or an event without one, is there twice."""
    seen: dict[str, FiledEvent] = {}
    for one in filed:
        other = seen.setdefault(abspath(one.file), one)
        if other is not one and (one.document == other.document or lexists(one.file)):
            raise Error(
                "the event is already in the season",
                "Give it once; to correct it, use replacing",
                one.file,
            )
    return filed


def _set_results(
    document: model.Document, index: int, results: Mapping[tuple[int, int], str]
) -> model.Document:
    """Return the document with other results in a section."""
    name = document.sections[index].name
    for (round_, number), letter in results.items():
        place = f'section "{name}", player {number}, round {round_}'
        if letter not in ("W", "D", "L"):
            shown = reprlib.repr(letter)
            raise Error(f"{shown} isn't a result", "Use W, D or L", place=place)
        edit = set_outcome(document, index, Outcome(round_, number, letter))
        if edit.refused:
            raise Error(edit.refused[0], "Choose a game of the section", place=place)
        document = edit.document
    return document


def _make_path(file: "str | PathLike[str]") -> Path:
    _check_input(
        fspath(file), "the name of the file is empty", "Give the name of a file"
    )
    return Path(file)


def _parse_day(day: Date, place: str) -> dt.date:
    try:
        return parse_date(day if isinstance(day, str) else day.isoformat()[:10])
    except DateError as error:
        problem, _, fix = str(error).partition(". ")
        raise Error(problem, fix.rstrip("."), place=place) from None


def _check_games(games: int, place: str) -> int:
    low, high = COUNTS
    _check_input(
        low <= games <= high,
        f"{games} isn't a number of games",
        f"Use {low} to {high}",
        place=place,
    )
    return int(games)


def _check_system(system: str) -> System:
    if system not in SYSTEMS:
        raise _UnknownNameError("system", system, SYSTEMS)
    return system


def _check_rating(rating: float | str, place: str) -> float:
    if isinstance(rating, str) or not (
        model.LOWEST_RATING <= rating <= model.HIGHEST_RATING
    ):
        shown = reprlib.repr(rating)
        raise Error(f"{shown} isn't a rating", f"Use {RATING_RANGE}", place=place)
    return float(rating)


def _find_section(sections: Sequence[model.Section], name: str) -> int:
    """Return the position of a section with a name, or else with a number as text."""
    names = [section.name for section in sections]
    found = [at for at, known in enumerate(names) if known == name]
    if not found and name in (keys := [str(n) for n in range(1, len(names) + 1)]):
        return keys.index(name)
    if not found:
        raise _UnknownNameError("section", name, names)
    if len(found) > 1:
        numbers = " or ".join(repr(str(at + 1)) for at in found[:MOST_NAMES])
        fix = f"Use the number of the section, {numbers}"
        raise Error(f"several sections are named {name!r}", fix)
    return found[0]


def _read_player(player: model.Player) -> Player:
    facts = player.ratings[0][1] if player.ratings else model.UNRATED
    birth = None if player.birth is None else player.birth.date
    games = None if facts.rating is None else facts.games
    return Player(player.name, facts.rating, games, player.results, player.id, birth)


def _make_player(
    number: int, player: Player, systems: Sequence[System]
) -> model.Player:
    facts = model.UNRATED
    if player.rating is not None:
        source: model.RatingSource | None = "official" if player.games is None else None
        facts = model.RatingFacts(player.rating, games=player.games, source=source)
    birth = cast("dt.date | None", player.birth_date)
    return model.Player(
        number,
        player.name,
        player.id,
        birth=None if birth is None else model.BirthDate(birth),
        ratings=tuple((system, facts) for system in systems),
        results=tuple(player.results),
    )


def _make_line(rating: float | str, letter: str) -> Any:
    from uscalc.document.sheet.sheet import SCORES, EstimateLine

    _check_input(
        letter in SCORES, f"{letter!r} isn't a result", "Use W, D or L", place="results"
    )
    known = None if rating == "unrated" else _check_rating(rating, "results")
    return EstimateLine(known, cast("Any", letter))


def _choose_edition(document: model.Document, key: str) -> model.Document:
    editions = load_rule_table().editions
    if key not in editions:
        raise _UnknownNameError("edition of the rules", key, editions)
    chosen = tuple(
        replace(section, rules=model.RulesChoice(key, section.rules.overrides))
        for section in document.sections
    )
    return replace(document, sections=chosen)


def _rate_event(
    event: Event, lenient: bool, rulebook: RuleBook = resolve_rules
) -> RatedEvent:
    rating = rate_document(event.document, rulebook, lenient)
    rating = replace(rating, log=event._log).with_findings(
        [found for found in event._log if found.severity != "notes"]
    )
    return RatedEvent(event, lenient, rating, rulebook)


def _make_rated_player(section: RatedSection, row: model.Player) -> RatedPlayer:
    trace, post = (
        section._rating.find_trace(row.number),
        section._rating.find_post(row.number),
    )
    pre = trace.entrant.rating
    performed = section._rating.find_performance(row.number)
    return RatedPlayer(
        row.number,
        row.name,
        row.id,
        pre,
        post,
        None if pre is None or post is None else post - pre,
        trace.entrant.games,
        trace.post_games,
        trace.entrant.score,
        trace.entrant.m,
        trace.start.r0,
        trace.effective.n_eff,
        trace.formula,
        _get_result(trace.step3),
        _get_result(trace.step4),
        _get_result(trace.step5),
        None if trace.floors is None else trace.floors.floor,
        None if performed is None else performed.rating,
        section,
    )


def _get_result(step: StepTrace | None) -> float | None:
    return None if step is None else step.result


def _list_figures(player: RatedPlayer) -> dict[str, Any]:
    return {
        name: getattr(player, name)
        for name in player.__dataclass_fields__
        if not name.startswith("_")
    }


_SEVERITIES: Final[Mapping[Severity, Literal["error", "warning", "note"]]] = {
    "stops": "error",
    "warns": "warning",
    "notes": "note",
}


def _make_problem(finding: Finding) -> Problem:
    return Problem(
        _SEVERITIES[finding.severity],
        finding.message,
        finding.remedy,
        finding.section_name or None,
        finding.player,
        finding.round,
        finding.system,
    )


def _make_assumption(
    assumption: RelevantAssumption,
    section: ratings.SectionRating,
    rating: SystemRating,
) -> Problem:
    unknown, moved = assumption.unknown, count_in_words(len(assumption.moved), "rating")
    points = count_in_words(assumption.points, "point")
    place = unknown.place
    number = None if place is None else rating.trace.players[place].entrant.number
    return Problem(
        "assumption",
        unknown.taken,
        f"Enter it; it could change {moved} by up to {points}",
        section.section.name,
        number,
        None,
        rating.system,
    )

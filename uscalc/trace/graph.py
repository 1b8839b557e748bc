"""The graph of figures behind a rating: nodes, their operations and their sources.

`docs/trace.md` defines the format, `uscalc.trace/1`, and every operation.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from uscalc.engine.inputs import Citation
from uscalc.engine.trace import PlayerTrace, SectionTrace

FORMAT: Final = "uscalc.trace/1"
LAST_STEP: Final = 6
"""The step of figures after Step 5: match limits, rounding, floors and ceiling."""


class TraceSource(NamedTuple):
    """The document and section that print a rule, and the days on which it is in force.

    A day is in ISO form; None means no limit, or rules that no date selected.
    """

    document: str
    section: str
    start: str | None = None
    end: str | None = None


class TraceNode(NamedTuple):
    """One figure: its operation, the nodes it is made of, and where the rule is printed.

    `player` is a pairing number, `step` the step of the rating documents that the figure
    belongs to (6: after Step 5).
    """

    id: str
    symbol: str
    value: float
    op: str
    args: tuple[str, ...]
    parameters: Mapping[str, Any]
    source: TraceSource | None
    label: str
    player: int
    step: int


class TraceGraph(NamedTuple):
    """Every figure behind one player's rating in one system.

    `result` is the id of the post-event rating's node.
    """

    section: str
    system: str
    player: int
    edition: str
    nodes: tuple[TraceNode, ...]
    result: str

    def to_json(self, engine: str) -> dict[str, Any]:
        """Return the graph in the format `uscalc.trace/1`; `engine` is the version."""
        return {
            "format": FORMAT,
            "engine": engine,
            "section": self.section,
            "system": self.system,
            "player": self.player,
            "rules": self.edition,
            "result": self.result,
            "nodes": [_make_node_json(node) for node in self.nodes],
        }


def _make_node_json(node: TraceNode) -> dict[str, Any]:
    value = node._asdict()
    value["args"], value["parameters"] = list(node.args), dict(node.parameters)
    if node.source is None:
        del value["source"]
    else:
        named = zip(("document", "section", "from", "until"), node.source, strict=True)
        value["source"] = {name: text for name, text in named if text is not None}
    return value


class GraphBuilder:
    """Collects nodes; each figure once, and after the figures that it is made of."""

    def __init__(self, trace: SectionTrace) -> None:
        self.trace = trace
        self.rules = trace.rules
        self.nodes: list[TraceNode] = []
        self.starts: dict[int, tuple[str, str | None]] = {}
        self._ids: dict[tuple[str, int, int], str] = {}

    def get_player(self, place: int) -> PlayerTrace:
        """Return a player's trace by place in the section."""
        return self.trace.players[place]

    def reuse(self, key: str, place: int, step: int, make: Callable[[], str]) -> str:
        """Return the node of a figure, and make it at its first use."""
        known = self._ids.get((key, place, step))
        if known is None:
            known = self._ids[key, place, step] = make()
        return known

    def add(
        self,
        symbol: str,
        value: float,
        op: str,
        args: tuple[str, ...],
        label: str,
        place: int,
        step: int,
        rule: str = "",
        **parameters: Any,
    ) -> str:
        """Add a node and return its id.

        `rule` is the dated parameter, or the topic of the documents, that the node
        follows; empty for an input.
        """
        name = f"n{len(self.nodes) + 1}"
        player = self.get_player(place).entrant.number
        if op == "rule_value":
            parameters["value"] = value
        source = self._find_source(rule) if rule else None
        self.nodes.append(
            TraceNode(
                name, symbol, value, op, args, parameters, source, label, player, step
            )
        )
        return name

    def add_input(
        self, symbol: str, value: float, label: str, place: int, step: int
    ) -> str:
        """Add a value that the event file has, once for each player."""
        return self.reuse(
            f"input {symbol} {label}",
            place,
            0,
            lambda: self.add(symbol, value, "input", (), label, place, step),
        )

    def add_assumed(
        self, symbol: str, value: float, label: str, place: int, step: int, reason: str
    ) -> str:
        """Add a value that the event file lacks, and why this one is taken."""
        return self.reuse(
            f"assumed {symbol} {label}",
            place,
            0,
            lambda: self.add(
                symbol, value, "assumed", (), label, place, step, reason=reason
            ),
        )

    def choose_rule(self, constant: str, topic: str) -> str:
        """Return the constant if a file of changed rules changes it, else the topic."""
        return constant if self.rules.is_changed(constant) else topic

    def _find_source(self, rule: str) -> TraceSource:
        rules = self.rules
        citations = rules.citations
        if rule == "start":
            return make_source(
                citations.cite_starting_rating(self.trace.section.system)
            )
        if hasattr(citations, rule):
            return make_source(getattr(citations, rule))
        origin, span = rules.get_origin(rule), rules.get_validity_period(rule)
        days = [
            None if day is None else day.isoformat() for day in span or (None, None)
        ]
        return (
            TraceSource("", origin.source, *days)
            if origin.cited is None
            else TraceSource(origin.cited.edition, origin.cited.section, *days)
        )


def make_source(cited: Citation) -> TraceSource:
    """Return a citation as the source of a node."""
    return TraceSource(cited.edition, cited.section)

"""Parts of an exercise on the special formula: the prior, and the walk."""

from typing import Final

from uscalc.engine.special import (
    EPSILON,
    LANDING,
    REACH,
    adjusted,
    objective,
    provisional_expectancy,
)
from uscalc.engine.trace import Move, SpecialTrace
from uscalc.explain.numbers import MINUS, number, points, rating
from uscalc.explain.people import RESULTS
from uscalc.worksheet.case import Case, in_step, new_rating, rating_head
from uscalc.worksheet.chain import AmbiguousError, Chain, as_printed
from uscalc.worksheet.model import Blank, Cell, Grid
from uscalc.worksheet.standard import HAND, TIMES

PRIOR: Final = "R'0, the prior"
TARGET: Final = "S', the score to be explained"


def prior(chain: Chain, case: Case) -> None:
    """R'0 and S'."""
    chain.needs("prior")
    done = _special(case, 0)
    n_eff, said = chain.written["n_eff"], chain.said["n_eff"]
    r0, target = adjusted(as_printed(case.r0), n_eff, case.score, case.record)
    moved = {"all_wins": f" {MINUS} 400", "all_losses": " + 400"}.get(case.record)
    if moved is None:
        chain.tell("prior", r0, 2)
    else:
        chain.line(
            PRIOR,
            chain.blank(
                key="prior",
                name="R'0",
                group="walk",
                exact=done.prior,
                by_hand=r0,
                decimals=2 if r0 % 1 else 0,
                hint="Were all earlier games won, or all lost? See the box.",
                working=f"{rating(case.r0)}{moved}",
            ),
        )
    score = points(case.score)
    working = {"all_wins": f"{score} + {said}", "all_losses": score}
    chain.line(
        TARGET,
        chain.blank(
            key="target",
            name="S'",
            group="walk",
            exact=done.target,
            by_hand=target,
            decimals=1 if target * 2 == int(target * 2) else 3,
            hint="The points scored here, and with them those of the earlier games.",
            working=working.get(case.record, f"{score} + {said} / 2"),
        ),
    )


def tell_prior(chain: Chain, case: Case) -> None:
    """R'0 and S', given."""
    chain.needs("prior")
    done = _special(case, 0)
    chain.tell("prior", done.prior, 2)
    chain.tell("target", done.target, 4)


def opponents(chain: Chain, case: Case, place: int = 0) -> None:
    """The opponents and what they count."""
    rows = tuple(
        (game.opponent, RESULTS[game.score], rating(game.strengths[place]))
        for game in case.games
    )
    chain.add(Grid(("Opponent", "Result", rating_head(case, place)), rows, 2))


def walk(chain: Chain, case: Case, level: int, place: int = 0) -> None:
    """f at the prior, then every move, and the rating that the walk ends at."""
    chain.needs("pwe", "f", "knots", "walk")
    _Walk(chain, case, level, place).ask()


class _Walk:
    """The walk of one pass; `at` is where M stands, as it is written."""

    def __init__(self, chain: Chain, case: Case, level: int, place: int) -> None:
        self._chain, self._case, self._place = chain, case, place
        self._hand = level == HAND
        self._done = _special(case, place)
        self._strengths = tuple(as_printed(g.strengths[place]) for g in case.games)
        self._step = in_step(case, place)
        self._at = chain.written["prior"]

    def ask(self) -> None:
        """Everything, from the prior to the end."""
        chain, done = self._chain, self._done
        where = f"f at {rating(self._at)}, where the walk begins{self._step}"
        chain.line(where, self._f(0, where, done.start, self._at))
        rows = [self._row(i, move) for i, move in enumerate(done.moves, 1)]
        if rows:
            heads = ("Move", "Next knot", "f at the knot", "M goes to")
            chain.add(Grid(heads, tuple(rows)))
        name = new_rating(self._case, self._place)
        chain.line(
            name,
            chain.blank(
                key=f"result{self._place}",
                name=name,
                group="result",
                exact=done.result,
                by_hand=self._at,
                decimals=0,
                hint="Where does the walk end? There f is 0.",
                working=number(self._at, 4),
                last=True,
            ),
        )

    def _key(self, what: str, i: int) -> str:
        return f"{what}{self._place}.{i}"

    def _row(self, i: int, move: Move) -> tuple[Cell, ...]:
        """One move: its number, the knot, f there, and where M goes."""
        knot = min(self._knots(), key=lambda z: abs(z - move.knot))
        first: Cell = rating(knot)
        if not self._hand:
            first = self._knot(i, move, knot)
            knot = self._chain.written[self._key("knot", i)]
        name = f"f at the knot of move {i}{self._step}"
        second = self._f(i, name, move.knot, knot)
        return str(i), first, second, self._to(i, move, knot)

    def _knots(self) -> list[float]:
        makers = (*self._strengths, self._chain.written["prior"])
        return [maker + side for maker in makers for side in (-REACH, REACH)]

    def _knot(self, i: int, move: Move, knot: float) -> Blank:
        rises = move.f < 0
        way = "negative, so M rises" if rises else "positive, so M falls"
        side = "above" if rises else "below"
        return self._chain.blank(
            key=self._key("knot", i),
            name=f"The next knot of move {i}{self._step}",
            group="walk",
            exact=move.knot,
            by_hand=knot,
            decimals=0 if knot == round(knot) else 2,
            hint=f"f is {way}. Add 400 to each rating of the walk, and take 400 off: which "
            f"of these is the nearest {side} {rating(self._at)}?",
            working=self._owner(knot),
            last=True,
        )

    def _owner(self, knot: float) -> str:
        for name, strength in (
            *zip((g.opponent for g in self._case.games), self._strengths, strict=True),
            ("the prior", self._chain.written["prior"]),
        ):
            if abs(abs(knot - strength) - REACH) < LANDING:
                sign = "+" if knot > strength else MINUS
                return f"{rating(strength)} {sign} 400, {name}"
        raise AmbiguousError(f"knot {knot}")

    def _f(self, i: int, name: str, exact_at: float, at: float) -> Blank:
        done, chain = self._done, self._chain
        exact = objective(exact_at, done.strengths, done.prior, done.n_eff, done.target)
        prior, target = chain.written["prior"], chain.written["target"]
        n_eff = chain.written["n_eff"]
        blank = chain.blank(
            key=self._key("f", i),
            name=name,
            group="walk",
            exact=exact,
            by_hand=objective(at, self._strengths, prior, n_eff, target),
            decimals=3 if self._hand else 4,
            hint=f"What is expected of each game at {rating(at)}, and N' times of the prior? "
            "400 or more below a rating it is 0, 400 or more above it 1, and between them "
            "0.5 and an 800th for each point. Add it all, and take S' off.",
            working=self._sum(at),
            signed=True,
        )
        if not chain.written[self._key("f", i)] and abs(exact) > EPSILON:
            # It would look as if the walk ended here.
            raise AmbiguousError(blank.key)
        return blank

    def _sum(self, at: float) -> str:
        """f(M) written out, equal terms together."""
        chain = self._chain
        terms = []
        if chain.written["n_eff"]:
            own = provisional_expectancy(at, chain.written["prior"])
            terms.append(f"{chain.said['n_eff']} {TIMES} {number(own, 4)}")
        found = [provisional_expectancy(at, s) for s in self._strengths]
        for term in dict.fromkeys(number(one, 4) for one in found if one):
            count = sum(number(one, 4) == term for one in found)
            terms.append(term if count == 1 else f"{count} {TIMES} {term}")
        return f"{' + '.join(terms) or '0'} {MINUS} {chain.said['target']}"

    def _to(self, i: int, move: Move, knot: float) -> Blank:
        chain = self._chain
        before = chain.written[self._key("f", i - 1)]
        there = chain.written[self._key("f", i)]
        root, working = (
            move.why == "root",
            f"the knot: f does not pass 0 before {rating(knot)}",
        )
        to = knot
        if root:
            if there == before:
                raise AmbiguousError(self._key("to", i))
            to = self._at - before * (self._at - knot) / (before - there)
            working = (
                f"{rating(self._at)} {MINUS} ({_f_said(before)}) {TIMES} "
                f"({rating(self._at)} {MINUS} {rating(knot)}) / "
                f"({_f_said(before)} {MINUS} ({_f_said(there)}))"
            )
        blank = chain.blank(
            key=self._key("to", i),
            name=f"Where M goes in move {i}{self._step}",
            group="walk",
            exact=move.to,
            by_hand=to,
            decimals=0 if self._hand else 1,
            hint="Has f at the knot still the sign that it had before? Then M goes to the "
            "knot. Else it goes to where the straight line between the two is 0.",
            working=working,
        )
        self._at = chain.written[blank.key] if root else knot
        return blank


def _f_said(value: float) -> str:
    return number(value, 5)


def _special(case: Case, place: int) -> SpecialTrace:
    done = case.passes[place]
    assert isinstance(done, SpecialTrace)
    return done

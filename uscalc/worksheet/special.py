"""Parts of an exercise on the special formula: the prior, and the search."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from uscalc.engine.special import (
    EPSILON,
    REACH,
    adjust_prior_and_score,
    compute_objective,
    compute_provisional_expectancy,
)
from uscalc.engine.standard import compute_winning_expectancy
from uscalc.engine.trace import SpecialTrace, WalkMove
from uscalc.explain.numbers import (
    MINUS,
    MOST_DECIMALS,
    RESULTS,
    format_number,
    format_points,
    format_rating,
)
from uscalc.worksheet.case import (
    ExerciseCase,
    describe_step,
    make_rating_heading,
    name_new_rating,
)
from uscalc.worksheet.chain import (
    AmbiguousError,
    ExerciseBuilder,
    Figures,
    Slip,
    format_rating_column,
    round_as_printed,
)
from uscalc.worksheet.model import Cell, ExerciseBlank
from uscalc.worksheet.standard import HAND, TIMES

PRIOR: Final = "R'0, the prior"
TARGET: Final = "S', the score to match"
ENOUGH: Final = 1e-9
"""The most that a written sum may differ from f."""


def ask_prior(chain: ExerciseBuilder, case: ExerciseCase) -> None:
    """Ask for R'0 and S'."""
    done, r0 = _get_special_pass(case, 0), round_as_printed(case.r0)
    said = chain.said["n_eff"]

    def adjust(figures: Figures) -> tuple[float, float]:
        return adjust_prior_and_score(r0, figures["n_eff"], case.score, case.record)

    moved = {"all_wins": f" {MINUS} 400", "all_losses": " + 400"}.get(case.record)
    if moved is None:
        chain.print_given("prior", r0, 2)
    else:
        chain.add_line(
            PRIOR,
            chain.make_blank(
                key="prior",
                name="R'0",
                topics=("prior",),
                exact=done.prior,
                by_hand=lambda figures: adjust(figures)[0],
                decimals=2 if r0 % 1 else 0,
                hint="Were all earlier games won, or all lost? See Earlier games in "
                "the rules.",
                working=f"{format_rating(case.r0)}{moved}",
                slips=(
                    (r0, "R'0 is 400 points away, because of the earlier games"),
                    (2 * r0 - done.prior, "you moved R'0 the wrong way"),
                ),
            ),
        )
    if done.target == case.score:
        # The question already has it.
        chain.print_given("target", done.target, 1)
        return
    score = format_points(case.score)
    working = {"all_wins": f"{score} + {said}", "all_losses": score}
    chain.add_line(
        TARGET,
        chain.make_blank(
            key="target",
            name="S'",
            topics=("prior",),
            exact=done.target,
            by_hand=lambda figures: adjust(figures)[1],
            decimals=1 if done.target * 2 % 1 == 0 else 3,
            hint="Add the points from the earlier games to the score.",
            working=working.get(case.record, f"{score} + {said} / 2"),
            slips=_list_target_slips(chain, case),
        ),
    )


def _list_target_slips(chain: ExerciseBuilder, case: ExerciseCase) -> tuple[Slip, ...]:
    """Return typical mistakes about S'."""
    count = chain.written["n_eff"]
    every = {
        "all_wins": "all earlier games were won, so each adds 1",
        "all_losses": "all earlier games were lost, so they add nothing",
    }.get(case.record, "each earlier game counts as a draw and adds 0.5")
    return (
        (case.score, "you left out the earlier games"),
        (case.score + count / 2, every),
        (case.score + count, every),
        (count / 2, "you left out S"),
    )


def print_prior(chain: ExerciseBuilder, case: ExerciseCase) -> str:
    """Return the given R'0 and S'."""
    chain.add_rules("prior")
    done = _get_special_pass(case, 0)
    prior = chain.format_given("R'0", "prior", done.prior, 2)
    target = chain.format_given("S'", "target", done.target, 4)
    return f"{prior} and {target}"


def print_opponents(chain: ExerciseBuilder, case: ExerciseCase, place: int = 0) -> None:
    """Print the opponents and their strengths."""
    strengths = format_rating_column([game.strengths[place] for game in case.games])
    rows = tuple(
        (game.opponent, RESULTS[game.score], said)
        for game, said in zip(case.games, strengths, strict=True)
    )
    if place:
        for game in case.games:
            chain.note_printed_figure(
                game.opponent, "result0", round_as_printed(game.strengths[place])
            )
    chain.add_table(("Opponent", "Result", make_rating_heading(case, place)), rows, 2)


def ask_walk(
    chain: ExerciseBuilder, case: ExerciseCase, level: int, place: int = 0
) -> None:
    """Ask for f at the prior, then for every move, and for the rating at the end."""
    _WalkQuestions(chain, case, level, place).ask_everything()


class _WalkQuestions:
    """The search of one pass; `at` is the key of M's current value."""

    def __init__(
        self, chain: ExerciseBuilder, case: ExerciseCase, level: int, place: int
    ) -> None:
        self._chain, self._case, self._place = chain, case, place
        self._hand = level == HAND
        self._done = _get_special_pass(case, place)
        self._strengths = tuple(
            round_as_printed(g.strengths[place]) for g in case.games
        )
        self._step = describe_step(case, place)
        self._at = "prior"

    def ask_everything(self) -> None:
        """Ask for all values, from the prior to the end."""
        chain, done = self._chain, self._done
        where = f"f at R'0, where the search starts{self._step}"
        chain.add_line(where, self._ask_f(0, where, done.start))
        if rows := [self._make_row(i, move) for i, move in enumerate(done.moves, 1)]:
            chain.add_table(
                ("Move", "Next knot", "f at the knot", "New M"), tuple(rows)
            )
        name, at = name_new_rating(self._case, self._place), self._at
        chain.add_line(
            name,
            chain.make_blank(
                key=f"result{self._place}",
                name=name,
                topics=("f",),
                exact=done.result,
                by_hand=lambda figures: figures[at],
                decimals=0,
                hint="Where does the search end? There, f is 0.",
                working=chain.said[at],
                slips=self._list_end_slips(),
            ),
        )
        chain.require_agreement(f"result{self._place}", done.result)

    def _list_end_slips(self) -> tuple[Slip, ...]:
        """Return typical mistakes about the rating where the search ends."""
        written = self._chain.written
        of_search = f"to{self._place}.", f"knot{self._place}."
        return (
            (written["prior"], "this is R'0, where the search starts"),
            (lambda figures: figures["result0"], "this is the rating after Step 4"),
            *(
                (written[key], "f isn't 0 there, so the search goes on")
                for key in written
                if key.startswith(of_search)
            ),
        )

    def _make_key(self, what: str, i: int) -> str:
        return f"{what}{self._place}.{i}"

    def _make_row(self, i: int, move: WalkMove) -> tuple[Cell, ...]:
        """Return one move: its number, the knot, f there, and the next M."""
        begun, self._at = self._at, self._make_key("knot", i)
        knot = min(self._make_knot_column(), key=lambda z: abs(z - move.knot))
        rises = move.f < 0
        way = "negative, so M goes up" if rises else "positive, so M goes down"
        side = "above" if rises else "below"
        first = self._chain.make_blank(
            key=self._make_key("knot", i),
            name=f"Next knot of move {i}{self._step}",
            topics=("knots", "walk"),
            exact=move.knot,
            by_hand=lambda _: knot,
            decimals=self._decimals,
            hint=f"f is {way}. Add 400 to R'0 and to each opponent's rating, then "
            "subtract 400 from each. Which of these knots is the nearest one "
            f"{side} M?",
            working=self._describe_owner(knot),
            column=f"m{self._place}",
            slips=tuple(self._list_knot_slips(knot, rises, way)),
        )
        second = self._ask_f(i, f"f at the knot of move {i}{self._step}", move.knot)
        return str(i), first, second, self._ask_destination(i, move, begun)

    def _make_knot_column(self) -> list[float]:
        makers = (*self._strengths, self._chain.written["prior"])
        return [maker + side for maker in makers for side in (-REACH, REACH)]

    @property
    def _decimals(self) -> int:
        """Return the number of decimals of knots and M."""
        if self._hand:
            return 0
        return 1 if all(knot == round(knot) for knot in self._make_knot_column()) else 2

    def _list_knot_slips(self, knot: float, rises: bool, way: str) -> Iterator[Slip]:
        """Yield the other knots, and the ratings that make them."""
        for other in self._make_knot_column():
            if (other > knot) is rises:
                yield other, "another knot is nearer"
            elif other != knot:
                yield other, f"f is {way}"
        for strength in (*self._strengths, self._chain.written["prior"]):
            yield strength, "a knot is 400 above or below a rating"

    def _describe_owner(self, knot: float) -> str:
        """Describe the player who makes a knot, and the side of the rating it is on."""
        names = [*(game.opponent for game in self._case.games), "R'0"]
        strengths = (*self._strengths, self._chain.written["prior"])
        makers = zip(names, strengths, strict=True)
        name, strength = min(makers, key=lambda m: abs(abs(knot - m[1]) - REACH))
        return (
            f"{format_rating(strength)} {'+' if knot > strength else MINUS} 400, {name}"
        )

    def _ask_f(self, i: int, name: str, exact_at: float) -> ExerciseBlank:
        done, chain, at = self._done, self._chain, self._at

        def by_hand(figures: Figures) -> float:
            own = figures["prior"], figures["n_eff"], figures["target"]
            return compute_objective(figures[at], self._strengths, *own)

        exact = compute_objective(
            exact_at, done.strengths, done.prior, done.n_eff, done.target
        )
        blank = chain.make_blank(
            key=self._make_key("f", i),
            name=name,
            topics=("f", "pwe"),
            exact=exact,
            by_hand=by_hand,
            decimals=3 if self._hand else 4,
            hint="Find PWe for M against each opponent, and N' times PWe against "
            "R'0. PWe is 0 at 400 or more below, 1 at 400 or more above, and "
            "between them 0.5 plus 1/800 for each point. Add everything, then "
            "subtract S'.",
            working=self._write_out_sum(by_hand(chain.written)),
            signed=True,
            column=f"f{self._place}",
            slips=self._list_f_slips(i),
        )
        if not chain.written[blank.key] and abs(exact) > EPSILON:
            # Otherwise the search would seem to end here.
            raise AmbiguousError(f"f{self._place}")
        return blank

    def _list_f_slips(self, i: int) -> tuple[Slip, ...]:
        """Return typical mistakes about f."""
        written = self._chain.written
        at, prior, count = written[self._at], written["prior"], written["n_eff"]
        target, makers = written["target"], (prior, *self._strengths)

        def add(shares: list[float]) -> float:
            return count * shares[0] + sum(shares[1:])

        found = [compute_provisional_expectancy(at, r) for r in makers]
        total = add(found)
        of_prior: tuple[Slip, ...] = (
            (sum(found[1:]) - target, "you left out the earlier games"),
            (found[0] + sum(found[1:]) - target, "PWe against R'0 counts N' times"),
            (total - self._case.score, "you subtracted S, not S'"),
        )
        return (
            (total, "you didn't subtract S'"),
            (target - total, "you subtracted the sum from S'"),
            *(of_prior if count else ()),
            (
                add([0.5 + (at - r) / 800.0 for r in makers]) - target,
                "PWe is never below 0 or above 1",
            ),
            (
                add([1.0 - share for share in found]) - target,
                "you added what the opponents expect",
            ),
            (
                add([compute_winning_expectancy(at, r) for r in makers]) - target,
                "you used We, not PWe",
            ),
            (
                lambda figures: figures[self._make_key("f", i - 1)],
                "this is f before this move",
            ),
        )

    def _write_out_sum(self, value: float) -> str:
        """Write out f(M) with enough digits to give its `value`."""
        chain, at = self._chain, self._chain.written[self._at]
        makers = (chain.written["prior"], *self._strengths)
        exact = [compute_provisional_expectancy(at, maker) for maker in makers]
        counts = (chain.written["n_eff"], *[1.0] * len(self._strengths))
        for places in range(4, MOST_DECIMALS):
            shares = [format_number(share, places) for share in exact]
            made = sum(n * float(s) for n, s in zip(counts, shares, strict=True))
            if abs(made - chain.written["target"] - value) < ENOUGH:
                break
        return self._write_out_terms(shares[0], shares[1:])

    def _write_out_terms(self, own: str, found: list[str]) -> str:
        """Write out f(M), equal terms together."""
        chain = self._chain
        terms = []
        if chain.written["n_eff"]:
            terms.append(f"{chain.said['n_eff']} {TIMES} {own}")
        terms += [
            term if count == 1 else f"{count} {TIMES} {term}"
            for term, count in Counter(found).items()
            if term != "0"
        ]
        return f"{' + '.join(terms) or '0'} {MINUS} {chain.said['target']}"

    def _ask_destination(self, i: int, move: WalkMove, begun: str) -> ExerciseBlank:
        chain, knot = self._chain, self._make_key("knot", i)
        before, there = self._make_key("f", i - 1), self._make_key("f", i)
        root = move.why == "root"
        if root and chain.written[before] == chain.written[there]:
            raise AmbiguousError(f"f{self._place}")

        def by_hand(figures: Figures) -> float:
            if not root:
                return figures[knot]
            share = figures[before] / (figures[before] - figures[there])
            return figures[begun] - share * (figures[begun] - figures[knot])

        m, z = chain.said[begun], chain.said[knot]
        one, other = (f"({chain.said[key].lstrip('+')})" for key in (before, there))
        working = (
            f"{m} {MINUS} {one} {TIMES} ({m} {MINUS} {z}) / ({one} {MINUS} {other})"
            if root
            else f"the knot, because f doesn't reach 0 before {z}"
        )
        blank = chain.make_blank(
            key=self._make_key("to", i),
            name=f"New M after move {i}{self._step}",
            topics=("walk",),
            exact=move.to,
            by_hand=by_hand,
            decimals=self._decimals,
            hint="Does f have the same sign at the knot as before? Then the knot is "
            "the new M. If not, the new M is where the straight line between "
            "the two values is 0.",
            working=working,
            column=f"m{self._place}",
            slips=self._list_move_slips(i, begun, root),
        )
        self._at = blank.key if root else knot
        return blank

    def _list_move_slips(self, i: int, begun: str, root: bool) -> tuple[Slip, ...]:
        """Return typical mistakes about the next M."""
        written = self._chain.written
        m, knot = written[begun], written[self._make_key("knot", i)]
        one, other = (written[self._make_key("f", place)] for place in (i - 1, i))
        still = (m, "M has to move")

        def measure(_: Figures) -> float:
            """Return the distance to the zero of the line through both values of f."""
            return one / (one - other) * (m - knot)

        if not root:
            same = "f has the same sign at the knot, so M goes there and no further"
            return still, (lambda figures: m - measure(figures), same)
        return (
            still,
            (lambda figures: m + measure(figures), "you moved away from the knot"),
            (
                lambda figures: knot + measure(figures),
                "you measured from the knot, not from M",
            ),
            (knot, "f has another sign at the knot, so M stops before it"),
            ((m + knot) / 2, "f isn't 0 halfway; use both values of f"),
        )


def _get_special_pass(case: ExerciseCase, place: int) -> SpecialTrace:
    done = case.passes[place]
    assert isinstance(done, SpecialTrace)
    return done

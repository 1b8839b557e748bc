"""The table of following a file: every state, every event, and what must never be."""

import random
from itertools import product

import pytest

from uscalc.ui.follow.states import TABLE, Do, Event, State, Trouble, Work, step

EVERY = [
    State(work, trouble)
    for work, trouble in product(Work, Trouble)
    if work is not Work.NOTHING or trouble is Trouble.NONE
]
HELD = {
    Work.CAME,
    Work.WAITING,
    Work.MERGING,
    Work.TAKING,
    Work.THEIRS,
    Work.IN_STEP,
    Work.COMPARING,
    Work.BEHIND,
    Work.STOPPED,
}
BESIDE = {Do.MERGE, Do.MERGE_THEIRS, Do.COMPARE}
DONE = (Event.MERGED, Event.LACKS, Event.TYPING, Event.OUTDATED)
AT_WORK = {Work.MERGING, Work.THEIRS, Work.COMPARING}


def test_every_state_knows_every_event() -> None:
    assert set(TABLE) == set(product(Work, Event))


@pytest.mark.parametrize("event", Event)
@pytest.mark.parametrize("state", EVERY)
def test_what_comes_of_it_is_a_state_that_can_be(state: State, event: Event) -> None:
    made = step(state, event)
    following, deeds = made.state, made.deeds
    assert following in EVERY
    assert len(set(deeds)) == len(deeds)
    # Nothing is followed exactly after it was let go, and everything is forgotten then.
    gone = event is Event.UNLINKED
    if gone or event is Event.ANOTHER:
        assert following.work is (Work.NOTHING if gone else Work.UNREAD)
        assert Do.FORGET in deeds
    else:
        assert (following.work is Work.NOTHING) == (state.work is Work.NOTHING)
    # What begins beside the window has a state, and no state waits for nothing.
    begun = BESIDE & set(deeds)
    if begun:
        assert following.work in AT_WORK
    entered = following.work is not state.work and following.work in AT_WORK
    assert len(begun) == 1 or not entered
    for work in (Work.CAME, Work.WAITING):
        if following.work is work is not state.work:
            assert {Do.LATER, Do.LOOK_UP} & set(deeds)
    if following.work is Work.TAKING and state.work is not Work.TAKING:
        assert deeds == (Do.TAKE,)
    # Work that is left half done is dropped.
    left = state.work in AT_WORK and following.work not in AT_WORK
    if left and event not in DONE:
        assert {Do.DROP, Do.FORGET} & set(deeds)
    # Whoever looks at the bar is told of every other word; what passes has none.
    said = following.words("14:02")
    assert (said == "") is following.passing
    if said not in ("", state.words("14:02")) or state.trouble is not following.trouble:
        assert Do.SHOW in deeds


@pytest.mark.parametrize("event", Event)
@pytest.mark.parametrize("state", EVERY)
def test_a_file_is_only_in_trouble_until_it_is_read_or_another(
    state: State, event: Event
) -> None:
    following = step(state, event).state
    if state.work is Work.NOTHING and event is not Event.ANOTHER:
        assert following == state
    elif event in (
        Event.READ,
        Event.AGAIN,
        Event.STRANGER,
        Event.ANOTHER,
        Event.UNLINKED,
    ):
        assert following.trouble is Trouble.NONE
    elif event is Event.UNREADABLE:
        assert following.trouble is Trouble.UNREADABLE
    elif event is Event.GONE:
        assert following.trouble is Trouble.GONE
    else:
        assert following.trouble is state.trouble
    if event in (Event.UNREADABLE, Event.GONE):
        # What was read before still comes in.
        assert following.work is state.work


@pytest.mark.parametrize("work", Work)
def test_what_was_typed_is_never_merged_over(work: Work) -> None:
    for event in Event:
        made = step(State(work), event)
        if Do.TAKE in made.deeds:
            assert (event, work in (Work.MERGING, Work.THEIRS)) == (Event.MERGED, True)
        if Do.MERGE in made.deeds:
            assert work in (Work.CAME, Work.WAITING)
            assert event is Event.FREE


def test_nothing_is_merged_before_it_was_read() -> None:
    reached, new = {State()}, [State()]
    while new:
        state = new.pop()
        for event in Event:
            made = step(state, event)
            if set(made.deeds) & (BESIDE | {Do.TAKE, Do.FIND}):
                assert state.work in HELD
            if made.state not in reached:
                reached.add(made.state)
                new.append(made.state)
    # And no state stands there for nothing.
    assert reached == set(EVERY)


@pytest.mark.parametrize("seed", range(20))
def test_from_wherever_it_is_a_reading_comes_in(seed: int) -> None:
    lot = random.Random(seed)
    state = step(State(), Event.ANOTHER).state
    for _ in range(200):
        event = lot.choice([e for e in Event if e is not Event.UNLINKED])
        state = step(state, event).state
    for event in (Event.TAKEN, Event.READ, Event.FREE, Event.MERGED, Event.TAKEN):
        state = step(state, event).state
    assert state == State(Work.IN_STEP)
    assert not state.busy
    assert state.words("14:02") == "read 14:02"


def test_who_stops_a_merge_has_the_file_waiting_until_it_is_read_again() -> None:
    for work in (Work.CAME, Work.WAITING, Work.MERGING, Work.THEIRS):
        stopped = step(State(work), Event.STOP)
        assert stopped.state == State(Work.STOPPED)
        assert Do.DROP in stopped.deeds
        assert stopped.state.words("14:02") == "read 14:02, not taken over"
        for event in (Event.MERGED, Event.RANG, Event.FREE, Event.DIFFERS):
            assert step(stopped.state, event).state == stopped.state
        assert step(stopped.state, Event.READ).state == State(Work.CAME)


def test_a_save_waits_for_who_is_typing_and_the_mark_says_so() -> None:
    for work in (Work.CAME, Work.MERGING):
        waits = step(State(work), Event.TYPING)
        assert waits.state == State(Work.WAITING)
        assert {Do.SHOW, Do.LATER} <= set(waits.deeds)
        assert waits.state.words("14:02") == "a save waits: that of 14:02"
    # Tried again every moment, it says so once.
    again = step(step(State(Work.WAITING), Event.RANG).state, Event.TYPING)
    assert again.state == State(Work.WAITING)
    assert Do.SHOW not in again.deeds
    assert step(again.state, Event.FREE).state == State(Work.MERGING)


def test_nothing_of_another_tournament_comes_in_unless_a_person_says_so() -> None:
    for work in Work:
        met = step(State(work), Event.STRANGER)
        if work is Work.NOTHING:
            assert met.state == State()
            continue
        assert met.state == State(Work.STRANGER)
        assert {Do.DROP, Do.ASK_WHOSE} <= set(met.deeds)
    stranger = State(Work.STRANGER)
    assert not stranger.busy
    assert stranger.words("14:02") == "holds another tournament"
    leads_on = {
        event
        for event in Event
        if step(stranger, event).state.work is not Work.STRANGER
    }
    read = {Event.READ, Event.AGAIN}
    assert leads_on == {Event.ANOTHER, Event.UNLINKED, Event.WELCOME, *read}
    for event in set(Event) - leads_on:
        assert not set(step(stranger, event).deeds) & (BESIDE | {Do.TAKE, Do.FIND})
    # It is let in before anything is merged, and nowhere else.
    welcome = step(stranger, Event.WELCOME)
    assert welcome.state == State(Work.CAME)
    assert welcome.deeds.index(Do.LET_IN) < welcome.deeds.index(Do.LOOK_UP)
    let_in = [key for key, (_, deeds) in TABLE.items() if Do.LET_IN in deeds]
    assert let_in == [(Work.STRANGER, Event.WELCOME)]


def test_who_undoes_what_came_in_is_behind_until_it_is_wanted_again() -> None:
    state = step(State(Work.IN_STEP), Event.DIFFERS).state
    assert state == State(Work.COMPARING)
    behind = step(state, Event.LACKS).state
    assert behind == State(Work.BEHIND)
    assert behind.words("14:02", 3) == "behind the file: 3 changes"
    assert behind.words("14:02", 1) == "behind the file: 1 change"
    # Nothing comes in by itself, and a further edit is looked at like the first.
    assert not behind.busy
    assert step(behind, Event.RANG).state == behind
    assert step(behind, Event.DIFFERS).state == State(Work.COMPARING)
    assert step(behind, Event.AGAIN).state == behind
    wanted = step(behind, Event.READ_NOW)
    assert wanted.state == State(Work.CAME)
    assert Do.LOOK_UP in wanted.deeds
    # Asked for before that is found out, it comes in as well.
    early = step(State(Work.COMPARING), Event.READ_NOW)
    assert early.state == State(Work.CAME)
    assert {Do.READ_AGAIN, Do.DROP, Do.LOOK_UP} <= set(early.deeds)
    # Elsewhere the file is read anew.
    for work in set(Work) - {Work.BEHIND, Work.COMPARING, Work.NOTHING}:
        assert step(State(work), Event.READ_NOW).deeds == (Do.READ_AGAIN,)
    assert step(State(), Event.READ_NOW).deeds == ()

"""The likelihoods of hidden facts are data, with their sources; faults fail early."""

from pathlib import Path

import pytest

from uscalc.document.audit import idea_games as games
from uscalc.document.audit import idea_players as players
from uscalc.document.audit import idea_sections as sections
from uscalc.rules.resolve import load_correction_priors, read_correction_priors
from uscalc.rules.values import RuleDataError


def test_each_has_a_source_and_says_of_what_it_is_the_likelihood():
    for prior in load_correction_priors().by_name.values():
        assert 0.0 < prior.likelihood < 1.0
        assert prior.source
        assert prior.of


def test_every_name_that_the_ideas_ask_for_is_there_and_no_other():
    code = "".join(
        Path(str(module.__file__)).read_text(encoding="utf-8")
        for module in (games, players, sections)
    )
    for name in load_correction_priors().by_name:
        assert f'"{name}"' in code, name


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[games]\nlikelihood = 2.0\nof = ''\nsource = ''", "games: likelihood: 2.0"),
        ("[games]\nlikelihood = 0.1\nof = ''", "games: "),
        ("[games]\nodds = 0.1", "games: "),
        ("[games", ""),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path, text, said):
    path = tmp_path / "hidden.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RuleDataError) as caught:
        read_correction_priors(path)
    assert str(caught.value).startswith("hidden.toml")
    assert said in str(caught.value)

"""uscalc guide, and what a shell is told when it asks what may follow."""

import pytest

from tests.cli.running import refused, run, run_anew


def test_the_guide_is_written_as_one_page_and_over_nothing(tmp_path):
    out = tmp_path / "guide.html"
    assert run("guide", out).returncode == 0
    text = out.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert "How a rating works" in text
    assert "--force" in refused("guide", out)
    assert run("guide", out, "--force").returncode == 0
    other = run("guide", tmp_path / "guide.pdf")
    assert (other.returncode, other.stderr.count("\n")) == (2, 1)


def offered(*words: str) -> list[str]:
    done = run_anew(
        _USCALC_COMPLETE="bash_complete",
        COMP_WORDS=" ".join(("uscalc", *words)),
        COMP_CWORD=str(len(words)),
    )
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("wh",), "plain,what-if"),
        (("wor",), "plain,worksheet"),
        (("rate", "--sy"), "plain,--system"),
        (("rate", "--system", "O"), "plain,or"),
        (("list", "imp"), "plain,import"),
        (("tour", "--theme", "d"), "plain,dark"),
        (("rate", "resources/"), "file,resources/"),
        (("resources/",), "file,resources/"),
    ],
)
def test_a_shell_is_offered_commands_options_and_files(words, what):
    assert what in offered(*words)


def test_what_is_asked_wrongly_opens_no_window():
    done = run_anew(_USCALC_COMPLETE="nonsense")
    assert (done.returncode, done.stdout) == (1, "")
    assert "Traceback" not in done.stderr

"""Two derivations of a rating, with and without corrections, and their differences."""

from markupsafe import Markup
from PySide6.QtWidgets import QDialog, QTextBrowser, QWidget

from uscalc.explain.model import (
    ChapterDifference,
    Derivation,
    DerivationLine,
    LineDifference,
    compare_derivations,
)
from uscalc.ui.theme.theme import UNIT, Colors, Theme
from uscalc.ui.widgets.building import (
    DIALOG_MARGINS,
    add_parts,
    make_column,
    name_widget,
    set_up_dialog,
)
from uscalc.ui.widgets.dialogs import CloseButton, resize_to

DIGITS, LINES = 110, 34


class ComparisonPage(QDialog):
    """Both answers, and below them all lines that differ."""

    def __init__(
        self,
        old: Derivation,
        new: Derivation,
        corrections: list[str],
        published: float,
        theme: Theme,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        set_up_dialog(
            self,
            "auditWhyPage",
            f"Why: {new.heading}",
            "Why the published rating matches",
        )
        self.page = name_widget(
            QTextBrowser(),
            "auditWhyText",
            "The calculation before and after the corrections",
        )
        self.page.document().setDefaultFont(theme.make_font())
        self.page.setHtml(make_page(old, new, corrections, published, theme))
        add_parts(
            make_column(self, DIALOG_MARGINS),
            self.page,
            CloseButton(self, "auditWhy", "Close"),
        )
        resize_to(self, DIGITS, LINES)


def make_page(
    old: Derivation, new: Derivation, facts: list[str], published: float, theme: Theme
) -> Markup:
    """Return a page with the published rating, the corrections, and both calculations."""
    text = Markup("").join(Markup("<li>{}.</li>").format(fact) for fact in facts)
    head = Markup(
        "<h3>{}</h3><p>Published: <b>{:g}</b>. It matches with these corrections:</p>"
        "<ul>{}</ul>"
    ).format(new.heading, published, text)
    chapters = compare_derivations(old, new)
    rows = Markup("").join(_make_chapter(chapter, theme.colors) for chapter in chapters)
    if not chapters:
        rows = Markup("<tr><td colspan='2'><p>{}</p></td></tr>").format(
            "The corrections don't change this calculation."
        )
    return Markup(
        "{}<table width='100%' cellspacing='0' cellpadding='{}'>"
        "<tr><th width='50%' align='left'>Before corrections</th>"
        "<th width='50%' align='left'>After corrections</th></tr>"
        "<tr><td valign='top'>{}</td><td valign='top'><b>{}</b></td></tr>{}</table>"
    ).format(head, UNIT // 2, old.answer, new.answer, rows)


def _make_chapter(chapter: ChapterDifference, colors: Colors) -> Markup:
    rows = Markup("").join(_make_line(line, colors) for line in chapter.lines)
    return Markup(
        "<tr><td colspan='2'><p style='color: {}'><b>{}</b></p></td></tr>{}"
    ).format(colors.accent, chapter.title, rows)


def _make_line(parted: LineDifference, colors: Colors) -> Markup:
    """Return a line of both derivations; if their sentences are equal, only one is shown."""
    sentence = Markup("<tr><td colspan='2'>{}</td></tr>").format(parted.common_sentence)
    above = sentence if parted.common_sentence else Markup("")
    cells = Markup("").join(
        _make_cell(line, not parted.common_sentence, colors)
        for line in (parted.before, parted.after)
    )
    return above + Markup("<tr>{}</tr>").format(cells)


def _make_cell(line: DerivationLine | None, sentence: bool, colors: Colors) -> Markup:
    if line is None:
        return Markup("<td valign='top' style='color: {}'>none</td>").format(
            colors.soft
        )
    text = Markup("{}<br/>").format(line.text) if sentence else Markup("")
    formula = Markup("{} ").format(line.formula) if line.formula else Markup("")
    value = Markup("<b>{}</b>").format(line.value) if line.value else Markup("")
    if line.sign:
        value = Markup("{} {}").format(line.sign, value)
    return Markup("<td valign='top'>{}{}{}</td>").format(
        text,
        Markup("<span style='color: {}'>{}</span>").format(colors.soft, formula),
        value,
    )

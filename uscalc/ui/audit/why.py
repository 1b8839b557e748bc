"""Two derivations of a rating, without and with corrections: where they differ."""

from markupsafe import Markup
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QTextBrowser, QWidget

from uscalc.document.audit.result import Explanation
from uscalc.document.rate.rating import SectionRating
from uscalc.explain.model import Derivation, Line, Parted, PartedChapter, where_parted
from uscalc.report.derivation import derivation_of
from uscalc.ui.audit.work import Audited
from uscalc.ui.theme.colours import Colours
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import DIALOG_MARGINS, make_column, name_widget
from uscalc.ui.widgets.dialog_buttons import CloseButton
from uscalc.ui.widgets.dialog_size import resize_to

DIGITS, LINES = 110, 34
SAME = "The facts change nothing in this derivation."


class WhyPage(QDialog):
    """Both answers, and below them every line that is not the same."""

    def __init__(
        self,
        found: Audited,
        after: SectionRating,
        shown: Explanation,
        number: int,
        theme: Theme,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        name_widget(self, "auditWhyPage", "Why the published rating comes out")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        old = derivation_of(found.section, found.rating, number)
        rating = after.in_system(found.rating.system)
        new = old if rating is None else derivation_of(after.section, rating, number)
        (row,) = [one for one in found.audit.compared if one.number == number]
        self.setWindowTitle(f"Why: {new.heading}")
        self.page = name_widget(
            QTextBrowser(),
            "auditWhyText",
            "The derivation as it is, and with the facts",
        )
        self.page.document().setDefaultFont(theme.font())
        self.page.setHtml(
            page(old, new, [fact.says for fact in shown.facts], row.published, theme)
        )
        column = make_column(self, DIALOG_MARGINS)
        column.addWidget(self.page)
        column.addWidget(CloseButton(self, "auditWhy", "Close the page"))
        resize_to(self, DIGITS, LINES)


def page(
    old: Derivation, new: Derivation, facts: list[str], published: float, theme: Theme
) -> Markup:
    """Return the page: what was published, the facts, both answers, and where they part."""
    colours = theme.colours
    said = Markup("").join(Markup("<li>{}.</li>").format(fact) for fact in facts)
    head = Markup(
        "<h3>{}</h3><p>Published: <b>{:g}</b>. With these facts it comes about so:</p>"
        "<ul>{}</ul>"
    ).format(new.heading, published, said)
    chapters = where_parted(old, new)
    rows = Markup("").join(_chapter(chapter, colours) for chapter in chapters)
    if not chapters:
        rows = Markup("<tr><td colspan='2'><p>{}</p></td></tr>").format(SAME)
    return Markup(
        "{}<table width='100%' cellspacing='0' cellpadding='{}'>"
        "<tr><th width='50%' align='left'>As the file stands</th>"
        "<th width='50%' align='left'>With the facts</th></tr>"
        "<tr><td valign='top'>{}</td><td valign='top'><b>{}</b></td></tr>{}</table>"
    ).format(head, UNIT // 2, old.answer, new.answer, rows)


def _chapter(chapter: PartedChapter, colours: Colours) -> Markup:
    rows = Markup("").join(_line(line, colours) for line in chapter.lines)
    return Markup(
        "<tr><td colspan='2'><p style='color: {}'><b>{}</b></p></td></tr>{}"
    ).format(colours.accent, chapter.title, rows)


def _line(parted: Parted, colours: Colours) -> Markup:
    """Return a line of both; an equal sentence is shown once, above the figures."""
    above = Markup("")
    if parted.said:
        above = Markup("<tr><td colspan='2'>{}</td></tr>").format(parted.said)
    cells = Markup("").join(
        _cell(line, not parted.said, colours) for line in (parted.before, parted.after)
    )
    return above + Markup("<tr>{}</tr>").format(cells)


def _cell(line: Line | None, sentence: bool, colours: Colours) -> Markup:
    if line is None:
        return Markup("<td valign='top' style='color: {}'>none</td>").format(
            colours.soft
        )
    text = Markup("{}<br/>").format(line.text) if sentence else Markup("")
    formula = Markup("{} ").format(line.formula) if line.formula else Markup("")
    value = Markup("<b>{}</b>").format(line.value) if line.value else Markup("")
    if line.sign:
        value = Markup("{} {}").format(line.sign, value)
    return Markup("<td valign='top'>{}{}{}</td>").format(
        text,
        Markup("<span style='color: {}'>{}</span>").format(colours.soft, formula),
        value,
    )

"""Charts: a frozen description in data's own numbers, and one way to draw it.

A view makes a `Chart` (scene.py): two axes, marks (lines, bands, bars, dots, ticks, rules)
and labels, all in the data's numbers, coloured by role. Nothing in it knows Qt, so a view's
picture is tested without a window. `ChartView` (chart_view.py) shows it:

    view = ChartView(theme, "solverChart")
    view.show_chart(Chart("f(R) of Tom", x, y, marks, labels, description="…"))
    view.show_overlay(Overlay(dots, labels))     # what moves; the rest is kept as pixels
    view.chosen.connect(...)                     # the `key` of the mark that was clicked
    column.addWidget(PictureButton(view, …))     # copy, save as PNG, SVG, PDF

Labels never overlap: `layout.py` finds them a place (labels.py), with a leader where they
had to move. `near` labels stand beside their point, `right` and `left` ones in a column
beside the plot, `top` and `bottom` ones in rows above and below it; an `optional` label is
left out where there is no room, those of a higher `priority` being placed first.

`paint.py` draws a laid-out chart with any QPainter; the screen, `pictures.py` (PNG, SVG,
PDF, clipboard) and the tests all use that one function.
"""

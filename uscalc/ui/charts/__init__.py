"""Charts: a frozen description in the data's own numbers, and one way to draw it.

A view makes a `Chart` (scene.py): two axes, marks (lines, bands, areas, bars, dots,
strokes, rules) and labels, all in the data's numbers, colored by role. Nothing in it
knows Qt, so what a chart shows is tested without a window. `ChartView` shows it:

    view = ChartView(theme, "solverChart")
    view.show_chart(Chart("f(R) of Tom", x, y, marks, labels, "In words.", source))
    view.show_overlay(Overlay(dots, labels))  # what moves; the rest is kept as pixels
    view.chosen.connect(...)                  # the `key` of the clicked mark
    button = PictureButton("solver", "f(R)", view.picture, view)  # and over the chart
    button.failed.connect(session.refused)

`source_line(session)` (source.py) is the line under a picture, `Flow` (flow.py) a row of
controls that wraps. `view.place_of(x, y)` is the pixel of a point, `view.hint_at` and
`view.key_at` what is meant there; a mark's `hint` is its tooltip.

Labels never overlap: layout.py finds each a place (labels.py), with a leader where it
had to move. `near` labels are beside their point, `right` and `left` ones in a column
beside the plot, `top` and `bottom` ones in rows above and below it. An `optional` label
is left out where there is no room; those of a higher `priority` are placed first.

paint.py draws a laid-out chart with any painter: the screen, pictures.py (PNG, SVG, PDF,
clipboard) and the tests use that one function. Anything else that can paint itself
becomes a picture in the same way, as a `Picture` with its own `draw`.
"""

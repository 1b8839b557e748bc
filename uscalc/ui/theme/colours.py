"""Every color of the window by its role, light and dark, and the palettes of both."""

from typing import Final, NamedTuple

from PySide6.QtGui import QColor, QPalette


class Colors(NamedTuple):
    """Colors by purpose.

    `background` lies behind everything, `surface` under tables and text, `raised` under
    what stands out of them. `text`, `soft` and `pale` are three strengths of writing.
    `line` parts what lies side by side; `edge` is the border of what can be used.
    `gain` and `loss` always go with a sign; `warning` always goes with a mark.
    """

    background: str
    surface: str
    raised: str
    line: str
    edge: str
    text: str
    soft: str
    pale: str
    accent: str
    on_accent: str
    selected: str
    gain: str
    loss: str
    warning: str
    warning_background: str
    error: str
    error_background: str
    disabled: str


LIGHT: Final = Colors(
    background="#f3f4f6",
    surface="#ffffff",
    raised="#f8f9fb",
    line="#e3e6eb",
    edge="#7d8591",
    text="#111827",
    soft="#4b5563",
    pale="#5e6675",
    accent="#1d5fd6",
    on_accent="#ffffff",
    selected="#e8f0fe",
    gain="#1d4ed8",
    loss="#b84307",
    warning="#a15c00",
    warning_background="#fff4d6",
    error="#a3260f",
    error_background="#fdece8",
    disabled="#9aa3af",
)
DARK: Final = Colors(
    background="#14171c",
    surface="#1b1f26",
    raised="#232830",
    line="#323945",
    edge="#7b8596",
    text="#eef1f5",
    soft="#b9c0cb",
    pale="#9ea7b5",
    accent="#6ea2ff",
    on_accent="#0c1421",
    selected="#233450",
    gain="#86b0ff",
    loss="#ff9d5c",
    warning="#f5c04a",
    warning_background="#3d3116",
    error="#ff9a85",
    error_background="#43211b",
    disabled="#66707f",
)


def palette_of(colours: Colors) -> QPalette:
    """Return the palette that gives Qt's own controls these colors."""
    palette = QPalette()
    role = QPalette.ColorRole
    for target, name in (
        (role.Window, colours.background),
        (role.WindowText, colours.text),
        (role.Base, colours.surface),
        (role.AlternateBase, colours.raised),
        (role.Text, colours.text),
        (role.PlaceholderText, colours.pale),
        (role.Button, colours.surface),
        (role.ButtonText, colours.text),
        (role.BrightText, colours.on_accent),
        (role.Highlight, colours.accent),
        (role.HighlightedText, colours.on_accent),
        (role.Accent, colours.accent),
        (role.Link, colours.accent),
        (role.LinkVisited, colours.accent),
        (role.ToolTipBase, colours.raised),
        (role.ToolTipText, colours.text),
        (role.Light, colours.raised),
        (role.Midlight, colours.line),
        (role.Mid, colours.line),
        (role.Dark, colours.line),
        (role.Shadow, colours.line),
    ):
        palette.setColor(target, QColor(name))
    for target in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, target, QColor(colours.disabled))
    return palette

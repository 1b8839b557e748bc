"""What all tables but the crosstable have in common."""

from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView


def set_up_table(table: QTableView, name: str, words: str, whole: str = "") -> None:
    """Gives a table and its headers their names, one chosen cell and smooth scrolling.

    `name` begins the objectNames, `words` the names that are read aloud; `whole` is
    what the table itself is called, if that is something else.
    """
    table.setObjectName(f"{name}Table")
    table.setAccessibleName(whole or words)
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    rows = table.verticalHeader()
    rows.setObjectName(f"{name}Rows")
    rows.setAccessibleName(f"{words}: rows")
    rows.hide()
    rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    header = table.horizontalHeader()
    header.setObjectName(f"{name}Header")
    header.setAccessibleName(f"{words}: headings")
    header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    header.setHighlightSections(False)
    header.setSectionsClickable(False)

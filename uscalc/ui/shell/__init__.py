"""The main window: bars, menus, actions, and the table of views."""

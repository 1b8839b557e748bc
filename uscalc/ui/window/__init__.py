"""The main window: bars, menus, commands, the table of views, and pictures of everything."""

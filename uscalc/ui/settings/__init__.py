"""The settings of the event and of the selected section."""

"""The table of facts: each fact of an event, section or player, declared once."""

"""SwissSys tournaments."""

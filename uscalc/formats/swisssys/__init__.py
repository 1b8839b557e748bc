"""Read SwissSys tournaments."""

"""Rate a season: events by date, each starting from the results of the earlier ones."""

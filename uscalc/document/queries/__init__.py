"""Answer questions about an event: what-if, missing data, differences, problems."""

"""Check the rating report of an event: what US Chess would reject or query."""

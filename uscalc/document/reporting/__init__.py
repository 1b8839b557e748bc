"""The rating report of an event: its content, and what US Chess would reject or query."""

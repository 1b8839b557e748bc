"""Merge a linked file into the event, and keep the user's own edits."""

"""The event being edited: frozen documents, cell grammar, pure edits, findings."""

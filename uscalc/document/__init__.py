"""The event being edited: frozen documents, results, edits and findings."""

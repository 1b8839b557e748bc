"""Pictures of every view and dialog."""

"""The special formula's equation, drawn and walked."""

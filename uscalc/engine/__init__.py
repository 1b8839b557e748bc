"""The rating documents as pure functions: frozen inputs in, a frozen trace out."""

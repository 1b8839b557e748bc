"""Sections with something hidden, made for trying the search for hidden facts."""

"""The sheets for the hall: what can be chosen, their letters, their pages."""

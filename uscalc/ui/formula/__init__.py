"""A formula set into boxes and painted."""

"""Every fact as a field of a form: how it is read and written."""

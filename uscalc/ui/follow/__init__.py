"""A pairing program's file, watched, read and merged."""

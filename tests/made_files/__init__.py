"""Sample files of our own, made when needed: pages, pairing programs' files and reports."""

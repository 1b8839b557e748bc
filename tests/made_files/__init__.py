"""Sample files of our own: pages, pairing programs' files and reports, made when asked for."""

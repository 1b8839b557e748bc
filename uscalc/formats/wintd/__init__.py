"""Read WinTD 5 tournaments."""

"""WinTD 5 tournaments."""

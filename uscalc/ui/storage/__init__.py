"""What the program keeps on this computer beside events."""

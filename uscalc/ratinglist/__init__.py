"""Import rating supplements to this computer, and look members up offline."""

"""An exercise on the screen: a derivation with blanks to be typed."""

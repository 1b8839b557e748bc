"""Colors, type sizes and the style sheet; numbers and hints that several rooms write."""

"""Charts, formulas and glossary terms: frozen descriptions, and one way to draw them."""

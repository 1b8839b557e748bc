"""Charts, formulas and glossary terms: frozen descriptions, and one painter for all devices."""

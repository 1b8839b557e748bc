"""Figures, hints and sentences that several rooms write alike; no widget."""

"""Questions about ratings: what-if results, forecasts, goals, corrections."""

"""What-if results with a slider for each game, and the forecast of unplayed games."""

"""The rating estimator and the goal planner, for one player without an event."""

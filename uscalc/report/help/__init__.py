"""The pages of the guide, and those made from data."""

"""Make the pages of the guide, including those made from data."""

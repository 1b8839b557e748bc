"""The formulas of the rating documents, as functions from frozen input to a frozen trace."""

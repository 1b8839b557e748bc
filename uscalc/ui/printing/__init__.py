"""Pages on paper and PDF, previewed and sent."""

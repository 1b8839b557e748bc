"""The rating report, the audit, and the comparison with a page from US Chess."""

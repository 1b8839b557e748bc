"""Write results as text, JSON, HTML, CSV and XLSX."""

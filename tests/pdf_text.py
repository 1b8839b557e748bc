"""The words that another program reads in a PDF, with a gap between any two."""

from io import BytesIO

from pypdf import PdfReader


def page_texts(data: bytes) -> list[str]:
    """Return the words of each page in the order in which they are drawn."""
    pages = PdfReader(BytesIO(data)).pages
    return [" ".join(page.extract_text().split("\n")) for page in pages]

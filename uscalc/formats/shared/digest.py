"""Fingerprints of bytes: a change of a single one gives another."""

from hashlib import blake2b
from typing import Final

SIZE: Final = 16
"""Bytes; two contents that meet by chance are not to be expected."""


def compute_digest(data: bytes) -> str:
    """Return the fingerprint in hexadecimal digits."""
    return blake2b(data, digest_size=SIZE).hexdigest()

"""Fingerprints of bytes: a change of a single one gives another."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import blake2b
else:
    try:
        # Python's own; hashlib would bring OpenSSL along, four megabytes of it.
        from _blake2 import blake2b
    except ImportError:
        from hashlib import blake2b

SIZE = 16
"""Bytes; two contents that meet by chance are not to be expected."""


def digest(data: bytes) -> str:
    """The fingerprint in hexadecimal digits."""
    return blake2b(data, digest_size=SIZE).hexdigest()

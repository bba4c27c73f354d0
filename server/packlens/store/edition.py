"""The edition of the store: what its content depends on beside the texts.

Facts, rows and search terms are functions of texts, of the code that computes them, of the Python it runs on and of
the libraries it reads source with. The edition is a digest of all these, the code taken as it is and not by a number
that somebody has to remember to raise. A store of another edition is another file.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from packlens.base.own_code import own_code
from packlens.store.codec import written_by

_DECIDING = ("text", "syntax", "symbols", "resolve", "graph", "store", "views/relevance")
_CUTS_UNITS = "views/pack/item_text.py"
_LIBRARIES = ("parso", "jedi", "Stemmer")


@cache
def edition() -> str:
    """16 hex digits; equal editions read each other's stores."""
    digest = hashlib.sha256(written_by().encode())
    for library in _LIBRARIES:
        spec = find_spec(library)
        if spec is not None and spec.origin is not None:  # the file that names the version, or is it
            digest.update(library.encode() + b"\0" + Path(spec.origin).read_bytes())
    for said in own_code((*_DECIDING, _CUTS_UNITS)):
        digest.update(said)
    return digest.hexdigest()[:16]

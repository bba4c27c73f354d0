"""Names that need no import. Written out, so that every Python version answers alike."""

from __future__ import annotations

_NAMES = """
    ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError
    BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError
    ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError Ellipsis
    EncodingWarning EnvironmentError Exception ExceptionGroup False FileExistsError
    FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError
    ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError
    KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError None NotADirectoryError
    NotImplemented NotImplementedError OSError OverflowError PendingDeprecationWarning
    PermissionError ProcessLookupError PythonFinalizationError RecursionError ReferenceError
    ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError
    SyntaxWarning SystemError SystemExit TabError TimeoutError True TypeError UnboundLocalError
    UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning
    UserWarning ValueError Warning ZeroDivisionError __build_class__ __debug__ __doc__ __file__
    __import__ __loader__ __name__ __package__ __path__ __spec__ abs aiter all anext any ascii
    basestring bin bool breakpoint bytearray bytes callable chr classmethod compile complex
    copyright credits delattr dict dir divmod enumerate eval exec exit filter float format frozenset
    getattr globals hasattr hash help hex id input int isinstance issubclass iter len license list
    locals long map max memoryview min next object oct open ord pow print property quit range
    raw_input reduce repr reversed round set setattr slice sorted staticmethod str sum super tuple
    type unichr unicode vars xrange zip
"""
BUILTINS = frozenset(_NAMES.split())

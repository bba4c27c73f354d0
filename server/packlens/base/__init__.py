"""The ground floor: the error tree and the frozen configuration. Knows the standard library and msgspec."""

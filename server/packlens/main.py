"""The console entry. Every heavy import is lazy: a command loads what it needs and no more."""

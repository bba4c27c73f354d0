"""Symbols, and what happened to them between two states of some files."""

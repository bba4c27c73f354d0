"""Texts compared by what they mean: a model that makes vectors of them, here or behind an address, and its cache."""

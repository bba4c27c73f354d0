"""Packs: what may join one, at which level, within a budget of tokens."""

"""The files of a workspace that matter most, within a budget of tokens."""

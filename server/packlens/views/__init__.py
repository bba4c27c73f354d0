"""Pure functions from a snapshot and a question to a frozen answer, and from an answer to its text."""

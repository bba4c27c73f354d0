"""The written forms of a pack, and the words around it."""

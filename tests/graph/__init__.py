"""The graph: that it stays equal to one built from nothing, whatever happens to the files."""

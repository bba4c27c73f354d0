"""One file a method or command: translate in, one view, translate out."""

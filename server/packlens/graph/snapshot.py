"""An immutable generation of the graph, with the texts it was computed from.

A view takes one snapshot and reads nothing else. Everything that is asked of the whole workspace (callers of a
symbol, symbols of a name) is derived from what each file says about itself.
"""

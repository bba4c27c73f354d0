"""Which tests prove a change, told by the graph or by a recording of a test run."""

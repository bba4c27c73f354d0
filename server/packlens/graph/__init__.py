"""The graph: facts a file, immutable snapshots, one writer."""

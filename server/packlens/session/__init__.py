"""One root: its texts, its writer, its freshness. The composition that every surface shares."""

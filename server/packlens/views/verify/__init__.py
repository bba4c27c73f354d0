"""What a pack states of its texts, and whether that is true."""

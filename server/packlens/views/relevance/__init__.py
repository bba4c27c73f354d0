"""What a text in plain words is about: search, and packs for a task or question."""

"""That what the documents name exists."""

"""What a secret looks like, one way of knowing it a file. `text.secrets` puts them together."""

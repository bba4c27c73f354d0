"""One file a kind of news from the client: what changed, put where it belongs. Nothing is answered here."""

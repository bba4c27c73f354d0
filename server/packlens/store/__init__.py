"""What outlives a process: facts, rows and answers, kept in the user's cache folder."""

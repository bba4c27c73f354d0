"""One file's text to its facts: definitions, bindings, occurrences. A pure function of the text that never raises."""

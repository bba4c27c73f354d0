"""The command line: one file a command. Translates, asks one view, prints."""

"""What can be asked across processes, one file a question: its arguments, and the one view that answers it."""

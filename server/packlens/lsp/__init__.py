"""The language server: translates the protocol to one view and back."""

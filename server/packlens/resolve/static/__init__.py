"""Own inference over the workspace: what a name, an attribute, a call can be, asked question by question."""

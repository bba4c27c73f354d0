"""From occurrences to edges. `static` is Packlens's own inference over the workspace; it answers at every keystroke."""

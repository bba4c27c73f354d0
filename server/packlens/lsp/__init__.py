"""The language server: translates the protocol to one view and back.

A message arrives in `transport`, is paired with its handler by `routes`, and the handler does three things:
translates the parameters in, asks the session or one view, translates the answer out. What the editor's
side of the conversation needs and no view knows (where lenses stand while a buffer is being typed in, which
numbers were shown last) is kept in `lens_places` and `lens_numbers`. Names and shapes of our own are in
`protocol`.
"""

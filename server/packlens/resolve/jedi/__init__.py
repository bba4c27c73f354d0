"""Jedi, in processes of its own: what it says of the sites that static resolution leaves open.

`wire` is what goes through the pipe, `places` the workspace as Jedi finds it, `overlay` the one module that touches
Jedi's private names, `worker` the process, `pool` the side that asks. Only `overlay` and `worker` import Jedi, and
nothing imports them but the process itself.
"""

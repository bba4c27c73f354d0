"""Work that nobody waits for, done in steps while nobody waits for anything else.

An interpreter runs one thread at a time: what makes ready for later takes time from whoever is there now. So it comes
in short steps, each only while whoever owns the work says that there is time to spare, and after each it rests as long
as the step took.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

_POLL_SECONDS = 0.1
_LEAST_REST_SECONDS = 0.005

Step = Callable[[], Awaitable[bool]]
"""Does some of the work; True when nothing is left of it."""


class SpareTime:
    """Calls `step` until it says that nothing is left, and again after each `look`.

    spare   whether there is time to spare now
    """

    def __init__(self, step: Step, spare: Callable[[], bool]) -> None:
        self._step = step
        self._spare = spare
        self._again = False
        self._running: asyncio.Task[None] | None = None

    def look(self) -> None:
        """There may be something to do. To be called on the event loop."""
        self._again = True
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._run())

    def stop(self) -> None:
        """Begin no further step."""
        if self._running is not None:
            self._running.cancel()

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while self._again:
            while not self._spare():
                await asyncio.sleep(_POLL_SECONDS)
            self._again = False
            begin = loop.time()
            try:
                self._again |= not await self._step()
            except Exception:
                return  # whoever needs it does it themselves, and is told
            await asyncio.sleep(max(_LEAST_REST_SECONDS, loop.time() - begin))

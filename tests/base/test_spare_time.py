"""Work in steps, while there is time to spare."""

from __future__ import annotations

import asyncio

import pytest

from packlens.base.spare_time import SpareTime


class Work:
    """So many steps are left; `busy` as it is set."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.busy = False
        self.done: list[bool] = []
        self.spare_time = SpareTime(self.step, lambda: not self.busy)

    async def step(self) -> bool:
        self.done.append(self.busy)
        self.left -= 1
        if self.left == 3:
            raise OSError
        return self.left <= 0

    async def until(self, count: int) -> None:
        async with asyncio.timeout(240):
            while len(self.done) < count:
                await asyncio.sleep(0.001)


@pytest.mark.asyncio
async def test_steps_follow_each_other_until_nothing_is_left() -> None:
    work = Work(3)
    work.spare_time.look()
    await work.until(3)
    await asyncio.sleep(0.05)
    assert len(work.done) == 3
    work.spare_time.look()
    await work.until(4)


@pytest.mark.asyncio
async def test_no_step_begins_while_there_is_no_time() -> None:
    work = Work(2)
    work.busy = True
    work.spare_time.look()
    await asyncio.sleep(0.15)
    assert work.done == []
    work.busy = False
    await work.until(2)
    assert work.done == [False, False]


@pytest.mark.asyncio
async def test_a_look_during_a_step_is_another_step() -> None:
    work = Work(1)
    work.spare_time.look()
    work.spare_time.look()
    await work.until(1)
    work.spare_time.look()
    await work.until(2)


@pytest.mark.asyncio
async def test_a_step_that_fails_ends_it_until_the_next_look() -> None:
    work = Work(4)
    work.spare_time.look()
    await work.until(1)
    await asyncio.sleep(0.05)
    assert len(work.done) == 1
    work.spare_time.look()
    await work.until(4)


@pytest.mark.asyncio
async def test_none_begins_after_the_end() -> None:
    work = Work(100_000)
    work.spare_time.look()
    await work.until(2)
    work.spare_time.stop()
    await asyncio.sleep(0)
    count = len(work.done)
    await asyncio.sleep(0.05)
    assert len(work.done) == count

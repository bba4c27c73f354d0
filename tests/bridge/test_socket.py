"""Two ends of the private socket, and peers that are neither."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from packlens.base.errors import PacklensError
from packlens.bridge.asked import read_question
from packlens.bridge.asking import Editors, Link, LinkLostError
from packlens.bridge.engine import OwnEngine
from packlens.bridge.place import addresses, own_address, secret
from packlens.bridge.serving import Serving
from packlens.bridge.wire import WIRE, Ask, Channel, Hello, Look, Proof, proof_of
from tests.cli.program import write

WORKSPACE = "#- a.py\ndef f(): ...\ndef g(): f()\n"
CALLERS = "a.py::f: 1 caller\n  a.py::g\n    2: def g(): f()  [calls 0.9]\n"


@asynccontextmanager
async def served(root: Path) -> AsyncIterator[Serving]:
    """A real session behind a real socket."""
    write(root, WORKSPACE)
    engine = OwnEngine(root)
    engine.begin()
    serving = Serving(root, engine.ask, lambda: engine.ready)
    await serving.open()
    try:
        yield serving
    finally:
        serving.close()
        engine.end()


async def linked(root: Path) -> Link:
    link = await Editors(root).link()
    assert link is not None
    return link


async def check_served(root: Path) -> None:
    """Somebody who asks as one should is answered."""
    link = await linked(root)
    answer = await asyncio.wait_for(link.ask(read_question("callers_of", {"target": "f"})), 240)
    assert answer.text == CALLERS
    link.close()


async def stranger(root: Path) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    (address,) = addresses(root)
    return await asyncio.open_unix_connection(address.file)


async def ends(reader: asyncio.StreamReader) -> bytes:
    """What is still said until the connection ends, which it must."""
    try:
        return await asyncio.wait_for(reader.read(), 240)
    except ConnectionError:
        return b""


@pytest.mark.asyncio
async def test_a_question_and_its_answer(tmp_path: Path) -> None:
    async with served(tmp_path / "w"):
        link = await linked(tmp_path / "w")
        answers = await asyncio.gather(
            *(link.ask(read_question("callers_of", {"target": "f"})) for _ in range(50)),
            link.ask(read_question("index_status", {})),
        )
        assert {answer.text for answer in answers[:-1]} == {CALLERS}
        assert answers[-1].structured["files"] == 1
        assert await link.ready()
        with pytest.raises(PacklensError, match="target 'nope': no such symbol"):
            await link.ask(read_question("callers_of", {"target": "nope"}))
        link.close()


@pytest.mark.asyncio
async def test_a_link_is_lost_when_the_editor_goes(tmp_path: Path) -> None:
    async with served(tmp_path / "w"):
        link = await linked(tmp_path / "w")
    await asyncio.wait_for(link.lost.wait(), 240)
    with pytest.raises(LinkLostError):
        await link.ask(read_question("index_status", {}))
    assert await Editors(tmp_path / "w").link() is None
    assert addresses(tmp_path / "w") == []


@pytest.mark.asyncio
async def test_a_socket_left_behind_is_removed(tmp_path: Path) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    left = own_address(tmp_path).file
    left = left.with_name(left.name.replace(f"-{os.getpid()}.", f"-{gone.pid}."))
    left.touch()
    assert await Editors(tmp_path).link() is None
    assert not left.exists()


@pytest.mark.asyncio
async def test_a_socket_that_nobody_listens_at_is_passed_over(tmp_path: Path) -> None:
    own_address(tmp_path).file.touch()
    assert await Editors(tmp_path).link() is None


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "said",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"\xff" * 4,
        b"\x00\x00\x00\x04abcd",
        b"\x00\x00\x00\x00",
        (300).to_bytes(4, "big") + b"\x91" * 300,
    ],
)
async def test_what_is_no_message_ends_a_conversation_and_no_other(tmp_path: Path, said: bytes) -> None:
    async with served(tmp_path / "w"):
        reader, writer = await stranger(tmp_path / "w")
        writer.write(said)
        await ends(reader)
        writer.close()
        await check_served(tmp_path / "w")


@pytest.mark.asyncio
async def test_a_wrong_token_learns_nothing(tmp_path: Path) -> None:
    async with served(tmp_path / "w"):
        reader, writer = await stranger(tmp_path / "w")
        channel = Channel(reader, writer)
        hello = await channel.hear(Hello)
        await channel.say(Proof(proof=proof_of("x" * 64, hello.once, "client"), once=b"y" * 32))
        assert await ends(reader) == b""
        await check_served(tmp_path / "w")


@pytest.mark.asyncio
async def test_nothing_is_answered_before_the_proof_and_nobody_waits_for_it_long(tmp_path: Path) -> None:
    async with served(tmp_path / "w"):
        reader, writer = await stranger(tmp_path / "w")
        await Channel(reader, writer).hear(Hello)
        silent, _ = await stranger(tmp_path / "w")
        await Channel(reader, writer).say(Ask(number=1, name="index_status", arguments={}))
        assert await ends(reader) == b""
        assert b"Hello" in await ends(silent)
        await check_served(tmp_path / "w")


@pytest.mark.asyncio
async def test_an_editor_that_cannot_prove_itself_is_told_nothing(tmp_path: Path) -> None:
    """Somebody else listens at the address: the token stays here, and so does every question."""
    heard: list[bytes] = []

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        channel = Channel(reader, writer)
        from packlens import __version__

        await channel.say(Hello(wire=WIRE, version=__version__, once=b"1" * 32))
        proof = await channel.hear(Proof)
        heard.append(msgspec.msgpack.encode(proof))
        await channel.say(Proof(proof=b"", once=b""))
        heard.append(await reader.read())

    server = await asyncio.start_unix_server(listen, own_address(tmp_path).file)
    assert await Editors(tmp_path).link() is None
    await asyncio.sleep(0)
    assert secret().encode() not in b"".join(heard)
    server.close()


async def proven(root: Path) -> tuple[Channel, asyncio.StreamReader, asyncio.StreamWriter]:
    """A peer that holds the token and will misbehave."""
    reader, writer = await stranger(root)
    channel = Channel(reader, writer)
    hello = await channel.hear(Hello)
    await channel.say(Proof(proof=proof_of(secret(), hello.once, "client"), once=b"y" * 32))
    await reader.readexactly(4)
    return channel, reader, writer


@pytest.mark.asyncio
async def test_a_proven_peer_may_ask_nonsense(tmp_path: Path) -> None:
    async with served(tmp_path / "w"):
        channel, reader, writer = await proven(tmp_path / "w")
        for name, arguments in (("nope", {}), ("callers_of", {"target": 3}), ("callers_of", {"x": [1]})):
            await channel.say(Ask(number=1, name=name, arguments=arguments))
        await channel.say(Look())
        heard = b""
        while b"State" not in heard:
            heard += await asyncio.wait_for(reader.read(4096), 240)
        assert heard.count(b"Refused") == 3
        writer.write(b"\x7f\xff\xff\xff")
        await ends(reader)
        await check_served(tmp_path / "w")


@pytest.mark.asyncio
async def test_half_a_frame_keeps_nobody_waiting(tmp_path: Path) -> None:
    async with served(tmp_path / "w"):
        _, _, writer = await proven(tmp_path / "w")
        writer.write(b"\x00\x00\x10\x00half")
        await check_served(tmp_path / "w")
        writer.close()


@pytest.mark.asyncio
async def test_a_peer_that_does_not_read_keeps_nobody_waiting(tmp_path: Path) -> None:
    async with served(tmp_path / "w"):
        _, _, writer = await proven(tmp_path / "w")
        for number in range(5000):
            asked = msgspec.msgpack.encode(Ask(number=number, name="index_status", arguments={}))
            writer.write(len(asked).to_bytes(4, "big") + asked)
        await check_served(tmp_path / "w")
        writer.transport.abort()
        await check_served(tmp_path / "w")

"""What the tests of the views share: packs of small workspaces, and answers compared with files in `golden/`.

`PACKLENS_UPDATE_GOLDEN=1` writes the files instead; read the difference before committing it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from packlens.graph.snapshot import Snapshot
from packlens.views.layout.render import render
from packlens.views.pack.model import Pack
from packlens.views.pack.pack import pack
from packlens.views.pack.question import PackQuestion
from packlens.views.tokens import Tokenizer, count_in_parts
from packlens.views.verify.verify import Verification, verify
from tests.support.fixture import graph_of

_GOLDEN = Path(__file__).parent / "golden"

SHOP = '''
    #- shop/__init__.py
    from shop.orders import Order
    #- shop/orders.py
    """Orders."""

    from shop.prices import price_of, tax

    RATE = 0.2


    class Order:
        """What a person buys."""

        currency = "EUR"

        def __init__(self, lines):
            self.lines = lines
            self.paid = False

        def total(self) -> float:
            """The sum, tax included."""
            net = sum(price_of(line) for line in self.lines)
            return net + tax(net, RATE)

        def pay(self, till):
            till.take(self.total(), self.currency)
            self.paid = True
    #- shop/prices.py
    """Prices."""


    def price_of(line: tuple[str, int]) -> float:
        name, number = line
        return lookup(name) * number


    def lookup(name: str) -> float:
        """One price.

        A second paragraph, so that the text costs more than the signature: prices come from a table that is
        read once, kept for as long as the process lives, and never written back to where it came from.
        """
        return {"tea": 3.5, "cake": 4.0, "coffee": 2.8, "bread": 5.1}[name]


    def tax(net: float, rate: float) -> float:
        return net * rate
    #- shop/report.py
    from shop import Order


    def report(orders: list[Order]) -> str:
        return "\\n".join(str(order.total()) for order in orders)


    def daily(orders: list[Order]) -> None:
        print(report(orders))
    #- tests/test_orders.py
    from shop import Order


    def test_total():
        order = Order([("tea", 2)])
        assert order.total() > 7
'''
"""A workspace small enough to read whole packs of it."""


def check_golden(name: str, found: str) -> None:
    """Assert that `found` is the text of `golden/<name>.golden`, to the byte.

    The suffix keeps formatters away: ruff rewrites Python inside Markdown.
    """
    path = _GOLDEN / f"{name}.golden"
    if os.environ.get("PACKLENS_UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(found.encode())
    assert found == path.read_bytes().decode()


def packed(snapshot: Snapshot | str, *targets: str, **settings: Any) -> Pack:
    """The pack of one question. It is checked against everything that holds for every pack."""
    graph = graph_of(snapshot) if isinstance(snapshot, str) else snapshot
    answer = pack(graph, PackQuestion.of(targets, **settings))
    check_counted(answer)
    outcome = verified(graph, render(answer))
    assert outcome.first_difference is None
    return answer


def check_counted(answer: Pack) -> None:
    """Assert that the stated size is the size of the whole string, and within the budget."""
    question = answer.question
    assert answer.tokens == count_in_parts(answer.text, Tokenizer(question.tokenizer))
    assert answer.tokens <= question.budget


def verified(snapshot: Snapshot, text: str) -> Verification:
    """The outcome of verifying `text` against the texts of `snapshot`."""
    return verify(text, reader(snapshot))


def reader(snapshot: Snapshot) -> Callable[[str], bytes | None]:
    """Gives the bytes of a file of `snapshot`."""

    def read(path: str) -> bytes | None:
        document = snapshot.documents.get(path)
        return None if document is None else document.text.encode("utf-8", "surrogatepass")

    return read


def levels(answer: Pack) -> list[str]:
    """What a pack shows, in pack order: `Order.total full`."""
    return [f"{item.qualname} {item.level}" for item in answer.items]


def check_query(text: str, snapshot: Snapshot | None = None, **choices: Any) -> Pack:
    graph = snapshot or graph_of(SHOP)
    answer = pack(graph, PackQuestion.of(query=text, **choices))
    check_counted(answer)
    assert verified(graph, render(answer)).first_difference is None
    return answer


def best_of(text: str, count: int, **choices: Any) -> list[str]:
    answer = check_query(text, **choices)
    ranked = sorted(answer.items, key=lambda item: -item.score)
    return [item.qualname for item in ranked if item.level != "excerpt"][:count]

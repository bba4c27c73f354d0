"""What comes from outside the workspace is external, never replaced by a namesake."""

from __future__ import annotations

import pytest

from tests.support.edges import check_edges

_NAMESAKES = """
#- lib.py
def join(*a): ...
def get(*a): ...
class Session:
    def get(self): ...
    def join(self): ...
    def strip(self): ...
    def copy(self): ...
    def items(self): ...
"""


@pytest.mark.parametrize(
    "code",
    [
        "from os.path import join\njoin('a')",
        "import os\nos.path.join('a')",
        "import requests\nrequests.get('u')",
        "from requests import get\nget('u')",
        "from requests import Session\nSession().get('u')",
        "import requests\nwith requests.Session() as s:\n    s.get('u')",
        "from requests import *\nfrom requests.sessions import Session as S\nS().get()",
        "import threading\nthreading.Thread(target=print).join()",
        "'a'.join([])",
        "', '.strip().join([])",
        "f'{1}'.join([])",
        "b''.join([])",
        "str(1).join([])",
        "{}.get('k')",
        "dict(a=1).get('k')",
        "{'k': 1}.copy().get('k')",
        "open('f').read().strip()",
        "def run(d: dict): d.get(1)",
        "def run(d: 'dict[str, int]'): d.get(1)",
        "def run(s: str): s.join([])",
        "def run(s: str | None): s.strip()",
        "def run(**kwargs): kwargs.get('k')",
        "for k, v in {}.items(): pass",
        "import os\nos.environ.get('k')\nos.environ.copy().get('k')",
        "import re\nre.compile('x').match('y').get()",
        "class C(dict):\n    def run(self): self.get('k')",
        "import requests\nclass C(requests.Session):\n    def run(self): self.get('k')",
        "from requests import get as fetch\nfetch().get()",
        "import json.decoder\njson.decoder.get()",
    ],
)
def test_a_namesake_in_the_workspace_is_neither_edge_nor_possible(code: str) -> None:
    check_edges(f"{_NAMESAKES.lstrip()}#- use.py\n{code}\n", "", possible=True)


def test_an_external_base_leaves_the_known_part_known() -> None:
    check_edges(
        """
        #- m.py
        import threading
        class Worker(threading.Thread):
            def run(self):
                self.step()
                self.start()
            def step(self): ...
        class Other:
            def start(self): ...
        """,
        "m.py::Worker.run -calls-> m.py::Worker.step",
    )


def test_a_relative_import_never_leaves_its_package() -> None:
    check_edges(
        """
        #- json.py
        def loads(): ...
        #- pkg/__init__.py
        #- pkg/a.py
        from .json import loads
        loads()
        """,
        "",
    )


def test_an_absolute_import_does_not_take_a_sibling() -> None:
    check_edges(
        """
        #- pkg/__init__.py
        #- pkg/json.py
        def loads(): ...
        #- pkg/a.py
        import json
        from json import loads
        json.loads()
        loads()
        """,
        "",
    )


def test_a_missing_name_of_a_known_module_is_nothing() -> None:
    check_edges(
        """
        #- lib.py
        def f(): ...
        #- other.py
        def g(): ...
        #- a.py
        import lib
        from lib import g
        lib.g()
        g()
        """,
        "",
    )


def test_what_is_outside_gives_an_instance_of_a_class_that_it_is_given_first() -> None:
    check_edges(
        """
        #- m.py
        from django.shortcuts import get_object_or_404
        from sqlalchemy.orm import Session
        class Order:
            def close(self): ...
        def show(key):
            get_object_or_404(Order, pk=key).close()
        def load(session: Session):
            session.get(Order, 1).close()
        def unlike(key):
            get_object_or_404(key, Order).close()
            isinstance(Order, key).close()
        """,
        """
        m.py::load -calls-> m.py::Order.close
        m.py::show -calls-> m.py::Order.close
        """,
    )


def test_a_method_from_outside_that_is_called_on_a_class_gives_an_instance_of_it() -> None:
    check_edges(
        """
        #- m.py
        from pydantic import BaseModel
        class Row(BaseModel):
            def clean(self): ...
            @classmethod
            def read(cls, text):
                return cls.model_validate_json(text).clean()
        class Long(Row):
            def clean(self): ...
        def run(values):
            Long.model_validate(values).clean()
        def unlike(row: Row):
            row.model_copy().clean()
        """,
        """
        m.py::Row.read -calls-> m.py::Row.clean
        m.py::Row.read -calls/dispatch-> m.py::Long.clean
        m.py::run -calls-> m.py::Long.clean
        """,
    )


def test_what_stores_the_instances_of_a_class_gives_them_back() -> None:
    check_edges(
        """
        #- m.py
        from django.db import models
        class Open(models.QuerySet):
            def open(self): ...
        class Shipped(models.Manager):
            def shipped(self):
                return self.filter(shipped=True)
        class Order(models.Model):
            objects = Open.as_manager()
            def close(self): ...
            def delete(self): ...
            def count(self): ...
            @classmethod
            def opened(cls):
                return cls.objects.filter(open=True)
        class Parcel(models.Model):
            objects = Shipped()
            def send(self): ...
        class Customer(models.Model):
            def rename(self): ...
        def one(key):
            Order.objects.get(pk=key).close()
            Customer.objects.filter(pk=key).select_related("place").first().rename()
            Parcel.objects.get(pk=key).send()
            Parcel.objects.shipped()
            Order.objects.open()
        async def later(key):
            (await Order.objects.aget(pk=key)).close()
        def several():
            query = Customer.objects.all()
            for customer in query.order_by("name"):
                customer.rename()
            [order.close() for order in Order.opened()]
            query[0].rename()
            parcel, made = Parcel.objects.get_or_create(number=1)
            parcel.send()
        def unlike(key):
            Order.objects.filter(pk=key).delete()
            Order.objects.filter(pk=key).close()
            Order.objects.count()
            Order.objects.values("pk")[0].close()
        """,
        """
        m.py::Parcel -calls-> m.py::Shipped
        m.py::later -calls-> m.py::Order.close
        m.py::one -calls-> m.py::Customer.rename
        m.py::one -calls-> m.py::Open.open
        m.py::one -calls-> m.py::Order.close
        m.py::one -calls-> m.py::Parcel.send
        m.py::one -calls-> m.py::Shipped.shipped
        m.py::several -calls-> m.py::Customer.rename
        m.py::several -calls-> m.py::Order.close
        m.py::several -calls-> m.py::Order.opened
        m.py::several -calls-> m.py::Parcel.send
        """,
    )


def test_a_list_of_instances_that_a_class_of_the_workspace_calls_objects_is_a_list() -> None:
    check_edges(
        """
        #- m.py
        class Other:
            def go(self): ...
        class Shape:
            objects = [Other()]
            def go(self): ...
        def run():
            for shape in Shape.objects:
                shape.go()
            Shape.query.get().go()
        """,
        "m.py::Shape -calls-> m.py::Other\nm.py::run -calls-> m.py::Other.go",
    )

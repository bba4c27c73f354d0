"""The small workspace that most tests of the command line ask about."""

CART = """
#- shop/cart.py
from shop.price import price

class Cart:
    def __init__(self, items):
        self.items = items

    def total(self):
        return sum(price(item) for item in self.items)
#- shop/price.py
def price(item):
    return item.cost
"""
PAGE = """\
#- shop/page.py
from shop.cart import Cart

def show(items):
    return Cart(items).total()
"""

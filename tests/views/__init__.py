"""Tests of the views: packs whole, to the byte, and what must hold for every pack."""

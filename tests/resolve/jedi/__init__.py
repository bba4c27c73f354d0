"""Tests of packlens.resolve.jedi: real workers, real Jedi."""

"""What the tests share: the fixture language, `check_*` functions, packages from the registry."""

"""`python -m packlens` is the same program as `packlens`."""

from packlens.main import main

if __name__ == "__main__":
    main()

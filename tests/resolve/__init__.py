"""Small programs and the edges they have.

Each file is one subject; `test_cases_e` holds the acceptance cases as they were given.
"""

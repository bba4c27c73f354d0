"""Where the figures of the README come from: one module a figure, run as `python -m tests.bench.NAME`.

    index      cold static index against `ast.parse` plus `ast.walk`, and peak memory
    edit       one edit to a published generation
    pack       a pack in a warm process
    impact     impact and tests to run in a warm process
    history    tests to run, on the history of real packages
    lens       the lenses of a long file, and the price of one
    startup    a pack from a cold start, and the import of the command line
    tokens     packs recounted: never over budget
    edges      the hand-checked edges of the evaluation data
    peers      the same repository through other tools, side by side

Each prints the command that was given, the machine's interpreter and the figures with their limits.
"""

"""python -m firth."""

from firth.cli import main

main()

"""Run the command line: python -m uscalc."""

from uscalc.cli import main

if __name__ == "__main__":
    main()

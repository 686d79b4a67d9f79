"""``python -m yomi_dsl`` is ``yomi``."""

from yomi_dsl.cli import main

if __name__ == "__main__":
    main()

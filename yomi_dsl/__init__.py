"""A language in which fighting card games are written: checked, played, simulated and printed from one text."""

__version__ = "0.1.0"

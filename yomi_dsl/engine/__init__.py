"""The engine: runs any game from its IR."""

"""Contrast of two colours, by the rule of WCAG 2."""

from __future__ import annotations

READABLE = 4.5  # between a text and what it stands on

def contrast(a: str, b: str) -> float:
    """From 1 (the same) to 21 (black on white). Colours are six hexadecimal digits."""
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue

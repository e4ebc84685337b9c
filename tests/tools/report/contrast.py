"""How well text can be told from what lies behind it, as WCAG 2 defines it."""

from __future__ import annotations


def luminance(color: list[float]) -> float:
    """Relative luminance of red, green and blue from 0 to 255."""
    linear = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in color[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(text: list[float], behind: list[float]) -> float:
    lighter, darker = sorted((luminance(text), luminance(behind)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)

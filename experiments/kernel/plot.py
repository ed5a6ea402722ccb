"""Plain SVG plots, readable on light and dark pages."""

import math
from xml.sax.saxutils import escape

COLOURS = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd"]
STYLE = ("text{font:12px sans-serif;fill:#5b6675} .title{font-size:14px} .grid{stroke:#8a94a2;stroke-opacity:.35} "
         ".curve{fill:none;stroke-width:2}")
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 720, 380, 60, 40, 120, 50


def steps(low, high):
    """Round numbers between the two, about five."""
    size = 10 ** math.floor(math.log10((high - low) / 5 or 1))
    size *= next(factor for factor in (1, 2, 5, 10) if (high - low) / (size * factor) <= 6)
    return [n * size for n in range(math.ceil(low / size), math.floor(high / size) + 1)]


def curves(title, series, x_title, logarithmic):
    """Lines with points. `series`: name -> (x, y) in order of x."""
    points = [point for line in series.values() for point in line]
    scale = math.log if logarithmic else float
    x_low, x_high = scale(min(x for x, _ in points)), scale(max(x for x, _ in points))
    margin = 0.05 * (max(y for _, y in points) - min(y for _, y in points)) or 1.0
    low, high = min(y for _, y in points) - margin, max(y for _, y in points) + margin

    def x_of(x):
        return LEFT + (WIDTH - LEFT - RIGHT) * (scale(x) - x_low) / ((x_high - x_low) or 1)

    def y_of(y):
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (y - low) / (high - low)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"><title>{escape(title)}</title>',
             f"<style>{STYLE}</style>", f'<text class="title" x="{LEFT}" y="20">{escape(title)}</text>',
             f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">{escape(x_title)}</text>']
    for y in steps(low, high):
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y_of(y):.1f}" y2="{y_of(y):.1f}"/>'
                     f'<text x="{LEFT - 6}" y="{y_of(y) + 4:.1f}" text-anchor="end">{y:g}</text>')
    for x in sorted({x for x, _ in points}):
        label = f"{x // 1000}k" if x >= 1000 else str(x)
        parts.append(f'<text x="{x_of(x):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{label}</text>')
    for number, (name, line) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        track = " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in line)
        parts.append(f'<polyline class="curve" stroke="{colour}" points="{track}"/>')
        parts += [f'<circle cx="{x_of(x):.1f}" cy="{y_of(y):.1f}" r="3" fill="{colour}"/>' for x, y in line]
        key = TOP + 18 * number
        parts.append(f'<line x1="{WIDTH - RIGHT + 8}" x2="{WIDTH - RIGHT + 28}" y1="{key}" y2="{key}" stroke="{colour}" stroke-width="3"/>'
                     f'<text x="{WIDTH - RIGHT + 34}" y="{key + 4}">{escape(name)}</text>')
    return "\n".join(parts + ["</svg>\n"])

"""Plain SVG plots, readable on light and dark pages."""

import math
from xml.sax.saxutils import escape

COLOURS = ["#1f77b4", "#7f9fbf", "#2ca02c", "#d62728", "#9467bd", "#ff7f0e", "#8c564b", "#17a2a2", "#b8860b", "#c24a8c", "#5b6fd0", "#7a7a7a"]
STYLE = ("text{font:12px sans-serif;fill:#5b6675} .title{font-size:14px} .grid{stroke:#8a94a2;stroke-opacity:.35} "
         ".curve{fill:none;stroke-width:2} .error{stroke-width:1;stroke-opacity:.6}")
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 720, 380, 50, 40, 150, 40


def steps(low, high):
    """Round numbers between the two, about five."""
    size = 10 ** math.floor(math.log10((high - low) / 5 or 1))
    size *= next(factor for factor in (1, 2, 5, 10) if (high - low) / (size * factor) <= 6)
    first = math.ceil(low / size)
    return [n * size for n in range(first, math.floor(high / size) + 1)]


def powers(low, high):
    """Powers of ten between the two, or round numbers if there are few."""
    found = [10.0 ** n for n in range(math.ceil(math.log10(low)), math.floor(math.log10(high)) + 1)]
    return found if len(found) > 2 else [x for x in steps(low, high) if x > 0]


def short(x):
    """A number as it stands on an axis."""
    return f"{x / 1000:g}k" if x >= 10000 else f"{x:g}"


def curves(title, series, base=None, log_x=True, ticks=None):
    """Lines with error bars. `series`: name -> (x, y, error) in order of x. `base`: name and height of a dashed line. `ticks`: where x is
    written; every x if nothing is said."""
    points = [point for line in series.values() for point in line]
    scale = math.log if log_x else float
    x_low, x_high = scale(min(p[0] for p in points)), scale(max(p[0] for p in points))
    based = [base[1]] if base else []
    low = min(based + [p[1] - p[2] for p in points])
    high = max(based + [p[1] + p[2] for p in points])
    low, high = low - 0.02 * (high - low) - 1e-6, high + 0.02 * (high - low) + 1e-6

    def x_of(x):
        return LEFT + (WIDTH - LEFT - RIGHT) * (scale(x) - x_low) / ((x_high - x_low) or 1)

    def y_of(y):
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (y - low) / (high - low)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"><title>{escape(title)}</title>',
             f"<style>{STYLE}</style>", f'<text class="title" x="{LEFT}" y="20">{escape(title)}</text>']
    for y in steps(low, high):
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y_of(y):.1f}" y2="{y_of(y):.1f}"/>'
                     f'<text x="{LEFT - 6}" y="{y_of(y) + 4:.1f}" text-anchor="end">{y:g}</text>')
    for x in ticks or sorted({p[0] for p in points}):
        parts.append(f'<text x="{x_of(x):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{short(x)}</text>')
    if base:
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y_of(base[1]):.1f}" y2="{y_of(base[1]):.1f}" stroke="#8a94a2" '
                     f'stroke-dasharray="4 4"/><text x="{WIDTH - RIGHT + 8}" y="{y_of(base[1]) + 4:.1f}">{escape(base[0])}</text>')
    for number, (name, line) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        shift = 2.5 * (number - (len(series) - 1) / 2) if any(error for _, _, error in line) else 0  # error bars side by side
        track = " ".join(f"{x_of(x) + shift:.1f},{y_of(y):.1f}" for x, y, _ in line)
        parts.append(f'<polyline class="curve" stroke="{colour}" points="{track}"/>')
        for x, y, error in line:
            if error:
                parts.append(f'<line class="error" stroke="{colour}" x1="{x_of(x) + shift:.1f}" x2="{x_of(x) + shift:.1f}" '
                             f'y1="{y_of(y - error):.1f}" y2="{y_of(y + error):.1f}"/>')
        key = TOP + 18 * number
        parts.append(f'<line x1="{WIDTH - RIGHT + 8}" x2="{WIDTH - RIGHT + 28}" y1="{key}" y2="{key}" stroke="{colour}" stroke-width="3"/>'
                     f'<text x="{WIDTH - RIGHT + 34}" y="{key + 4}">{escape(name)}</text>')
    return "\n".join(parts + ["</svg>\n"])

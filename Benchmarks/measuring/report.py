"""Figures and the table that shows them."""
from dataclasses import dataclass
from typing import Callable, Optional


@dataclass
class Figure:
    """One measured number, what it is compared with, and what it should reach."""

    name: str
    value: Optional[float] = None
    unit: str = ""
    # The floor's number, measured in the same run.
    floor: Optional[float] = None
    # As people read it, such as "≤ 1.35 ×".
    target: str = ""
    # None where there is no target.
    is_met: Optional[bool] = None
    # Why there is no number.
    failure: str = ""

    @property
    def ratio(self):
        if self.value is None or not self.floor:
            return None
        return self.value / self.floor

    def as_json(self):
        return {
            "name": self.name,
            "value": self.value,
            "unit": self.unit,
            "floor": self.floor,
            "ratio": self.ratio,
            "target": self.target,
            "met": self.is_met,
            "failure": self.failure or None,
        }


def at_most_ratio(name, value, floor, unit, most):
    """A figure that may be at most so many times its floor."""
    return Figure(name, value, unit, floor, f"≤ {most:g} ×", value <= most * floor)


def at_least_ratio(name, value, floor, unit, least):
    """A figure that must be at least so many times its floor."""
    return Figure(name, value, unit, floor, f"≥ {least:g} ×", value >= least * floor)


def at_most(name, value, unit, most, floor=None):
    """A figure with a bound of its own."""
    return Figure(name, value, unit, floor, f"≤ {most:g} {unit}".strip(), value <= most)


def exactly(name, value, wanted, floor=None, unit=""):
    """A figure that has one right value."""
    return Figure(name, value, unit, floor, f"= {wanted:,}", value == wanted)


def number(value, unit):
    """A number as the table shows it: three digits that matter, thousands apart."""
    if value is None:
        return ""
    if float(value).is_integer() and abs(value) >= 1000 or unit == "":
        text = f"{value:,.0f}"
    elif abs(value) >= 100:
        text = f"{value:,.0f}"
    elif abs(value) >= 10:
        text = f"{value:.1f}"
    else:
        text = f"{value:.2f}"
    return f"{text} {unit}".strip()


# Widths of the columns; their sum and the blanks between them are 80.
NAME, VALUE, FLOOR, RATIO, TARGET, VERDICT = 31, 12, 11, 6, 10, 5


def row(name, value, floor, ratio, target, verdict):
    cells = [
        name[:NAME].ljust(NAME),
        value.rjust(VALUE),
        floor.rjust(FLOOR),
        ratio.rjust(RATIO),
        target.rjust(TARGET),
        verdict.rjust(VERDICT),
    ]
    return " ".join(cells).rstrip()


def print_table(figures, quick, write: Callable[[str], None] = print):
    """The figures in 80 columns."""
    write(row("figure", "Hob", "floor", "ratio", "target", ""))
    write("-" * (NAME + VALUE + FLOOR + RATIO + TARGET + VERDICT + 5))
    for figure in figures:
        if figure.failure:
            write(f"{figure.name[:NAME].ljust(NAME)} not measured: {figure.failure}"[:80])
            continue
        ratio = f"{figure.ratio:.2f}" if figure.ratio is not None else ""
        verdict = {True: "met", False: "MISS", None: ""}[figure.is_met]
        write(
            row(
                figure.name,
                number(figure.value, figure.unit),
                number(figure.floor, figure.unit),
                ratio,
                figure.target,
                verdict,
            )
        )
    missed = sum(figure.is_met is False for figure in figures)
    unknown = sum(bool(figure.failure) for figure in figures)
    write("")
    write(f"{len(figures) - missed - unknown} met or shown, {missed} missed, {unknown} not measured.")
    if quick:
        write("A quick run: good for seeing that it works, not for comparing.")

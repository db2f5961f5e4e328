"""Instruction counts of the core's hot paths against budgets in the tree.

Counts hardly depend on the machine's mood, unlike times, so that a change of a few per cent shows.
The difference of two runs with different numbers of repetitions leaves out what is done once.
"""
import json
import os
import re
import subprocess

from .report import Figure

BUDGETS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "budgets.json")
# More than this over the budget is a failure; as much under it should become the new budget.
TOLERANCE = 0.03


def instructions(world, workload, repetitions):
    """How many instructions a workload takes in all."""
    out = world.path(world.unused_name("callgrind"))
    # Without a fixed seed each run would hash, and so count, differently.
    environment = dict(world.environment, SWIFT_DETERMINISTIC_HASHING="1")
    result = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}",
         world.program("workloads"), workload, str(repetitions)],
        env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )
    collected = re.search(r"Collected : (\d+)", result.stderr)
    if result.returncode != 0 or not collected:
        raise RuntimeError(f"valgrind failed on {workload}: {result.stderr.strip().splitlines()[-1:]}")
    return int(collected.group(1))


def counts(world):
    with open(BUDGETS, encoding="utf-8") as file:
        budgets = json.load(file)["workloads"]
    figures = []
    for name, budget in budgets.items():
        few, many = budget["repetitions"]
        measured = (instructions(world, name, many) - instructions(world, name, few)) / (many - few)
        allowed = budget["instructions"]
        target, met = "no budget", None
        if allowed is not None:
            target, met = f"≤ {1 + TOLERANCE:g} ×", measured <= (1 + TOLERANCE) * allowed
        figures.append(Figure(f"instructions: {name}", measured, "", allowed, target, met))
    return figures

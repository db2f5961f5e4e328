"""What is measured. Each function takes a world and gives figures; rounds of Hob and floor alternate."""
import json
import os
import statistics
import time

from . import counts, rules
from .report import Figure, at_least_ratio, at_most, at_most_ratio, exactly

MIB = 1024 * 1024


def percentile(values, share):
    """The smallest value that so many of all do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, round(share * len(ordered) + 0.5) - 1))]


def latency(world):
    """A file is closed until the program starts, its intent committed first; among 1,000 rules."""
    rounds, files, warm_up, gap = (2, 50, 10, 3000) if world.quick else (5, 100, 30, 3000)
    hot, cold, bare = world.make("hot"), world.make("floor"), world.make("bare")
    crowd = rules.crowd(world, 990, 99)
    # Nine more on the busy folder itself, so that a name has to be looked at.
    crowd += [rules.rule(f"near-{i}", hot, world, f"*.near{i}") for i in range(9)]
    world.start_hobd(rules.files(crowd + [rules.rule("hot", hot, world)]))
    world.start_floor("sqlite", cold)
    world.start_floor("spawn", bare)
    taken = {hot: [], cold: [], bare: []}
    lost = 0
    for number in range(rounds + 1):
        for folder, times in taken.items():
            count = warm_up if number == 0 else files
            answer = world.drive("latency", world.fifo, folder, count, number * files, gap).split()
            if number > 0:
                lost += answer.count("lost") if folder == hot else 0
                times += [int(value) / 1000 for value in answer if value != "lost"]
    if not taken[hot]:
        raise RuntimeError("no action was started")
    median, floor = statistics.median(taken[hot]), statistics.median(taken[cold])
    return [
        at_most_ratio("event to program, median", median, floor, "µs", 1.35),
        at_most_ratio(
            "event to program, p99", percentile(taken[hot], 0.99), percentile(taken[cold], 0.99),
            "µs", 1.5),
        Figure("  floor without SQLite, median", statistics.median(taken[bare]), "µs", floor),
        exactly("  events lost of the above", lost, 0),
    ]


# What bursts run under; one such rule for each round's folder.
BURST_MODE = "mode: parallel\nat-once: 64"


def burst(world):
    """10,000 files at once."""
    count, rounds = (2_000, 1) if world.quick else (10_000, 3)
    return bursts(world, "burst", count, rounds, quiet=10_000, time_target=1.35)


def overflow(world):
    """50,000 files at once: more than the kernel's queue holds."""
    return bursts(world, "flood", 50_000, 1, quiet=60_000, time_target=None)


def bursts(world, name, count, rounds, quiet, time_target):
    folders = [world.make(f"{name}-{number}") for number in range(rounds)]
    world.start_hobd(rules.files([
        rules.rule(f"{name}-{number}", folder, world, mode=BURST_MODE)
        for number, folder in enumerate(folders)
    ]))
    hob, floor = [], []
    for folder in folders:
        hob.append(json.loads(world.drive("burst", world.fifo, folder, count, 0, quiet)))
        cold = world.make(world.unused_name("floor"))
        process = world.start_floor("sqlite", cold)
        floor.append(json.loads(world.drive("burst", world.fifo, cold, count, 0, 10_000)))
        world.end(process)
    worst = {key: max(answer[key] for answer in hob) for key in ("lost", "doubled", "foreign")}
    worst_floor = {key: max(answer[key] for answer in floor) for key in ("lost", "doubled")}
    seconds = statistics.median(answer["elapsed_ns"] for answer in hob) / 1e9
    floor_seconds = statistics.median(answer["elapsed_ns"] for answer in floor) / 1e9
    label = f"{count:,} files at once"
    figures = [
        exactly(f"{label}, actions", min(answer["actions"] for answer in hob), count,
                min(answer["actions"] for answer in floor)),
        exactly("  lost", worst["lost"], 0, worst_floor["lost"]),
        exactly("  doubled", worst["doubled"] + worst["foreign"], 0, worst_floor["doubled"]),
    ]
    if time_target:
        figures.append(at_most_ratio("  time", seconds, floor_seconds, "s", time_target))
    else:
        # The floor loses most of its work here, so that its time says nothing.
        figures.append(Figure("  time", seconds, "s"))
    return figures


def switches(process):
    """How often all threads of a process were put on a processor, as the kernel counts."""
    total = 0
    for thread in os.listdir(f"/proc/{process}/task"):
        with open(f"/proc/{process}/task/{thread}/status", encoding="ascii", errors="replace") as file:
            total += sum(int(line.split()[1]) for line in file if "ctxt_switches" in line)
    return total


def proportional_size(process):
    """The memory of a process in bytes, what it shares divided by who shares it."""
    with open(f"/proc/{process}/smaps_rollup", encoding="ascii") as file:
        return sum(int(line.split()[1]) * 1024 for line in file if line.startswith("Pss:"))


def idle(world):
    """Nothing happens: 100 rules on 100 folders, no watchdog."""
    settle, seconds = (2, 10) if world.quick else (10, 60)
    folders = [world.make("watched", str(index)) for index in range(100)]
    process, _ = world.start_hobd(rules.files([
        rules.rule(f"idle-{index}", folder, world) for index, folder in enumerate(folders)
    ]))
    floor = world.start_floor("sqlite", world.make("floor"))
    time.sleep(settle)
    before, floor_before = switches(process.pid), switches(floor.pid)
    time.sleep(seconds)
    woken, floor_woken = switches(process.pid) - before, switches(floor.pid) - floor_before
    return [
        exactly(f"idle: wake-ups in {seconds} s", woken, 0, floor_woken),
        at_most("idle: PSS", proportional_size(process.pid) / MIB, "MiB", 8,
                proportional_size(floor.pid) / MIB),
    ]


def commands(world):
    """How long the command line takes, and its memory."""
    rounds, runs = (3, 10) if world.quick else (10, 20)
    address = world.start_bus()
    folders = [world.make("watched", str(index)) for index in range(100)]
    world.start_hobd(rules.files([
        rules.rule(f"idle-{index}", folder, world) for index, folder in enumerate(folders)
    ]), bus=address)
    hob = world.program("hob")
    lines = {"true": ["/bin/true"], "version": [hob, "--version"], "status": [hob, "status"]}
    times = {name: [] for name in lines}
    sizes = {name: 0 for name in lines}
    for number in range(rounds + 1):
        for name, line in lines.items():
            answer = world.drive("commands", runs, *line).split("\n")
            pairs = [pair.split() for pair in answer if pair]
            if number == 0:
                continue  # the first round brings programs into the cache
            times[name] += [int(pair[0]) / 1e6 for pair in pairs]
            sizes[name] = max([sizes[name]] + [int(pair[1]) for pair in pairs])
    median = {name: statistics.median(values) for name, values in times.items()}
    return [
        at_most_ratio("hob --version", median["version"], median["true"], "ms", 3),
        at_most_ratio("hob status", median["status"], median["true"], "ms", 5),
        at_most("  RSS of hob --version", sizes["version"] / 1024, "MiB", 10, sizes["true"] / 1024),
        at_most("  RSS of hob status", sizes["status"] / 1024, "MiB", 10, sizes["true"] / 1024),
    ]


def records(world):
    """Records that are on the disk before they are answered for: one at a time, and in groups."""
    workloads = world.program("workloads")
    rounds = 1 if world.quick else 5
    shapes = {"single": (1_000, 1), "grouped": (50_000, 100)}
    rates = {name: ([], []) for name in shapes}
    for _ in range(rounds):
        for name, (rows, group) in shapes.items():
            hob, floor = rates[name]
            state = world.make(world.unused_name("state"))
            hob.append(float(world.output(workloads, "records", state, str(rows), str(group))))
            database = world.path(world.unused_name("records.db"))
            floor.append(float(world.output(world.floor("records"), database, str(rows), str(group))))
    single, grouped = rates["single"], rates["grouped"]
    return [
        at_least_ratio("durable records, one by one", statistics.median(single[0]),
                       statistics.median(single[1]), "/s", 0.9),
        at_least_ratio("durable records, 100 a group", statistics.median(grouped[0]),
                       statistics.median(grouped[1]), "/s", 0.5),
    ]


def start(world):
    """Start to READY with 1,000 rules on 1,000 folders: with a new state, and with what that left."""
    rounds = 1 if world.quick else 5
    text = rules.files([
        rules.rule(f"start-{index}", world.make("watched", str(index)), world) for index in range(1000)
    ])
    first, again = [], []
    for _ in range(rounds):
        state = world.make(world.unused_name("state"))
        for times in (first, again):
            process, seconds = world.start_hobd(text, state=state)
            times.append(seconds * 1000)
            world.end(process)
    return [
        at_most("start, 1,000 rules and folders", statistics.median(first), "ms", 300),
        at_most("  the same with a state", statistics.median(again), "ms", 300),
    ]


ALL = {
    "latency": latency,
    "burst": burst,
    "overflow": overflow,
    "idle": idle,
    "commands": commands,
    "records": records,
    "start": start,
    "counts": counts.counts,
}

"""Rules for measurements, as users would write them."""
import json

# How many rules stand in one file.
RULES_PER_FILE = 100


def quoted(text):
    """A text in YAML; JSON's form is one."""
    return json.dumps(text, ensure_ascii=False)


def rule(name, folder, world, pattern=None, mode=""):
    """A rule that starts the action at once for each new file of a folder."""
    lines = [
        f"  - id: {name}",
        "    when:",
        f"      folder: {quoted(folder)}",
        "      settle: 0s",
    ]
    if pattern:
        lines.append(f"      name: {quoted(pattern)}")
    lines += [f"    {line}" for line in mode.splitlines()]
    lines += [
        "    do:",
        f"      - run-program: {quoted(world.floor('stamp'))}",
        f"        arguments: [{quoted(world.fifo)}, {quoted('${file.path}')}]",
    ]
    return "\n".join(lines)


def files(rules):
    """Rules divided among files."""
    return [
        "rules:\n" + "\n".join(rules[start : start + RULES_PER_FILE]) + "\n"
        for start in range(0, len(rules), RULES_PER_FILE)
    ]


def crowd(world, count, folders):
    """Rules that wait for names that never come, spread over folders that exist."""
    return [
        rule(f"other-{index}", world.make("watched", f"{index % folders}"), world, f"*.never{index}")
        for index in range(count)
    ]

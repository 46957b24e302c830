#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""manual_pages.py <sptune> <version> <folder>: manual pages of section 1 from the program's own help, sptune.1 and one
page per verb (sptune-run.1, …). Verbs with verbs of their own (sweep, suite, db) have them all in their page."""
import pathlib
import re
import subprocess
import sys

# Lines of CLI11's help: two blanks, then the option, two blanks or more or a new line, then its description.
COLUMN = 30
HEADINGS = {"Positionals:": "ARGUMENTS", "Options:": "OPTIONS", "Subcommands:": "COMMANDS"}


def help_of(program, words):
    run = subprocess.run([program, *words, "--help"], capture_output=True, text=True, check=True)
    return run.stdout.split("\n")


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def items(lines):
    """(option, description) of the lines below a heading."""
    found = []
    for line in lines:
        if line.startswith("  ") and line[2] != " ":
            option, description = line[2:].rstrip(), ""
            if len(line) > COLUMN and line[COLUMN - 1] == " ":
                option, description = line[2:COLUMN].rstrip(), line[COLUMN:].strip()
            found.append((option, [description] if description else []))
        elif line.strip():
            if not found:
                sys.exit(f"manual_pages.py: expected an option, found '{line}'")
            found[-1][1].append(line.strip())
    return [(option, " ".join(description)) for option, description in found]


class Help:
    """What one --help says: the text above the usage, the usage, items by heading, the text below."""

    def __init__(self, lines):
        at = next(i for i, line in enumerate(lines) if line.startswith("Usage:"))
        self.above = lines[:at]
        self.usage = lines[at][len("Usage:"):].strip()
        self.sections = {}
        self.below = []
        rest = lines[at + 1:]
        while rest:
            line = rest.pop(0)
            if line not in HEADINGS:
                self.below.append(line)
                continue
            body = []
            while rest and rest[0].startswith(" "):
                body.append(rest.pop(0))
            self.sections[HEADINGS[line]] = items(body)

    def summary(self):
        """The first paragraph, in one line."""
        first = re.split(r"\n\s*\n", "\n".join(self.above).strip())[0]
        return " ".join(first.split()).rstrip(".")


def paragraphs(lines):
    """Text as it stands: indented lines are examples."""
    out = []
    for block in re.split(r"\n\s*\n", "\n".join(lines).strip("\n")):
        if not block.strip():
            continue
        example = block.startswith("  ")
        out.append(".PP")
        if example:
            out.append(".nf\n.RS")
        out += [escaped(line.strip() if example else line) for line in block.split("\n")]
        if example:
            out.append(".RE\n.fi")
    return out


def lists(help_text, level):
    out = []
    for heading, entries in help_text.sections.items():
        out.append(f".{level} {heading}")
        for option, description in entries:
            out += [".TP", ".B " + escaped(option), escaped(description)]
    return out


def page(program, version, words):
    text = Help(help_of(program, words))
    name = "\\-".join(["sptune", *words])
    title = "-".join(["sptune", *words]).upper()
    summary = text.summary().removeprefix("sptune: ")
    out = [f'.TH {escaped(title)} 1 "" "sptune {version}" "User Commands"', ".SH NAME",
           f"{name} \\- {escaped(summary[0].lower() + summary[1:])}", ".SH SYNOPSIS",
           ".B " + escaped(text.usage)]
    out += [".SH DESCRIPTION", *paragraphs(text.above)]
    out += lists(text, "SH")
    inner = [option.split()[0] for option, _ in text.sections.get("COMMANDS", [])]
    pages = []
    for word in inner:
        if not words:
            pages.append(word)
            continue
        part = Help(help_of(program, [*words, word]))
        out += [".SH " + escaped(" ".join(["sptune", *words, word])), *paragraphs(part.above), ".PP",
                ".B " + escaped(part.usage), *lists(part, "SS")]
    if any(line.strip() for line in text.below):
        out += [".SH NOTES", *paragraphs(text.below)]
    others = [f"sptune\\-{word}" for word in pages] or ["sptune"]
    out += [".SH SEE ALSO", ",\n".join(f".BR {other} (1)" for other in others)]
    return "\n".join(out) + "\n", pages


def main():
    program, version, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    text, verbs = page(program, version, [])
    (folder / "sptune.1").write_text(text, encoding="utf-8")
    for verb in verbs:
        (folder / f"sptune-{verb}.1").write_text(page(program, version, [verb])[0], encoding="utf-8")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The corpora of the fuzzers: one text file each, tests/fuzz/corpus/<fuzzer>.txt, a line for every input.

  tests/fuzz/corpus.py add FUZZER FILE…     keep inputs, each by the name of its file
  tests/fuzz/corpus.py unpack FUZZER FOLDER write every input to a file of its own, as libFuzzer reads them
  tests/fuzz/corpus.py check                 every file is as `add` writes it

A line is a name, a tab and the bytes: printable ASCII as it is, the rest as \\n, \\t, \\r, \\\\ and \\xNN. So a change of
a corpus can be read, and `printf '%b'` unpacks a line. tests/fuzz/corpus.hpp reads it for the unit tests.
"""
import pathlib
import re
import sys

CORPUS = pathlib.Path(__file__).resolve().parent / "corpus"
LONGEST = 65536  # as -max_len in CMakeLists.txt
LARGEST_FILE = 300_000
SHORT = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\\": "\\\\"}
LONG = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\"}


def escape(data):
    text = "".join(SHORT.get(c) or (c if " " <= c <= "~" else f"\\x{ord(c):02x}") for c in data.decode("latin-1"))
    return text[:-1] + "\\x20" if text.endswith(" ") else text  # editors drop blanks at the end of a line


def unescape(text):
    def one(match):
        code = match.group(1)
        return LONG[code] if code in LONG else chr(int(code[1:], 16))
    return re.sub(r"\\(x[0-9a-f]{2}|[ntr\\])", one, text).encode("latin-1")


def file_of(fuzzer):
    path = CORPUS / f"{fuzzer}.txt"
    if not path.exists():
        known = ", ".join(sorted(p.stem for p in CORPUS.glob("*.txt")))
        sys.exit(f"corpus.py: no fuzzer {fuzzer}: expected one of {known}")
    return path


def read(path):
    """Names and inputs; ends the program where a line is none."""
    entries = {}
    for number, line in enumerate(path.read_text("ascii").split("\n")[:-1], 1):
        name, tab, text = line.partition("\t")
        if not tab or not re.fullmatch(r"[\w.-]+", name) or name in entries or escape(unescape(text)) != text:
            sys.exit(f"{path}:{number}: expected a new name, a tab and escaped bytes, as corpus.py add writes them")
        entries[name] = unescape(text)
    return entries


def written(entries):
    return "".join(f"{name}\t{escape(data)}\n" for name, data in sorted(entries.items()))


def add(fuzzer, files):
    path = file_of(fuzzer)
    entries = read(path)
    for file in map(pathlib.Path, files):
        data = file.read_bytes()
        same = [name for name, known in entries.items() if known == data]
        if same:
            print(f"{file}: is there already, as {same[0]}")
            continue
        name = re.sub(r"[^\w.-]", "-", file.name, flags=re.ASCII)
        if name in entries:
            sys.exit(f"corpus.py: {file}: another input has the name {name}: rename the file after what it shows")
        if len(data) > LONGEST:
            sys.exit(f"corpus.py: {file}: {len(data)} bytes, at most {LONGEST}: minimise it (-minimize_crash=1)")
        entries[name] = data
    text = written(entries)
    if len(text) > LARGEST_FILE:
        sys.exit(f"corpus.py: {path} would have {len(text)} bytes, at most {LARGEST_FILE}: drop what others cover (-merge=1)")
    path.write_text(text, "ascii")


def unpack(fuzzer, folder):
    target = pathlib.Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    entries = read(file_of(fuzzer))
    for old in target.iterdir():
        if old.name not in entries:
            old.unlink()
    for name, data in entries.items():
        (target / name).write_bytes(data)


def check():
    for path in sorted(CORPUS.glob("*.txt")):
        entries = read(path)
        text = path.read_text("ascii")
        if text != written(entries):
            sys.exit(f"{path}: the lines are not in the order of their names")
        if len(set(entries.values())) != len(entries):
            sys.exit(f"{path}: an input stands there twice")
        if len(text) > LARGEST_FILE:
            sys.exit(f"{path}: {len(text)} bytes, at most {LARGEST_FILE}")
        print(f"{path.name}: {len(entries)} inputs, {len(text)} bytes")


def main(words):
    if len(words) >= 3 and words[0] == "add":
        add(words[1], words[2:])
    elif len(words) == 3 and words[0] == "unpack":
        unpack(words[1], words[2])
    elif words == ["check"]:
        check()
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])

#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""code_hashes.py <source root> <source>...: one line per source, "<hash> <source>", then one line per
file that was read, "+ <file>".

The hash of a variant is that of the code its kernel depends on: the source, the project's headers that it
includes, directly or not, and of each such header the source of the same name, since what it declares is
defined there. Comments and layout do not count. Left out is what decides no time: the interfaces
(include/sptune, kernels/api) and estimates for models (docs/decisions/013-code-hash.md).
"""
import hashlib
import pathlib
import re
import sys

LEFT_OUT = ("include/", "kernels/api/", "kernels/operations.def", "kernels/spmv/expected.hpp")
# What stands not beside what defines it; a pattern is all files of that name.
DEFINED_IN = {
    "kernels/row_policy/policies.def": ("kernels/row_policy/policies/*.json",),
    "kernels/spmv/cuda/csr_variants.hpp": (
        "kernels/spmv/cuda/csr_adaptive.cu", "kernels/spmv/cuda/csr_balanced.cu",
        "kernels/spmv/cuda/csr_segmented.cu", "kernels/spmv/cuda/csr_vector.cu"),
    "sptune/device.hpp": ("kernels/cuda/device.cu",),
    "sptune/device_convert.hpp": ("kernels/convert/dense_to_csr.cu", "kernels/convert/lists.cu"),
}
TOKENS = re.compile(
    r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


class Tree:
    """Files of the repository, each read once."""

    def __init__(self, root):
        self.root = root
        self.code = {}
        self.direct = {}

    def exists(self, name):
        return (self.root / name).is_file()

    def read(self, name):
        if name in self.code:
            return
        text = (self.root / name).read_text(encoding="utf-8")
        bare = TOKENS.sub(lambda m: " " if m.group().startswith("/") else m.group(), text)
        self.code[name] = " ".join(bare.split())
        self.direct[name] = INCLUDE.findall(bare)

    def used_by(self, name):
        """What `name` includes, and what defines what it declares."""
        self.read(name)
        for other in self.direct[name]:
            for pattern in DEFINED_IN.get(other, ()):
                yield from (str(path.relative_to(self.root)) for path in self.root.glob(pattern))
            if other.startswith(LEFT_OUT) or not self.exists(other):
                continue
            yield other
            path = pathlib.PurePosixPath(other)
            if path.suffix in (".hpp", ".cuh"):
                for suffix in (".cpp", ".cu"):
                    definition = str(path.with_suffix(suffix))
                    if self.exists(definition):
                        yield definition

    def closure(self, name):
        found, open_files = {name}, [name]
        while open_files:
            for other in self.used_by(open_files.pop()):
                if other not in found:
                    found.add(other)
                    open_files.append(other)
        return sorted(found)


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    tree = Tree(root)
    read = set()
    for argument in sys.argv[2:]:
        source = str(pathlib.Path(argument).resolve().relative_to(root))
        digest = hashlib.sha256()
        files = tree.closure(source)
        for name in files:
            tree.read(name)
            digest.update(f"{name}\n{tree.code[name]}\n".encode())
        read.update(files)
        print(digest.hexdigest()[:16], argument)
    for name in sorted(read):
        print("+", root / name)


if __name__ == "__main__":
    main()

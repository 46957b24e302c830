#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Counts of the structure: what is said in more places than one, and how long the functions are.

  tests/lint/counts.py              the checkout that holds this script
  tests/lint/counts.py REV…         each revision, unpacked by `git archive` into a temporary folder
  tests/lint/counts.py --markdown REV… .    a table with a column each; "." is the checkout
  --list      every place with file and line       --json   the same for programs
  --check     exit 1 when a count is over its limit (tests/lint/CMakeLists.txt)

How each is counted:
  operations   lines outside kernels/<operation>/, tests/, docs/, examples/ and kernels/operations.def on
               which an operation's name (spmv, Spmv, choose_spmv, cusparseSpMV …) stands, comments left out,
               strings and #include lines included: C++, CUDA, SQL, CMake. Apart: the public interface
               (include/sptune/, capi/, dropin/ and distributed/, before it sptune.hpp and tuner/dispatch/dispatcher.hpp, and the definitions
               of Dispatcher's members in dispatcher.cpp), symbols of other libraries (cusparseSpMV), published
               migrations (db/schema/*.sql but the newest, which are never edited).
  parses       lines that turn text into a configuration (Configuration::parse, Catalogue::parse) and
               lines that complete or type one (Catalogue::resolve, Variant::resolve or complete,
               Space::typed), by module; their definitions are not counted.
  axes         lists of an axis's values beside its declaration (select_int<1, 2, 4>), comparisons of an
               axis with its default (c.lanes != d.lanes ? 1 : 0), and axes declared twice in one file.
  functions    lines from the first of the declaration to the closing brace; lambdas belong to the
               function that holds them. Files of tests/ are left out.
  headers      what `cmake --install` copies.
  duplicates   pairs of places with the same six lines in a row, in sources outside tests/: blank lines,
               comments, lines of punctuation alone and #include lines are left out, white space is
               folded, and names and numbers must be equal. Overlapping windows at one distance are one pair.
"""
import argparse
import collections
import io
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

CODE = {".cpp", ".hpp", ".c", ".h", ".cu", ".cuh", ".def"}
OPERATIONS = ("spmv", "spgemm", "spmm", "distributed_spgemm")
LIMITS = {"operations": 3, "functions_over_100": 0, "functions_over_60": 10, "headers": 12, "axes": 0}


# ---------------------------------------------------------------- reading sources

def blank(text):
    """The same text with everything but line ends made into blanks."""
    return re.sub(r"[^\n]", " ", text)


TOKEN = re.compile(
    r"//(?:[^\n\\]|\\.|\\\n)*"                         # comment to the end of the line
    r"|/\*.*?\*/"                                      # comment
    r'|\bR"(?P<mark>[^\s()\\]{0,16})\(.*?\)(?P=mark)"'  # raw string
    r'|"(?:[^"\\\n]|\\.)*"'                            # string
    r"|(?<![0-9a-fA-F])'(?:[^'\\\n]|\\.[^'\n]*)'",     # character, not a separator of digits
    re.S)


def without_comments(text, strings=True):
    """C++ with comments blanked, and strings too unless they are to stay."""
    def replace(match):
        token = match.group(0)
        if token.startswith(("//", "/*")):
            return blank(token)
        return token if strings else '"' + blank(token[1:-1]) + '"' if len(token) > 1 else token
    return TOKEN.sub(replace, text)


def without_line_comments(text, mark):
    """SQL and CMake: comments run from the mark to the end of the line (strings hold no mark here)."""
    return "\n".join(line.split(mark, 1)[0] for line in text.split("\n"))


def folders(root):
    """Those of the tree but tests/: not hidden, and not named by .gitignore."""
    ignored = root / ".gitignore"
    outside = set(ignored.read_text().split()) if ignored.exists() else set()
    return [p for p in sorted(root.iterdir()) if p.is_dir() and not p.name.startswith(".")
            and p.name != "tests" and f"/{p.name}/" not in outside]


class Tree:
    """The files of a revision or a checkout, by path."""

    def __init__(self, files):
        self.files = files

    @staticmethod
    def of_folder(root):
        paths = list(root.glob("*")) + [p for f in folders(root) for p in f.rglob("*")]
        return Tree({str(p.relative_to(root)): p.read_text(errors="replace") for p in sorted(paths)
                     if p.is_file() and not p.is_symlink() and is_read(str(p.relative_to(root)))})

    @staticmethod
    def of_revision(root, revision):
        packed = subprocess.run(["git", "-C", root, "archive", revision], check=True, capture_output=True).stdout
        with tempfile.TemporaryDirectory() as folder, tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder)
            return Tree.of_folder(pathlib.Path(folder))

    def code(self, folders=None):
        return {n: t for n, t in sorted(self.files.items())
                if pathlib.PurePath(n).suffix in CODE and (folders is None or n.split("/")[0] in folders or "/" not in n)}


def is_read(name):
    path = pathlib.PurePath(name)
    return path.suffix in CODE | {".sql", ".cmake"} or path.name == "CMakeLists.txt"


# ---------------------------------------------------------------- 1: places that name an operation

NAME = re.compile("|".join(OPERATIONS), re.I)
VENDOR = re.compile(r"\b(?:cusparse|CUSPARSE_|rocsparse_)\w*")
PUBLIC_DEFINITION = re.compile(r"\bDispatcher::\w*(?:%s)\b" % "|".join(OPERATIONS))


def newest_schema(tree):
    names = [n for n in tree.files if re.fullmatch(r"db/schema/\d+_\w+\.sql", n)]
    return max(names, key=lambda n: (n.split("/")[-1][:3], "views" in n), default="")[:len("db/schema/NNN")]


def public_lines(name, lines):
    """Lines of the public interface: the header, and in dispatcher.cpp the members that it declares."""
    if name.startswith(("include/sptune/", "capi/", "dropin/", "distributed/")) or name in ("sptune.hpp", "tuner/dispatch/dispatcher.hpp"):
        return set(range(1, len(lines) + 1))
    if name != "tuner/dispatch/dispatcher.cpp":
        return set()
    inside = set()
    for f in functions("\n".join(lines)):
        if PUBLIC_DEFINITION.search("Dispatcher::" + f["name"].rsplit("::", 1)[-1]) and "Dispatcher::" in f["name"]:
            inside.update(range(f["line"], f["end"] + 1))
    return inside


def operations(tree):
    places = collections.defaultdict(list)
    schema = newest_schema(tree)
    own = tuple(f"kernels/{o}/" for o in OPERATIONS)
    for name, text in sorted(tree.files.items()):
        top = name.split("/")[0]
        if name.startswith(own) or top in ("tests", "docs", "examples") or name == "kernels/operations.def":
            continue
        if name.endswith(".sql"):
            text = without_line_comments(text, "--")
        elif pathlib.PurePath(name).suffix in CODE:
            text = without_comments(text)
        else:
            text = without_line_comments(text, "#")
        lines = text.split("\n")
        public = public_lines(name, lines)
        for number, line in enumerate(lines, 1):
            if not NAME.search(line):
                continue
            if number in public:
                kind = "public"
            elif not NAME.search(VENDOR.sub("", line)):
                kind = "vendor"
            elif name.endswith(".sql") and not name.startswith(schema):
                kind = "migration"
            else:
                kind = "places"
            places[kind].append({"file": name, "line": number, "text": line.strip()})
    return {k: places[k] for k in ("places", "public", "vendor", "migration")}


# ---------------------------------------------------------------- 2: parses of a configuration

TEXT = re.compile(r"(?<!>\s)\bConfiguration::parse\(|\b(?:\w*[Cc]atalogue\w*)(?:\(\))?\s*\.\s*parse\(")
RESOLVE = re.compile(r"\b\w*[Cc]atalogue\w*(?:\(\))?\s*\.\s*resolve\("
                     r"|\b(?:v|variant|known|\w*_variant)\s*(?:\.|->)\s*(?:resolve|complete)\("
                     r"|\b(?:sp|space|\w*_space)\s*\.\s*typed\(")
DEFINITION = re.compile(r"^Result<Configuration> Configuration::parse")


def module(name):
    parts = name.split("/")
    return "/".join(parts[:2] if len(parts) > 2 else parts[:1])


def parses(tree):
    found = {"text": [], "resolve": []}
    for name, text in tree.code().items():
        # Ids of generated matrices are written like configurations; they are none.
        if name.startswith("suites/"):
            continue
        for number, line in enumerate(without_comments(text).split("\n"), 1):
            if DEFINITION.search(line):
                continue
            for kind, pattern in (("text", TEXT), ("resolve", RESOLVE)):
                if pattern.search(line):
                    found[kind].append({"file": name, "line": number, "module": module(name), "text": line.strip()})
    return found


# ---------------------------------------------------------------- 3: axes said more than once

VALUES = re.compile(r"\bselect_(?:int|value|enum)<\s*[-\w:]+\s*(?:,|>)")
FROM_DEFAULT = re.compile(r"\b\w+\.(\w+) != \w+\.\1 \?")
AXIS = re.compile(r'\baxis\(\s*"(\w+)",\s*&(\w+)::')


def axes(tree):
    again = []
    for name, text in tree.code(("include", "kernels")).items():
        code = without_comments(text)
        lines = code.split("\n")
        for number, line in enumerate(lines, 1):
            if VALUES.search(line) and "template" not in line:
                again.append({"file": name, "line": number, "text": line.strip()})
            again += [{"file": name, "line": number, "text": m.group(0)} for m in FROM_DEFAULT.finditer(line)]
        seen = set()
        for match in AXIS.finditer(code):
            if match.groups() in seen:
                number = code.count("\n", 0, match.start()) + 1
                again.append({"file": name, "line": number, "text": f"axis {match.group(1)} again"})
            seen.add(match.groups())
    return again


# ---------------------------------------------------------------- 4: lengths of functions

SCOPE = re.compile(r"\b(?:namespace|class|struct|union)\b|^\s*extern\s*$|extern\s+\"")
NO_NAME = {"requires", "__maxnreg__", "decltype", "alignas", "noexcept", "__launch_bounds__", "__attribute__", "sizeof", "if",
           "explicit", "__align__", "defined"}
CALLABLE = re.compile(r"((?:[A-Za-z_~]\w*(?:<[^<>()]*>)?\s*::\s*)*(?:~?[A-Za-z_]\w*|operator\s*(?:\(\)|\S{1,3}?|[\w:]+)))"
                      r"\s*\(\)")
TAIL = {"const", "noexcept", "override", "final", "try", "mutable", "volatile"}


def no_directives(code):
    """Preprocessor lines blanked, and of #if … #else … #endif the first branch kept: braces must pair."""
    out, branches, continued = [], [], False
    for line in code.split("\n"):
        stripped = line.lstrip()
        directive = continued or stripped.startswith("#")
        if not continued and directive:
            word = re.match(r"#\s*(\w*)", stripped).group(1)
            if word in ("if", "ifdef", "ifndef"):
                branches.append(True)
            elif word in ("else", "elif") and branches:
                branches[-1] = False
            elif word == "endif" and branches:
                branches.pop()
        continued = directive and line.rstrip().endswith("\\")
        out.append(blank(line) if directive or not all(branches) else line)
    return "\n".join(out)


def flat(head):
    """The head of a declaration with what stands in parentheses left out."""
    out, depth = [], 0
    for c in head:
        if c == "(":
            if depth == 0:
                out.append(c)
            depth += 1
        elif c == ")":
            depth = max(0, depth - 1)
            if depth == 0:
                out.append(c)
        elif depth == 0:
            out.append(c)
    return "".join(out)


def is_assigned(head):
    """An "=" outside of operators, comparisons and template parameters: what follows is a value."""
    head = re.sub(r"operator\s*\S{1,3}|[=!<>]=|<=>", " ", head)
    head = re.sub(r"\btemplate\s*<[^{};]*?>(?=\s*(?:\w|\[|_))", " ", head)
    return "=" in head


def name_of(head):
    for match in CALLABLE.finditer(head):
        if match.group(1).split("::")[-1].strip() not in NO_NAME:
            return re.sub(r"\s+", "", match.group(1)) if "operator" not in match.group(1) else match.group(1)
    return ""


def classify(head):
    """What an opening brace begins: a scope, the body of a function, or a value to pass over."""
    text = flat(head)
    plain = re.sub(r"<[^<>]*>", "", re.sub(r"\btemplate\s*<[^{};]*?>(?=\s*(?:\w|\[))", "", text))
    callable_ = name_of(text)
    if SCOPE.search(plain) and not (callable_ and re.search(r"\)\s*(?:[\w\s]*|->.*)$", plain)
                                    and not re.search(r"^\s*(?:\w+\s+)*(?:class|struct|union)\s+(?:\w+\(\)\s*)?\w+\s*"
                                                      r"(?:final\s*)?(?::[^:]|$)", plain)):
        return "scope", ""
    if re.search(r"\benum\b", plain) or is_assigned(text) or not callable_:
        return "value", ""
    # A constructor's initialisers: `: a_{1}, b_(2) {` - the brace after a name belongs to the member.
    colon = re.search(r"\)\s*(?:noexcept\s*(?:\(\))?\s*)?:(?!:)", text)
    last = re.search(r"([A-Za-z_]\w*)\s*$", text)
    if colon and last and last.group(1) not in TAIL:
        return "value", ""
    if colon and re.search(r">\s*$", text):
        return "value", ""
    return "function", callable_


def functions(source):
    """Every function with a body: name, first line, last line, lines."""
    code = no_directives(without_comments(source, strings=False))
    found, head_start, parens, i = [], None, 0, 0
    n = len(code)

    def line_at(offset):
        return code.count("\n", 0, offset) + 1

    def skip(start):
        depth, j = 0, start
        while j < n:
            if code[j] == "{":
                depth += 1
            elif code[j] == "}":
                depth -= 1
                if depth == 0:
                    return j
            j += 1
        return n - 1

    while i < n:
        c = code[i]
        if head_start is None and not c.isspace() and c not in ";}":
            head_start = i
            label = re.compile(r"(?:public|private|protected)\s*:(?!:)").match(code, i)
            if label:
                head_start, i = None, label.end()
                continue
        if c == "(":
            parens += 1
        elif c == ")":
            parens -= 1
        elif c == ";" and parens == 0:
            head_start = None
        elif c == "{":
            if parens > 0:
                i = skip(i) + 1
                continue
            kind, name = classify(code[head_start:i])
            if kind == "scope":
                head_start = None
            else:
                end = skip(i)
                if kind == "function":
                    first, last = line_at(head_start), line_at(end)
                    found.append({"name": name, "line": first, "end": last, "lines": last - first + 1})
                    head_start = None
                i = end + 1
                continue
        elif c == "}":
            head_start = None
        i += 1
    return found


def long_functions(tree, over):
    out = []
    for name, text in tree.code().items():
        out += [dict(f, file=name) for f in functions(text) if f["lines"] > over]
    return sorted(out, key=lambda f: -f["lines"])


# ---------------------------------------------------------------- 5: headers that are installed

def headers(tree):
    install = tree.files.get("cmake/sptune_install.cmake", "")
    found = [n for n in sorted(tree.files) if re.fullmatch(r"include/sptune/.*\.h(pp)?", n)]
    loop = re.search(r"foreach\(room ([^)]*)\)\s*if\(EXISTS", install)
    if loop:  # before include/sptune/: all headers of the modules that ship
        for folder in loop.group(1).split():
            found += [n for n in sorted(tree.files) if re.fullmatch(re.escape(folder) + r"/[^/]+\.hpp", n)]
    if re.search(r"install\(FILES sptune\.hpp", install):
        found.append("sptune.hpp")
    return [{"file": n, "line": 1, "text": ""} for n in found]


# ---------------------------------------------------------------- 6: six lines twice

def telling(text):
    """(line number, folded text) of the lines that say something."""
    code = without_comments(text)
    for number, line in enumerate(code.split("\n"), 1):
        folded = " ".join(line.split())
        if re.search(r"\w", folded) and not folded.startswith(("#include", "#pragma once")) and folded != "else":
            yield number, folded


def duplicate_pairs(tree, window=6):
    runs = collections.defaultdict(list)
    texts = {}
    for name, text in tree.code().items():
        lines = list(telling(text))
        texts[name] = lines
        for i in range(len(lines) - window + 1):
            runs[tuple(t for _, t in lines[i:i + window])].append((name, i))
    starts = set()
    for places in runs.values():
        for a in range(len(places)):
            for b in range(a + 1, len(places)):
                starts.add((places[a], places[b]))
    pairs = []
    for (fa, ia), (fb, ib) in sorted(starts):
        if ((fa, ia - 1), (fb, ib - 1)) not in starts and not (fa == fb and ib - ia < window):
            pairs.append({"file": fa, "line": texts[fa][ia][0], "text": f"~ {fb}:{texts[fb][ib][0]}"})
    return pairs


# ---------------------------------------------------------------- the table

def count(tree):
    named, parsed = operations(tree), parses(tree)
    return {
        "operations": named["places"], "operations_public": named["public"], "operations_vendor": named["vendor"],
        "operations_migrations": named["migration"],
        "parses_of_text": parsed["text"], "resolutions": parsed["resolve"],
        "axes": axes(tree),
        "functions_over_60": long_functions(tree, 60), "functions_over_100": long_functions(tree, 100),
        "headers": headers(tree), "duplicates": duplicate_pairs(tree),
    }


TITLES = {
    "operations": "places that name an operation",
    "operations_public": "  in the public interface",
    "operations_vendor": "  symbols of other libraries",
    "operations_migrations": "  in migrations published before",
    "parses_of_text": "places that parse a configuration's text",
    "resolutions": "places that complete or type a configuration",
    "axes": "axes said again beside their declaration",
    "functions_over_60": "functions over 60 lines",
    "functions_over_100": "functions over 100 lines",
    "headers": "headers installed",
    "duplicates": "pairs of six equal lines",
}


def table(columns, markdown):
    names = list(columns)
    rows = [["", *names, "limit"]]
    for key, title in TITLES.items():
        rows.append([title, *(str(len(columns[n][key])) for n in names), str(LIMITS.get(key, ""))])
    width = [max(len(r[i]) for r in rows) for i in range(len(rows[0]))]
    lines = []
    for i, row in enumerate(rows):
        cells = [c.ljust(w) if j == 0 else c.rjust(w) for j, (c, w) in enumerate(zip(row, width))]
        lines.append(("| " + " | ".join(cells) + " |") if markdown else "  ".join(cells).rstrip())
        if markdown and i == 0:
            lines.append("| " + " | ".join(["---"] + ["--:"] * (len(width) - 1)) + " |")
    return "\n".join(lines)


def listing(counts):
    out = []
    for key, title in TITLES.items():
        out.append(f"{title.strip()}: {len(counts[key])}")
        for p in counts[key]:
            text = f"{p['name']}, {p['lines']} lines" if "lines" in p else p["text"]
            out.append(f"  {p['file']}:{p['line']}: {text}".rstrip(": "))
    by_module = collections.Counter(p["module"] for p in counts["parses_of_text"])
    out.append("parses of text by module: " + ", ".join(f"{m} {n}" for m, n in sorted(by_module.items())))
    return "\n".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revisions", nargs="*", metavar="REV", help='revisions; "." (the default) is the checkout')
    for flag in ("list", "json", "markdown", "check"):
        parser.add_argument("--" + flag, action="store_true")
    options = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parents[2]
    columns = {}
    for revision in options.revisions or ["."]:
        tree = Tree.of_folder(root) if revision == "." else Tree.of_revision(root, revision)
        if not tree.code():
            sys.exit(f"counts.py: {revision}: no sources found below {root}")
        columns["checkout" if revision == "." else revision] = count(tree)
    if options.json:
        print(json.dumps(columns, indent=1))
    elif options.list:
        for name, counts in columns.items():
            print(f"{name}\n{listing(counts)}")
    else:
        print(table(columns, options.markdown))
    if not options.check:
        return
    over = [(n, k) for n in columns for k, limit in LIMITS.items() if len(columns[n][k]) > limit]
    for name, key in over:
        print(f"{name}: {TITLES[key].strip()}: {len(columns[name][key])}, the limit is {LIMITS[key]} (--list names them)")
    sys.exit(1 if over else 0)


if __name__ == "__main__":
    main()

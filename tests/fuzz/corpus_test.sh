#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The corpora are as corpus.py writes them; what it adds comes back bit for bit, and it refuses what it should.
set -euo pipefail
command -v python3 >/dev/null || { echo "python3 is not installed"; exit 77; }
here=$(cd "$(dirname "$0")" && pwd)
"$here/corpus.py" check

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/corpus"
cp "$here/corpus.py" "$work"
: >"$work/corpus/some.txt"
fail() { echo "corpus_test.sh: $1"; exit 1; }

python3 -c "import sys; sys.stdout.buffer.write(bytes(range(256)) + b'\\\\x41 ')" >"$work/every byte"
: >"$work/empty"
"$work/corpus.py" add some "$work/every byte" "$work/empty"
"$work/corpus.py" unpack some "$work/out"
cmp "$work/every byte" "$work/out/every-byte" || fail "bytes changed"
cmp "$work/empty" "$work/out/empty" || fail "bytes changed"
[ "$(wc -l <"$work/corpus/some.txt")" -eq 2 ] || fail "not a line for every input"
# Shells read a line, too.
printf '%b' "$(grep -a '^every-byte' "$work/corpus/some.txt" | cut -f 2)" | cmp - "$work/every byte" || fail "printf reads another input"

cp "$work/empty" "$work/again"
"$work/corpus.py" add some "$work/again" | grep "is there already, as empty" >/dev/null || fail "stored twice"
echo 1 >"$work/empty"
if "$work/corpus.py" add some "$work/empty" 2>"$work/err"; then fail "another input under a name that is taken"; fi
grep -q "rename the file" "$work/err" || fail "the remedy is not said"
if "$work/corpus.py" add other "$work/empty" 2>"$work/err"; then fail "a fuzzer that does not exist"; fi
grep -q "expected one of some" "$work/err" || fail "known fuzzers are not said"
"$work/corpus.py" check >/dev/null
printf 'a\tplain\\q\n' >"$work/corpus/some.txt"
if "$work/corpus.py" check 2>/dev/null; then fail "a wrong escape passes"; fi
printf 'b\t1\na\t2\n' >"$work/corpus/some.txt"
if "$work/corpus.py" check 2>/dev/null; then fail "lines out of order pass"; fi

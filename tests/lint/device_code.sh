#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# bench/device_code.py reads what ptxas says, of a compiler that only says it.
set -euo pipefail
program=$SPTUNE_SOURCE_DIR/bench/device_code.py
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "device_code: $*" >&2; exit 1; }

mkdir -p "$folder/kernels/spmv"
cat >"$folder/compiler" <<'EOF'
#!/usr/bin/env bash
case " $* " in *" -Xptxas=-v "*) ;; *) echo "ptxas is not asked" >&2; exit 3 ;; esac
[[ "$*" != *bad.cu* ]] || { echo "error: no such type" >&2; exit 2; }
cat >&2 <<'TEXT'
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function '_Z5firstPi' for 'sm_90'
ptxas info    : Function properties for _Z5firstPi
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 32 registers, used 1 barriers, 1040 bytes smem
ptxas info    : Compiling entry function '_Z6secondPi' for 'sm_90'
ptxas info    : Function properties for _Z6secondPi
    16 bytes stack frame, 24 bytes spill stores, 24 bytes spill loads
ptxas info    : Used 255 registers, used 0 barriers, 16 bytes stack, 380 bytes cmem[0]
TEXT
EOF
chmod +x "$folder/compiler"
entry() { printf '{"directory": "%s", "command": "/usr/bin/ccache %s/compiler -c %s -o %s.o", "file": "%s"}' "$folder" "$folder" "$1" "$1" "$1"; }
printf '[%s,%s]' "$(entry "$folder/kernels/spmv/a.cu")" "$(entry "$folder/kernels/spmv/main.cpp")" >"$folder/compile_commands.json"
"$program" "$folder" -o "$folder/now.json" 2>"$folder/progress"
grep -q '1 of 1 spmv/a.cu' "$folder/progress" || fail "a source for the GPU is not named: $(cat "$folder/progress")"
[ ! -e "$folder/kernels/spmv/a.cu.o" ] || fail "an object was left behind"

# Before: one kernel less, and it did not spill.
sed 's/"spilled": 24/"spilled": 0/; s/"registers": 255/"registers": 128/' "$folder/now.json" >"$folder/before.json"
table=$("$program" --compare "$folder/before.json" "$folder/now.json")
grep -qF '| spmv/a.cu | 2 |' <<<"$table" || fail "two kernels are expected: $table"
grep -qF '| 32, 128 → 32, 255 | 1040 | 0 → 1 |' <<<"$table" || fail "registers, shared memory or spills are wrong: $table"
grep -q '^now: .* of 1 sources, 2 kernels, 1 of them spill$' <<<"$table" || fail "the sum is wrong: $table"

printf '[%s]' "$(entry "$folder/kernels/spmv/bad.cu")" >"$folder/compile_commands.json"
if "$program" "$folder" 2>"$folder/why" >/dev/null; then fail "a compiler that fails went unnoticed"; fi
grep -q 'bad.cu: the compiler ended with 2' "$folder/why" || fail "the source that failed is not named"
if "$program" "$folder/none" 2>"$folder/why"; then fail "a folder that is none went unnoticed"; fi
grep -q 'configure the folder first' "$folder/why" || fail "no remedy: $(cat "$folder/why")"
echo "device_code: ok"

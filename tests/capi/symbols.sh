#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# symbols.sh <libsptune.so> <sptune.h> <nm>: the library defines what the header declares, and shows no more.
set -euo pipefail
library=$1 header=$2 nm=$3

# Functions of the header, comments left out; `nm` writes a symbol's version behind an @.
declared=$(sed ':a;N;$!ba;s|/\*[^*]*\*\+\([^/*][^*]*\*\+\)*/||g' "$header" | grep -oE '\bsptune_[a-z_]+\(' | tr -d '(' | sort)
shown=$("$nm" -D --defined-only "$library" | awk '$2 != "A" { sub("@.*", "", $3); print $3 }' | sort)
if ! diff <(echo "$declared") <(echo "$shown"); then
  echo "libsptune.so and sptune.h differ: < declared, > shown"
  exit 1
fi
[ "$(wc -l <<<"$declared")" -gt 30 ] || { echo "only these functions were found: $declared"; exit 1; }
echo "$(wc -l <<<"$shown") functions, as declared"

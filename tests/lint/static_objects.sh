#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# static_objects.sh <nm> <archive>...: the library destroys no static object when a program ends. A plan of the
# application's that ends later still may, on the thread of its own, choose by what those held.
set -euo pipefail
nm=$1
shift
[ $# -gt 0 ] || { echo "no archives"; exit 1; }
for archive in "$@"; do
  "$nm" -A "$archive"
done 2>/dev/null | awk '{ all++ } $NF == "__cxa_atexit" { print "has a static object with a destructor: " $1; bad = 1 }
  END { if (all < 100) { print "only " all + 0 " symbols were found"; exit 1 } exit bad }'
echo "nothing of $# archives is destroyed when a program ends"

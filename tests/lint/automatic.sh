#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# automatic.sh <cmake>: SPTUNE_CUDA and SPTUNE_MPI understand what CMake takes for true or false, and refuse what is
# neither that nor AUTO.
set -euo pipefail
cmake=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/script.cmake" <<END
include($SPTUNE_SOURCE_DIR/cmake/sptune_automatic.cmake)
sptune_automatic(SPTUNE_CUDA)
message(STATUS "\${SPTUNE_CUDA}")
END
# is <expected> <word…>
is() {
  local expected=$1 word found
  shift
  for word in "$@"; do
    found=$("$cmake" -DSPTUNE_CUDA="$word" -P "$work/script.cmake")
    [ "$found" = "-- $expected" ] || { echo "SPTUNE_CUDA=$word is $found, expected $expected"; exit 1; }
  done
}
is ON ON on TRUE true 1 YES y
is OFF OFF off FALSE False 0 NO n '' NOTFOUND x-NOTFOUND
is AUTO AUTO auto
for word in OF automatic 2x 'ON;OFF'; do
  if "$cmake" -DSPTUNE_CUDA="$word" -P "$work/script.cmake" >"$work/log" 2>&1; then
    echo "SPTUNE_CUDA=$word is taken for something:"
    cat "$work/log"
    exit 1
  fi
  tr -s ' \n' ' ' <"$work/log" | grep -F "SPTUNE_CUDA=$word, expected AUTO, ON or OFF" >/dev/null || { cat "$work/log"; exit 1; }
done
for option in SPTUNE_CUDA SPTUNE_MPI; do
  grep -qx "sptune_automatic($option)" "$SPTUNE_SOURCE_DIR/cmake/sptune_options.cmake" || { echo "$option is not made one of them"; exit 1; }
done

# SPDX-License-Identifier: BSD-3-Clause
# To be sourced: what pages of docs/ print.

# block <page> <language>: the first block of that language, and of ```: what it prints.
block() {
  awk -v fence="\`\`\`$2" '/^```/ { if (inside) exit; open = !open; inside = open && $0 == fence; next } inside' \
    "$SPTUNE_SOURCE_DIR/docs/$1"
}

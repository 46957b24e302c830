#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""installed_links.py FOLDER: documents that were installed there name what is in the source tree alone, and do not lead
to it: of a link to a file that is not there its text is left."""
import pathlib
import re
import sys

LINK = re.compile(r"\[([^\[\]]*)\]\(([^)#:\s]+)(#[^)]*)?\)")

for page in sorted(pathlib.Path(sys.argv[1]).rglob("*.md")):
    text = page.read_text(encoding="utf-8")
    left = LINK.sub(lambda link: link[0] if (page.parent / link[2]).exists() else link[1], text)
    if left != text:
        page.write_text(left, encoding="utf-8")

#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Serves a folder over HTTP on 127.0.0.1 like a SuiteSparse mirror, with faults by first path element.

range_server.py FOLDER: prints the port, then serves until standard input closes. /<mode>/<path>:
  good     as it should be
  break    the first answer stops half-way
  trickle  every answer stops after a quarter of the file
  norange  like break, and Range is ignored
  changed  like break, and the file's ETag differs from then on
  untagged like break, then half of another version without an ETag, then like good
  emptied  like break, and the second answer is an empty file
  elsewhere, nowhere   like break, and what answers a Range is the whole file, called a part (or nothing)
  piecemeal  like break, and a Range is answered with a part of it
  busy     the first two answers are 503
  dead     every answer is 500
  page     a page of HTML with status 200
  cut      half of the file, without its length
  huge     a length of a terabyte is declared
  endless  zeros for ever, without a length
  drip     four bytes a second
  excuse   status 404 and a page without an end
  away     a redirect to /good/, with a page of a terabyte
GET /log gives the requests so far as lines "<status> <range or -> <path>".
"""
import http.server
import os
import re
import sys
import threading
import time

folder = sys.argv[1]
seen = {}
log = []


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, body, headers=(), declared=None):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if declared is None else declared))
        self.end_headers()
        self.wfile.write(body)
        log.append("%d %s %s" % (status, self.headers.get("Range", "-"), self.path))
        if declared is not None and declared != len(body):
            self.close_connection = True

    def pour(self, mode, path, file):
        """Sends what has no end, or no length; closes then."""
        log.append("%s %s" % (mode, self.path))
        self.send_response({"excuse": 404, "away": 302}.get(mode, 200))
        if mode == "away":
            self.send_header("Location", "/good/" + path)
            self.send_header("Content-Length", str(10**12))
        else:
            self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        try:
            if mode == "cut":
                with open(file, "rb") as f:
                    self.wfile.write(f.read()[: os.path.getsize(file) // 2])
            while mode == "drip":
                self.wfile.write(b"%%Ma")
                time.sleep(1)
            while mode != "cut":
                self.wfile.write(bytes(1 << 16))
        except OSError:
            pass  # the other side has had enough

    def do_GET(self):
        if self.path == "/log":
            self.answer(200, "\n".join(log).encode())
            log.pop()
            return
        _, mode, path = self.path.split("/", 2)
        count = seen[self.path] = seen.get(self.path, 0) + 1
        file = os.path.join(folder, path)
        if mode == "page":
            self.answer(200, b"<!DOCTYPE html>\n<html><body>Log in first.</body></html>\n")
            return
        if mode in ("endless", "excuse", "away", "cut", "drip"):
            self.pour(mode, path, file)
            return
        if mode == "dead" or (mode == "busy" and count <= 2):
            self.answer(500 if mode == "dead" else 503, b"no")
            return
        if not os.path.isfile(file):
            self.answer(404, b"not here")
            return
        with open(file, "rb") as f:
            data = f.read()
        tag = '"%s-%d"' % (mode, count if mode == "changed" else 0)
        begin, status = 0, 200
        wanted = re.match(r"bytes=(\d+)-$", self.headers.get("Range", ""))
        if wanted and mode != "norange" and self.headers.get("If-Range", tag) == tag:
            begin, status = int(wanted.group(1)), 206
            if begin >= len(data):
                self.answer(416, b"", [("Content-Range", "bytes */%d" % len(data))])
                return
        body = data[begin:]
        headers = [("ETag", tag), ("Accept-Ranges", "bytes")]
        if status == 206:
            headers.append(("Content-Range", "bytes %d-%d/%d" % (begin, len(data) - 1, len(data))))
        sent = body
        if mode == "huge":
            self.answer(200, body, headers, 10**12)
            return
        if mode == "untagged" and count == 2:
            other = bytes(byte ^ 0x55 for byte in data)
            self.answer(200, other[: len(data) // 2], (), len(data))
            return
        if mode == "emptied" and count > 1:
            self.answer(200, b"")
            return
        if mode in ("elsewhere", "nowhere") and status == 206:
            whole = [("Content-Range", "bytes 0-%d/%d" % (len(data) - 1, len(data)))]
            self.answer(206, data, headers[:2] + whole * (mode == "elsewhere"))
            return
        if mode == "piecemeal" and status == 206:
            sent = body[: len(data) // 4 + 1]
            part = ("Content-Range", "bytes %d-%d/%d" % (begin, begin + len(sent) - 1, len(data)))
            self.answer(206, sent, headers[:2] + [part])
            return
        if mode in ("break", "norange", "changed", "untagged", "emptied", "elsewhere", "nowhere", "piecemeal") \
                and count == 1:
            sent = body[: len(body) // 2]
        elif mode == "trickle":
            sent = body[: len(data) // 4 + 1]
        self.answer(status, sent, headers, len(body))

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()

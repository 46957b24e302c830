# SPDX-License-Identifier: BSD-3-Clause
"""What `pip install .` asks CMake for. A cmake that writes down its arguments stands in for the real one."""
import os
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

source = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(source / "python/backend"))
import sptune_wheel  # noqa: E402

CMAKE = """#!/bin/sh
echo "$@" >>"$ASKED"
case " $* " in
  *" -DFAILS "*) exit 1 ;;
  *" -B "*) mkdir -p build/pip ;;
  *" --install "*) mkdir -p "$DESTDIR/sptune/lib" && echo installed >"$DESTDIR/sptune/lib/libsptune.so.0" ;;
esac
"""


class Library(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        cmake = self.root / "bin/cmake"
        cmake.parent.mkdir()
        cmake.write_text(CMAKE)
        cmake.chmod(0o755)
        for patched in (unittest.mock.patch.object(sptune_wheel, "ROOT", self.root),
                        unittest.mock.patch.dict(os.environ, PATH=f"{cmake.parent}:{os.environ['PATH']}",
                                                 ASKED=str(self.root / "asked"))):
            patched.start()
            self.addCleanup(patched.stop)
        os.environ.pop("SPTUNE_BUILD_DIR", None)

    def asked(self, arguments):
        """What is asked of CMake where CMAKE_ARGS has these arguments."""
        (self.root / "asked").write_text("")
        with unittest.mock.patch.dict(os.environ, CMAKE_ARGS=arguments):
            try:
                self.assertEqual(sptune_wheel._library(), b"installed\n")
            finally:
                lines = (self.root / "asked").read_text().splitlines()
        return lines

    def test_it_is_what_is_installed(self):
        configured, built, installed = self.asked("")
        self.assertIn("-DSPTUNE_TOOLS=OFF", configured)
        self.assertIn("--target sptune_c", built)
        self.assertIn("--component runtime", installed)
        with unittest.mock.patch.dict(os.environ, SPTUNE_BUILD_DIR="build/own"):
            built, installed = self.asked("")
        self.assertIn("build/own", installed)

    def test_options_of_an_earlier_call_do_not_stay(self):
        def fresh(arguments):
            return "--fresh" in self.asked(arguments)[0].split()
        fresh("-DSPTUNE_CUDA=OFF")
        self.assertFalse(fresh("-DSPTUNE_CUDA=OFF"), "the same again")
        self.assertTrue(fresh(""))
        self.assertFalse(fresh(""))
        with self.assertRaisesRegex(SystemExit, "failed with status 1"):
            self.asked("-DFAILS")
        self.assertTrue(fresh("-DSPTUNE_CUDA=OFF"))

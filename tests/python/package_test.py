# SPDX-License-Identifier: BSD-3-Clause
"""The package without a matrix: its prototypes, models, options, errors, databases."""
import contextlib
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
import warnings

import sptune
from products_test import reason_without
from sptune import _library

source = pathlib.Path(__file__).resolve().parents[2]


def small_matrix():
    import scipy.sparse
    return scipy.sparse.csr_matrix([[2.0, -1], [0, 3]])


class Header(unittest.TestCase):
    """What _library.py says is what sptune.h declares."""

    @classmethod
    def setUpClass(cls):
        cls.text = re.sub(r"//[^\n]*|/\*.*?\*/", "", (source / "include/sptune/sptune.h").read_text(), flags=re.S)

    def test_functions_and_their_arguments(self):
        kinds = {"int": "c_int", "double": "c_double", "int64_t": "c_long", "uint64_t": "c_ulong", "size_t": "c_ulong",
                 "sptune_listener": "CFunctionType"}
        declared = {}
        for name, arguments in re.findall(r"sptune_status (sptune_\w+)\(([^)]*)\)", self.text):
            declared[name] = []
            for argument in arguments.split(","):
                words = argument.replace("*", " * ").split()
                enumeration = words[0].startswith("sptune_") and words[0] != "sptune_listener"
                declared[name].append("pointer" if "*" in words else kinds[words[0]] if not enumeration else "c_int")
        described = {name: ["pointer" if a.__name__ in ("c_void_p", "c_char_p") else a.__name__ for a in arguments]
                     for name, arguments in _library.FUNCTIONS.items()}
        self.assertEqual(described, declared)

    def test_numbers(self):
        def numbers(prefix):
            return {name.lower(): int(value) for name, value in re.findall(rf"SPTUNE_{prefix}(\w+) = (\d+)", self.text)}
        self.assertEqual(numbers("VALIDATE_"), _library.VALIDATE)
        self.assertEqual(numbers("PROBE_"), _library.PROBE)
        self.assertEqual(numbers("ORDER_"), _library.ORDERS)
        self.assertEqual(numbers("TEXT_"), {name: i for i, name in enumerate(_library.TEXTS)})
        self.assertEqual(numbers("NUMBER_"), {name: i for i, name in enumerate(_library.NUMBERS)})
        self.assertEqual(numbers("F"), {"32": 0, "64": 1})
        self.assertEqual(numbers("I"), {"32": 0, "64": 1})
        errors = numbers("ERROR_")
        self.assertEqual((errors["argument"], errors["memory"]), (_library.ERROR_ARGUMENT, _library.ERROR_MEMORY))
        abi = re.search(r"set\(SPTUNE_ABI (\d+)\)", (source / "CMakeLists.txt").read_text()).group(1)
        self.assertEqual(_library.SONAME, "libsptune.so." + abi)

    def test_versions(self):
        project = re.search(r"VERSION (\S+)", (source / "CMakeLists.txt").read_text()
                            .split("project(")[1]).group(1)
        self.assertEqual(sptune.version(), project)
        self.assertIn(f'version = "{project}"', (source / "python/pyproject.toml").read_text())


class Package(unittest.TestCase):
    def setUp(self):
        why = reason_without("numpy", "scipy")
        if why:
            self.skipTest(why)

    def test_a_model_that_cannot_be_used_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            damaged = pathlib.Path(folder, "damaged.json")
            damaged.write_text('{"format": ')
            for path in (damaged, str(damaged), os.fsencode(damaged).decode(), pathlib.Path(folder, "none.json")):
                with self.assertRaisesRegex(sptune.Error, re.escape(str(path))) as caught:
                    sptune.Dispatcher([path])
                self.assertEqual(caught.exception.status, "SPTUNE_ERROR_INPUT")

    def test_shipped_models_are_loaded_unless_switched_off(self):
        backends = os.environ.get("SPTUNE_TEST_BACKENDS")
        if backends is None:
            self.skipTest("SPTUNE_TEST_BACKENDS does not say for what the library was built (cpu, or cpu,cuda)")
        shipped = [json.loads(file.read_text())["backend"] for file in (source / "models").glob("*.json")]
        self.assertLessEqual({"cpu", "cuda"}, set(shipped))
        with unittest.mock.patch.dict(os.environ):
            os.environ.pop("SPTUNE_MODEL", None)
            self.assertEqual(len(sptune.Dispatcher()), sum(backend in backends.split(",") for backend in shipped))
        with unittest.mock.patch.dict(os.environ, SPTUNE_MODEL="none"):
            self.assertEqual(len(sptune.Dispatcher()), 0)

    def test_warnings_are_pythons(self):
        with (unittest.mock.patch.dict(os.environ, SPTUNE_MODEL="/no/such/model.json"),
              warnings.catch_warnings(record=True) as caught):
            warnings.simplefilter("always")
            self.assertEqual(len(sptune.Dispatcher()), 0)
        self.assertIn("/no/such/model.json", str(caught[0].message))
        self.assertIs(caught[0].category, RuntimeWarning)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            sptune.matrix(small_matrix(), threads=10**6) @ small_matrix()
        self.assertIn("1000000 threads are asked for", str(caught[0].message))
        self.assertEqual(caught[0].filename, __file__, "where the caller is, not where the package is")

    def test_what_a_function_of_the_caller_raises_is_raised(self):
        with (unittest.mock.patch.dict(os.environ, SPTUNE_MODEL="/no/such/model.json"), warnings.catch_warnings()):
            warnings.simplefilter("error")
            self.assertRaisesRegex(RuntimeWarning, "/no/such/model.json", sptune.Dispatcher)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertRaisesRegex(RuntimeWarning, "1000000 threads", sptune.Dispatcher().spmv, small_matrix(),
                                   threads=10**6)

        def stop(line):
            raise KeyError(line)
        listener = _library.heard(stop)
        with unittest.mock.patch.dict(os.environ, SPTUNE_MODEL="/no/such/model.json"):
            for _ in range(2):  # the next call begins anew
                self.assertRaisesRegex(KeyError, "/no/such/model.json", _library.made, "sptune_dispatcher_create", None, 0,
                                       listener, None)
                self.assertEqual(sptune.spmv(small_matrix())(small_matrix().data[:2]).shape, (2,))

    def test_texts_that_c_would_cut_off_are_refused(self):
        self.assertRaisesRegex(ValueError, "^force holds a NUL", sptune.spmv, small_matrix(), force="csr\0{width=4}")
        for models in ("model.json\0", [b"a", b"b\0c"]):
            self.assertRaisesRegex(ValueError, "^models holds a NUL", sptune.Dispatcher, models)

    def test_results_live_until_the_interpreter_is_gone(self):
        program = """if True:
            import atexit
            def late():  # after the handlers of what was imported later
                print("late", (C @ C).sum(), (M @ C).sum(), plan(C.data[:2]).sum())
            atexit.register(late)
            import scipy.sparse, sptune
            A = scipy.sparse.csr_matrix([[2.0, -1], [0, 3]])
            M = sptune.matrix(A)
            plan = sptune.spmv(A)
            C = M @ A
            print("now", (C @ C).sum(), (M @ C).sum(), plan(C.data[:2]).sum())"""
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False,
                              env={**os.environ, "PYTHONPATH": str(source / "python"), "MALLOC_PERTURB_": "85"})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        now, late = (line.split(" ", 1) for line in done.stdout.splitlines())
        self.assertEqual((now[0], late[0]), ("now", "late"))
        self.assertEqual(now[1], late[1])

    def test_options(self):
        A = small_matrix()
        plan = sptune.spmv(A, force="csr{width=4}", expected_runs=10, threads=1, memory_limit=10**6, explain=True,
                           constant_values=True, validate="full", pattern_id=2**64 - 1, probe="as_paid",
                           settled=print, columns="sorted")
        said = plan.describe()
        self.assertIn("width=4", said["configuration"])
        self.assertEqual((said["match"], said["reason"]), ("forced", "forced"))
        self.assertEqual(plan.configuration, said["configuration"])
        self.assertTrue(plan.explanation.startswith(plan.configuration))
        self.assertIn("Spmv 2x2 csr{", repr(plan))
        self.assertGreaterEqual(said["memory_bytes"], 0)

    def test_a_product_of_a_matrix_with_another_is_planned_for_one_run(self):
        A, planned = small_matrix(), []

        class Recording(sptune.Dispatcher):
            def spgemm(self, A, B, **options):
                planned.append(options)
                return super().spgemm(A, B, **options)
        M = Recording().matrix(A, expected_runs=500, repeat="values", probe="at_once", settled=print, pattern_id=7,
                               threads=1, validate="full")
        for B in (A, M):
            self.assertEqual((M @ B).toarray().tolist(), (A @ A).toarray().tolist())
        self.assertEqual(planned, 2 * [{"expected_runs": 1, "repeat": "whole", "probe": "none", "settled": None,
                                        "pattern_id": 0, "threads": 1, "validate": "full"}])

    def test_options_that_mean_nothing(self):
        A = small_matrix()
        for error, option in ((ValueError, {"validate": "fully"}), (ValueError, {"probe": 1}),
                              (ValueError, {"repeat": "often"}),
                              (ValueError, {"columns": "random"}), (ValueError, {"expected_runs": -1}),
                              (ValueError, {"expected_runs": float("nan")}), (ValueError, {"threads": 2**40}),
                              (ValueError, {"memory_limit": 2**70}), (ValueError, {"force": "no_such_kernel"}),
                              (TypeError, {"force": 1}), (TypeError, {"threads": 1.5}),
                              (TypeError, {"no_such_option": 1})):
            with self.subTest(option), self.assertRaises(error):
                sptune.spmv(A, **option)
        for function, more in ((sptune.spmv, ()), (sptune.spmm, (2,)), (sptune.spgemm, (A,)), (sptune.matrix, ())):
            with self.subTest(function.__name__), self.assertRaisesRegex(
                    TypeError, rf"^{function.__name__}\(\) has no option 'expected_rnus', known are expected_runs, "):
                function(A, *more, expected_rnus=5)
        self.assertRaises(ValueError, sptune.spmm, A, 2, "Z")
        self.assertRaises(ValueError, sptune.spmm, A, 2**70)

    def test_options_that_would_be_read_as_others_are_refused_by_name(self):
        for error, name, value, words in (
                (ValueError, "pattern_id", 2**64, r"expected an integer from 0 of 64 bits: pattern_id % 2\*\*64 is one"),
                (ValueError, "pattern_id", -1, r"pattern_id % 2\*\*64 is one"),
                (TypeError, "pattern_id", "mesh", "is 'mesh', expected an integer"),
                (TypeError, "pattern_id", 7.0, "expected an integer"), (TypeError, "threads", 1.5, "expected an integer"),
                (TypeError, "memory_limit", "1 GiB", "expected an integer"),
                (TypeError, "constant_values", "no", "is 'no', expected True or False"),
                (TypeError, "constant_values", 1, "expected True or False"),
                (TypeError, "explain", None, "expected True or False"),
                (TypeError, "settled", "log.txt", "is 'log.txt', expected a function that takes a line of text"),
                (TypeError, "settled", False, "expected a function"), (TypeError, "expected_runs", "500", "a number"),
                (TypeError, "expected_runs", 1j, "a number"), (ValueError, "expected_runs", 10**400, "too large")):
            with self.subTest(name=name, value=value), self.assertRaisesRegex(error, f"^{name} .*{words}"):
                sptune.spmv(small_matrix(), **{name: value})

    def test_numbers_and_flags_of_numpy_are_options(self):
        import numpy
        plan = sptune.spmv(small_matrix(), expected_runs=numpy.float32(9), threads=numpy.int64(1),
                           pattern_id=numpy.uint64(2**64 - 1), constant_values=numpy.bool_(True))
        self.assertEqual(plan(numpy.ones(2), alpha=numpy.int8(2)).tolist(), [2, 6])
        for cut in (numpy.complex64(1 + 2j), numpy.complex128(2j), numpy.array(2j)):
            with self.subTest(cut=cut):
                self.assertRaisesRegex(TypeError, "^alpha is .*expected a number", plan, numpy.ones(2), alpha=cut)

    def test_models_that_are_no_paths_are_refused(self):
        for models in (5, [5], ["model.json", None]):
            with self.subTest(models), self.assertRaisesRegex(TypeError, "models is .*, expected a path or several"):
                sptune.Dispatcher(models)
        for none in ([], iter(())):  # a pattern that no file matched
            self.assertRaisesRegex(ValueError, r"models is empty: None takes those of \$SPTUNE_MODEL", sptune.Dispatcher, none)

    def test_a_device_that_is_not_there_is_an_error(self):
        try:
            sptune.device_name()
        except sptune.Error as why:
            self.assertEqual(why.status, "SPTUNE_ERROR_DEVICE")
        else:
            self.skipTest("there is a CUDA device")

    def python(self, program, **environment):
        return subprocess.run([sys.executable, "-c", program], env={**os.environ, **environment}, text=True,
                              capture_output=True, cwd=source / "python")

    def test_a_library_that_is_not_there_is_named(self):
        run = self.python("import sptune\ntry:\n  sptune.version()\nexcept sptune.Error as e:\n  print(e)",
                          SPTUNE_LIBRARY="/no/such/libsptune.so")
        self.assertIn("/no/such/libsptune.so", run.stdout, run.stderr)
        self.assertIn("SPTUNE_LIBRARY", run.stdout)

    def test_another_library_is_named(self):
        run = self.python("import sptune\ntry:\n  sptune.version()\nexcept sptune.Error as e:\n  print(e)",
                          SPTUNE_LIBRARY="libc.so.6")
        self.assertIn("libc.so.6 is no libsptune", run.stdout, run.stderr)

    def test_a_library_with_a_relative_name_finds_the_models_that_ship(self):
        library = os.environ.get("SPTUNE_LIBRARY", "")
        if "/" not in library:
            self.skipTest("SPTUNE_LIBRARY does not say where the library is")
        with unittest.mock.patch.dict(os.environ):
            os.environ.pop("SPTUNE_MODEL", None)
            named = self.python("import sptune\nprint(len(sptune.Dispatcher()))")
            run = self.python("import os, sptune\nsptune.version()\nos.chdir('/')\nprint(len(sptune.Dispatcher()))",
                              SPTUNE_LIBRARY=os.path.relpath(library, source / "python"))
        self.assertEqual((run.returncode, run.stdout), (0, named.stdout), run.stderr)
        self.assertGreater(int(run.stdout), 0)

    def test_an_installed_package_opens_the_library_that_it_came_with(self):
        with tempfile.TemporaryDirectory() as prefix:
            python = pathlib.Path(prefix, "share/sptune/python")
            (python / "sptune").mkdir(parents=True)
            (python / "libdir").write_text("../../../lib64\n")
            with unittest.mock.patch.object(_library, "__file__", str(python / "sptune/_library.py")):
                found = [file.resolve() for file in _library._candidates()]
            of_prefix, of_python = (pathlib.Path(folder, _library.SONAME).resolve() for folder in (
                f"{prefix}/lib64", f"{sys.prefix}/lib"))
            self.assertLess(found.index(of_prefix), found.index(of_python))

    def test_the_example_agrees_with_scipy(self):
        run = subprocess.run([sys.executable, source / "examples/pagerank.py", "2000"], text=True, capture_output=True,
                             env={**os.environ, "PYTHONPATH": str(source / "python")})
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def test_programs_end_with_plans_alive(self):
        run = self.python("import scipy.sparse, sptune\n"
                          "plans = [sptune.spmv(scipy.sparse.identity(9, format='csr')) for _ in range(3)]\n"
                          "I = scipy.sparse.identity(9, format='csr')\n"
                          "C = sptune.matrix(I) @ I\nprint(plans[0](C.data).sum())")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "9.0\n", ""))


class Read(unittest.TestCase):
    """A database of the store's tests."""

    def setUp(self):
        why = reason_without("pandas")
        if why:
            self.skipTest(why)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name, "a trial?.sqlite")
        with sqlite3.connect(self.path) as connection:
            connection.executescript(f"BEGIN;{(source / 'tests/db/databases/version-3.sql').read_text()}COMMIT;")

    def test_views_are_data_frames(self):
        trials = sptune.read(self.path)
        self.assertGreater(len(trials), 100)
        self.assertLessEqual({"matrix", "configuration", "median_us"}, set(trials.columns))
        best = sptune.read(str(self.path), "best")
        self.assertGreater(len(best), 3)
        self.assertTrue((best["median_us"] > 0).all())

    def test_queries(self):
        found = sptune.read(self.path, query="SELECT count(*) AS n FROM trial_flat WHERE operation = :operation",
                            parameters={"operation": "spmv"})
        self.assertGreater(found["n"][0], 0)

    def as_a_sweep_left_it(self, ended=True):
        """In WAL mode; without an end its changes are in the log."""
        folder = self.path.parent / "stored"
        folder.mkdir()
        writer = sqlite3.connect(self.path)
        self.addCleanup(writer.close)
        writer.execute("PRAGMA journal_mode = WAL")
        with writer:
            writer.execute("CREATE TABLE later(x)")
        if ended:
            writer.close()
        for file in self.path.parent.glob(self.path.name + "*"):
            if not file.name.endswith("-shm"):
                shutil.copyfile(file, folder / file.name)
        return folder / self.path.name

    @contextlib.contextmanager
    def unwritable(self, folder):
        folder.chmod(0o555)
        folder.parent.chmod(0o755)
        user = os.geteuid()
        if user == 0:  # who may write everywhere
            os.seteuid(65534)
        try:
            yield
        finally:
            os.seteuid(user)
            folder.chmod(0o755)

    def test_a_database_of_wal_mode_is_read_where_nothing_may_be_written(self):
        stored = self.as_a_sweep_left_it()
        before = stored.read_bytes()
        self.assertEqual(len(sptune.read(stored, "later")), 0)
        self.assertEqual([file.name for file in stored.parent.iterdir()], [stored.name], "left behind")
        with self.unwritable(stored.parent):
            self.assertGreater(len(sptune.read(stored)), 100)
            self.assertRaisesRegex(sptune.Error, "readonly", sptune.read, stored, query="DELETE FROM trial")
        self.assertEqual(stored.read_bytes(), before)

    def test_changes_in_a_log_are_read_or_asked_for(self):
        stored = self.as_a_sweep_left_it(ended=False)
        with self.unwritable(stored.parent), self.assertRaisesRegex(sptune.Error, "-wal beside it .*: copy both to"):
            sptune.read(stored)
        self.assertEqual(len(sptune.read(stored, "later")), 0)

    def test_what_is_no_database_is_an_error(self):
        self.assertRaisesRegex(sptune.Error, "there is no such database", sptune.read, "/no/such.sqlite")
        self.assertFalse(pathlib.Path("/no/such.sqlite").exists())
        self.assertRaisesRegex(sptune.Error, "not a database", sptune.read, __file__)
        self.assertRaisesRegex(ValueError, "has no view 'nonsense', but .*trial_flat", sptune.read, self.path, "nonsense")
        self.assertRaisesRegex(sptune.Error, "syntax error", sptune.read, self.path, query="SELEKT 1")
        self.assertRaisesRegex(sptune.Error, "readonly", sptune.read, self.path, query="DELETE FROM trial")
        self.assertRaisesRegex(sptune.Error, "one statement", sptune.read, self.path, query="SELECT 1; SELECT 2")

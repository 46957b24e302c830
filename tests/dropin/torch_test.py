# SPDX-License-Identifier: BSD-3-Clause
"""PyTorch's sparse products with the drop-in and without: all equal. The library is $SPTUNE_CUSPARSE. Skipped, by
name, where there is no PyTorch or no GPU."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
LIBRARY = os.environ.get("SPTUNE_CUSPARSE", "")


def why_not():
    if not LIBRARY:
        return "SPTUNE_CUSPARSE does not name libsptune-cusparse.so"
    try:
        import torch
    except ImportError:
        return "no PyTorch"
    return "" if torch.cuda.is_available() else "no GPU that PyTorch sees"


def run(folder, name, **variables):
    """What the cases gave, and what was said on standard error."""
    out = pathlib.Path(folder) / name
    done = subprocess.run([sys.executable, HERE / "torch_cases.py", out], env={**os.environ, **variables}, check=False,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise AssertionError(f"{name}: exit code {done.returncode}\n{done.stderr[-4000:]}")
    import torch
    return torch.load(out), done.stderr


REASON = why_not()


def tolerance(dtype):
    """Of sums in another order; of half precision cuSPARSE answers both."""
    import torch
    return {torch.float16: 1e-2, torch.float32: 1e-4, torch.complex64: 1e-4}.get(dtype, 1e-11)


@unittest.skipIf(REASON, REASON)
class Torch(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            cls.without, _ = run(folder, "without")
            cls.with_it, cls.log = run(folder, "with", LD_PRELOAD=LIBRARY, SPTUNE_LOG="1")

    def test_all_cases_are_there(self):
        self.assertGreater(len(self.without), 100)
        self.assertEqual(list(self.without), list(self.with_it))

    def test_same_results(self):
        import torch
        for name, wanted in self.without.items():
            found = self.with_it[name]
            with self.subTest(name):
                if isinstance(wanted, str) or isinstance(found, str):
                    self.assertEqual(found, wanted)
                    continue
                self.assertEqual(len(found), len(wanted))
                for one, other in zip(found, wanted):
                    for part, same in zip(one, other):
                        bound = tolerance(part.dtype)
                        torch.testing.assert_close(part, same, rtol=bound, atol=bound, equal_nan=True)

    def test_plans_have_answered(self):
        for question in ("SpMV f64 CSR 3000 x 3000", "SpMV f32 CSR 1000 x 900", "SpGEMM of f64 CSR 2000 x 2000",
                         "SpGEMM of f32 CSR 1500 x 1500"):
            lines = [line for line in self.log.splitlines() if question in line]
            self.assertTrue(any(": sptune, " in line for line in lines), f"{question}\n" + self.log[-6000:])

    def test_cusparse_answers_the_rest(self):
        self.assertIn("cuSPARSE; values other than f32 and f64", self.log)
        self.assertIn("cuSPARSE; a stream that is being captured", self.log)


if __name__ == "__main__":
    unittest.main(verbosity=2)

# SPDX-License-Identifier: BSD-3-Clause
"""What pip asks to build the package of this source tree (PEP 517): a wheel that brings libsptune.so and the models.

The library comes from a CMake build of its own, build/pip, or from the build folder that SPTUNE_BUILD_DIR names; CMAKE_ARGS
holds more options for CMake, such as -DSPTUNE_CUDA=OFF, of this call alone."""
import base64
import hashlib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sysconfig
import tarfile
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SONAME = "libsptune.so.0"


def _version():
    return re.search(r"project\(sptune VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


def _run(*command, **environment):
    try:
        subprocess.run([str(word) for word in command], cwd=ROOT, check=True, env={**os.environ, **environment})
    except FileNotFoundError:
        raise SystemExit(f"pip install .: expected the program {command[0]}, found none; ./setup build installs it") from None
    except subprocess.CalledProcessError as why:
        raise SystemExit(f"pip install .: {shlex.join(map(str, command))} failed with status {why.returncode}") from None


def _configure(build):
    """Options of an earlier call, which stay in a build folder, are not this one's."""
    arguments, noted = os.environ.get("CMAKE_ARGS", ""), build / "CMAKE_ARGS"
    fresh = [] if noted.is_file() and noted.read_text() == arguments else ["--fresh"]
    ninja = ["-G", "Ninja"] if shutil.which("ninja") else []
    _run("cmake", *fresh, "-S", ROOT, "-B", build, *ninja, "-DCMAKE_BUILD_TYPE=Release", "-DSPTUNE_TOOLS=OFF",
         "-DSPTUNE_TESTS=OFF", *shlex.split(arguments))
    noted.write_text(arguments)


def _library():
    """Builds libsptune.so, and says what is in it: as it is installed, since that of a build folder looks for other
    libraries in whatever folder the process is in."""
    folder = os.environ.get("SPTUNE_BUILD_DIR")
    build = ROOT / (folder or "build/pip")
    if not folder:
        _configure(build)
    _run("cmake", "--build", build, "--target", "sptune_c", "--parallel", os.cpu_count() or 1)
    with tempfile.TemporaryDirectory() as stage:  # folders that were given as absolute paths go there, too
        _run("cmake", "--install", build, "--component", "runtime", "--prefix", "/sptune", DESTDIR=stage)
        found = sorted(pathlib.Path(stage).rglob(SONAME))
        if not found:
            raise SystemExit(f"pip install .: {build} installs no {SONAME}: configure it with -DSPTUNE_INSTALL=ON")
        return found[0].read_bytes()


def _metadata():
    description = (ROOT / "python/README.md").read_text()
    return f"""Metadata-Version: 2.1
Name: sptune
Version: {_version()}
Summary: Tuned sparse matrix products: libsptune from Python
License: BSD-3-Clause
Requires-Python: >=3.9
Provides-Extra: scipy
Requires-Dist: scipy; extra == "scipy"
Provides-Extra: read
Requires-Dist: pandas; extra == "read"
Description-Content-Type: text/markdown

{description}"""


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    tag = f"py3-none-{platform}"
    info = f"sptune-{_version()}.dist-info"
    files = {f"sptune/{file.name}": file.read_bytes() for file in sorted((ROOT / "python/sptune").glob("*.py"))}
    # Where sptune/_library.py looks, and models where the library does.
    files[f"sptune/lib/{SONAME}"] = _library()
    for model in sorted((ROOT / "models").glob("*.json")):
        files[f"sptune/share/sptune/models/{model.name}"] = model.read_bytes()
    files[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    files[f"{info}/METADATA"] = _metadata().encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: sptune_wheel\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    record = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record.append(f"{name},sha256={digest},{len(content)}\n")
    files[f"{info}/RECORD"] = "".join([*record, f"{info}/RECORD,,\n"]).encode()
    wheel = f"sptune-{_version()}-{tag}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    """The files that git knows."""
    name = f"sptune-{_version()}"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(pathlib.Path(sdist_directory, f"{name}.tar.gz"), "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for file in sorted(filter(None, listed.decode().split("\0"))):
            archive.add(ROOT / file, f"{name}/{file}", recursive=False)
        path = pathlib.Path(sdist_directory, f"{name}.PKG-INFO")
        path.write_text(_metadata())
        archive.add(path, f"{name}/PKG-INFO")
        path.unlink()
    return f"{name}.tar.gz"

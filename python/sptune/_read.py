# SPDX-License-Identifier: BSD-3-Clause
"""Databases of trials as pandas DataFrames."""
import contextlib
import os
import pathlib
import sqlite3

from ._library import Error


def _connect(path):
    """A connection that changes nothing, and leaves nothing beside the database that was not there."""
    file = path.resolve()
    log, journal = (pathlib.Path(f"{file}-{name}") for name in ("wal", "journal"))
    # In WAL mode even a reader makes files beside it. They go with the last one that may write, but those that are there
    # are a writer's.
    connection = sqlite3.connect(f"{file.as_uri()}?mode={'ro' if log.exists() else 'rw'}", uri=True)
    try:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
        return connection
    except sqlite3.Error as why:
        connection.close()
        if not any(words in str(why) for words in ("unable to open", "readonly")):
            raise
    # Nothing may be written there. Without changes that are not in it yet the file is complete.
    for changes in (log, journal):
        if changes.exists() and changes.stat().st_size > 0:
            raise Error(f"{path}: {changes.name} beside it holds changes that are not in it yet, and it cannot be read "
                        "where nothing may be written: copy both to a folder where you may write", "SPTUNE_ERROR_INPUT")
    return sqlite3.connect(f"{file.as_uri()}?immutable=1", uri=True)


def read(database, view="trial_flat", query=None, parameters=None):
    """A table or view of a database that `sptune sweep run` wrote, or the answer to a query of one's own, as a
    DataFrame. The views are described in docs/schema.md: trial_flat (every trial), result, best, regret, speedup …
    Nothing is changed, and the database may stand where nothing may be written. ValueError for a view that it does not
    have, Error for what cannot be read."""
    import pandas
    path = pathlib.Path(os.fspath(database))
    if not path.is_file():
        raise Error(f"{path}: there is no such database", "SPTUNE_ERROR_INPUT")
    try:
        with contextlib.closing(_connect(path)) as connection:
            if query is None:
                known = [row[0] for row in connection.execute(
                    "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY type DESC, name")]
                if view not in known:
                    raise ValueError(f"{path} has no view {view!r}, but {', '.join(known) or 'nothing'}")
                query = f'SELECT * FROM "{view}"'
            cursor = connection.execute(query, parameters or {})
            return pandas.DataFrame.from_records(cursor.fetchall(), columns=[c[0] for c in cursor.description or ()])
    except (sqlite3.Error, sqlite3.Warning) as why:  # of several statements, before Python 3.12
        raise Error(f"{path}: {why}", "SPTUNE_ERROR_INPUT") from None

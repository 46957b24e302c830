# SPDX-License-Identifier: BSD-3-Clause
"""Databases of trials as pandas DataFrames."""
import contextlib
import os
import pathlib
import sqlite3

from ._library import Error


def read(database, view="trial_flat", query=None, parameters=None):
    """A table or view of a database that `sptune sweep run` wrote, or the answer to a query of one's own, as a
    DataFrame. The views are described in docs/schema.md: trial_flat (every trial), result, best, regret, speedup …"""
    import pandas
    path = pathlib.Path(os.fspath(database))
    if not path.is_file():
        raise Error(f"{path}: there is no such database", "SPTUNE_ERROR_INPUT")
    # Read-only: not even a journal is left behind.
    uri = path.resolve().as_uri() + "?mode=ro"
    try:
        with contextlib.closing(sqlite3.connect(uri, uri=True)) as connection:
            if query is None:
                known = [row[0] for row in connection.execute(
                    "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY type DESC, name")]
                if view not in known:
                    raise ValueError(f"{path} has no view {view!r}, but {', '.join(known) or 'nothing'}")
                query = f'SELECT * FROM "{view}"'
            cursor = connection.execute(query, parameters or {})
            return pandas.DataFrame.from_records(cursor.fetchall(), columns=[c[0] for c in cursor.description or ()])
    except sqlite3.Error as why:
        raise Error(f"{path}: {why}", "SPTUNE_ERROR_INPUT") from None

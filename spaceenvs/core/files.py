"""Writing files so that nobody ever finds half of one."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

MOST_UNPACKED = 2**29
"""So many bytes an archive may hold: a small file can unpack to any size."""


def write_atomically(path: str | Path, content: str | bytes) -> None:
    """Write a file, all of it or nothing; what stood there before stays until then.

    It is on the disk before it gets its name: a full disk or a power cut leaves the old file.
    """
    target = Path(path)
    data = content.encode("utf-8") if isinstance(content, str) else content
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def read_arrays(
    source: str | Path | IO[bytes], names: Collection[str] = (), most: int = MOST_UNPACKED
) -> dict[str, NDArray[Any]]:
    """Return arrays of an archive (`.npz`), all of them or those of these names.

    Raises:
        Exception: Whatever zip or numpy come upon in a damaged archive.
    """
    with np.load(source, allow_pickle=False) as archive:
        size = sum(entry.file_size for entry in archive.zip.infolist())
        if size > most:
            raise ValueError(f"it unpacks to {size:,} bytes, at most {most:,} are read")
        return {name: archive[name] for name in names or archive.files}

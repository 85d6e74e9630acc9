#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Unpacks the named part of a wheel: unpack_wheel.py WHEEL FOLDER PATTERN...

Patterns are shell-style and match whole member names (`*` crosses folders). Each file is written under a temporary name and renamed, so a
program that has the old file mapped keeps it, and an interrupted call never leaves a half-written file under its real name. Licences come along.
"""
import fnmatch
import os
import shutil
import sys
import zipfile


def unpack(wheel, folder, patterns):
    patterns = [*patterns, "*.dist-info/licenses/*", "*.dist-info/METADATA"]
    missing = set(patterns[:-2])
    count = size = 0
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.infolist():
            matching = [p for p in patterns if fnmatch.fnmatchcase(member.filename, p)]
            if member.is_dir() or not matching:
                continue
            missing.difference_update(matching)
            target = os.path.join(folder, member.filename)
            if not os.path.realpath(target).startswith(os.path.realpath(folder) + os.sep):
                raise ValueError(f"{member.filename} would be written outside {folder}")
            os.makedirs(os.path.dirname(target), exist_ok=True)
            part = target + ".part"
            with archive.open(member) as source, open(part, "wb") as sink:
                shutil.copyfileobj(source, sink, 1 << 20)
            if member.external_attr >> 16 & 0o111:
                os.chmod(part, 0o755)
            os.replace(part, target)
            count += 1
            size += member.file_size
    if missing:
        raise ValueError(f"{os.path.basename(wheel)} holds nothing that matches {', '.join(sorted(missing))}")
    return count, size


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit("usage: unpack_wheel.py WHEEL FOLDER PATTERN...")
    try:
        files, total = unpack(sys.argv[1], sys.argv[2], sys.argv[3:])
    except (OSError, ValueError, zipfile.BadZipFile) as error:
        sys.exit(f"error: could not unpack {sys.argv[1]}: {error}")
    print(f"   unpacked {files} files, {total / 1e6:.0f} MB")

"""What is inside of packages: no path of the machine that made them, and the checksum of each."""

import gzip
import hashlib
import io
import os
import subprocess
import tarfile
import zipfile

ARCHIVES = (".crate", ".tgz", ".tar.gz", ".tar", ".tar.xz", ".whl", ".deb")


def files(name, data):
    """Yields the name and the bytes of each file of an archive, and of the archives within."""
    if name.endswith(".whl"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for member in archive.namelist():
                yield from files(f"{name}/{member}", archive.read(member))
    elif name.endswith(".deb"):
        for option in ("--ctrl-tarfile", "--fsys-tarfile"):
            tar = subprocess.run(["dpkg-deb", option, "/dev/stdin"], input=data, check=True, capture_output=True).stdout
            yield from files(f"{name}/{option.strip('-').split('-')[0]}.tar", tar)
    elif name.endswith(ARCHIVES):
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            for member in archive.getmembers():
                if member.isfile():
                    yield from files(f"{name}/{member.name}", archive.extractfile(member).read())
                elif member.linkname:
                    yield f"{name}/{member.name}", member.linkname.encode()
    elif name.endswith(".gz"):
        yield from files(name.removesuffix(".gz"), gzip.decompress(data))
    else:
        yield name, data


def packages(out):
    """Returns the paths of all files below a folder, in order."""
    found = [os.path.join(path, name) for path, _, names in os.walk(out) for name in names]
    return sorted(os.path.relpath(path, out) for path in found)


def places(out, paths):
    """Returns the number of files below a folder, those of archives included, and which of them name one
    of these paths."""
    count, found = 0, []
    needles = [path.encode() for path in paths]
    for package in packages(out):
        with open(os.path.join(out, package), "rb") as file:
            for name, data in files(package, file.read()):
                count += 1
                found += [f"{name}: {data.count(needle)} times {needle.decode()}" for needle in needles
                          if needle in data]
    return count, found


def write_checksums(out):
    """Writes SHA256SUMS, the checksums of all files, as `sha256sum --check` takes them. Returns them by
    name."""
    sums = {}
    for name in packages(out):
        with open(os.path.join(out, name), "rb") as file:
            sums[name] = hashlib.sha256(file.read()).hexdigest()
    with open(os.path.join(out, "SHA256SUMS"), "w", encoding="utf-8") as file:
        file.writelines(f"{digest}  {name}\n" for name, digest in sums.items())
    return sums

"""Changes bytes of model files, with or without making their checksums right again (docs/formats/container.md)."""

import ctypes
import ctypes.util
import json
import struct

MAGIC = b"CALQUE\x1a\n"
HEADER = 64
RECORD = 64


def _library():
    library = ctypes.CDLL(ctypes.util.find_library("xxhash") or "libxxhash.so.0")
    library.XXH3_64bits_withSeed.restype = ctypes.c_uint64
    library.XXH3_64bits_withSeed.argtypes = (ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint64)
    return library


_XXHASH = _library()


def xxh3(data, seed=0):
    return _XXHASH.XXH3_64bits_withSeed(bytes(data), len(data), seed)


def is_container(data):
    return data[:8] == MAGIC and len(data) >= HEADER


def damage(data, random):
    """The bytes with something wrong, and what it is."""
    data = bytearray(data)
    how = random.choice(("flip", "flip", "byte", "cut", "zeros", "zero block", "ones", "longer"))
    place = random.randrange(len(data)) if data else 0
    if not data or how == "longer":
        data += random.randbytes(random.choice((1, 8, 64)))
    elif how == "flip":
        data[place] ^= 1 << random.randrange(8)
    elif how == "byte":
        data[place] = random.randrange(256)
    elif how == "cut":
        del data[place:]
    elif how == "zeros":
        data[place:] = bytes(len(data) - place)
    else:
        size = min(random.choice((4, 8, 64, 512)), len(data) - place)
        data[place:place + size] = (b"\0" if how == "zero block" else b"\xff") * size
    return bytes(data), f"{how} at {place}"


def forge(data, random):
    """A container with a section changed and every checksum made right again."""
    data = bytearray(data)
    count, = struct.unpack_from("<I", data, 36)
    table, = struct.unpack_from("<Q", data, 40)
    records = [table + i * RECORD for i in range(count)]
    full = [at for at in records if struct.unpack_from("<Q", data, at + 40)[0] > 0]
    if not full:
        return bytes(data), "nothing to forge"
    at = random.choice(full)
    offset, size = struct.unpack_from("<QQ", data, at + 32)
    what = []
    for _ in range(random.choice((1, 1, 2, 8))):
        place = offset + random.randrange(size)
        width = min(random.choice((1, 1, 2, 4, 8)), offset + size - place)
        data[place:place + width] = random.choice((bytes(width), b"\xff" * width, random.randbytes(width), b"\x7f" * width))
        what.append(str(place))
    if random.random() < 0.1:  # a section that is shorter than the others expect
        element, = struct.unpack_from("<I", data, at + 56)
        struct.pack_into("<Q", data, at + 40, random.randrange(size // element) * element)
    seal(data)
    name = bytes(data[at:at + 32]).rstrip(b"\0").decode("utf-8", "replace")
    return bytes(data), f"forged section {name} at {', '.join(what)}"


def seal(data):
    """Makes the checksums of a container right."""
    count, = struct.unpack_from("<I", data, 36)
    table, = struct.unpack_from("<Q", data, 40)
    for at in range(table, table + count * RECORD, RECORD):
        offset, size = struct.unpack_from("<QQ", data, at + 32)
        struct.pack_into("<Q", data, at + 48, xxh3(data[offset:offset + size]))
    struct.pack_into("<Q", data, 56, 0)
    header = xxh3(data[:HEADER])
    struct.pack_into("<Q", data, 56, xxh3(data[table:], header))


def tie(manifest, name, data, hash_of):
    """The manifest's bytes with the description of file `name` made that of `data`."""
    content = json.loads(manifest)
    if name in content.get("parts", {}):
        content["parts"][name] = {**content["parts"][name], "bytes": len(data), "hash": hash_of(data)}
    return json.dumps(content, indent=2).encode()

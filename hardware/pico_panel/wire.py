"""Lines with a checksum: `payload*abcd`, the last four digits of the payload's CRC-32."""

from binascii import crc32


def seal(payload):
    """Return the line for a payload, with its line end."""
    return "%s*%04x\n" % (payload, crc32(payload.encode()) & 0xFFFF)


def unseal(line):
    """Return the payload of a line (bytes, without line end), or None if it was damaged."""
    star = len(line) - 5
    if star < 1 or line[star : star + 1] != b"*":
        return None
    payload = bytes(line[:star])
    if ("%04x" % (crc32(payload) & 0xFFFF)).encode() != bytes(line[star + 1 :]):
        return None
    return payload

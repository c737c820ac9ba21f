"""This computer's addresses on the networks it is in."""

import socket
import struct
import sys
from contextlib import suppress


def addresses() -> list[str]:
    """Its IPv4 addresses for others, best first: the one on the way out, then those of its interfaces."""
    found = dict.fromkeys([*_way_out(), *_interfaces()])
    return [address for address in found if not address.startswith("127.")]


def names() -> list[str]:
    """What it is called here, and what it is called by others in the network that look for names."""
    own = socket.gethostname().lower()
    return list(dict.fromkeys([own, f"{own.partition('.')[0]}.local"]))


def _way_out() -> list[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # sends nothing, and finds out from which address it would
        return [probe.getsockname()[0]]
    return []


def _interfaces() -> list[str]:
    if sys.platform != "linux":
        return []
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # one without an address
                answer = fcntl.ioctl(probe, 0x8915, struct.pack("256s", name.encode()))  # SIOCGIFADDR
                found.append(socket.inet_ntoa(answer[20:24]))
    return found

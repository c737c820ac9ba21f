"""How often somebody may be wrong when they sign in.

An account is locked for an address after 5 wrong passwords, so that a club behind one address is not
locked out by one member's capitals; for all addresses after 50, against many machines that guess
together; and an address for all accounts after 100, against one machine that tries everybody. Each lock
ends `AXES_COOLOFF_TIME` after the last try that counted; a new password by mail ends an account's at once.
"""

from ipaddress import ip_address, ip_network

from axes.handlers.database import AxesDatabaseHandler
from axes.utils import reset
from django.conf import settings
from django.db.models import Sum
from django.shortcuts import render

# For each of AXES_LOCKOUT_PARAMETERS, how many failures weigh as much as one of the first.
WEIGHTS = (1, 10, 20)


class Throttle(AxesDatabaseHandler):
    """Counts in the database, with a limit of its own for each of account and address, account, address."""

    def get_failures(self, request, credentials=None):
        tries = self.get_user_attempts(request, credentials)
        counts = [some.aggregate(sum=Sum("failures_since_start"))["sum"] or 0 for some in tries]
        return max(count // weight for count, weight in zip(counts, WEIGHTS, strict=True))

    def reset_user_attempts(self, request, credentials=None):
        """Forgive this account at this address alone: an account of one's own must not clear an address."""
        return self.filter_user_attempts(request, credentials)[0].delete()[0]


def account(request, credentials):
    """The account that somebody tries: the same whatever its capitals."""
    name = (credentials or request.POST).get("username") or ""
    return name.replace("\0", "").strip().lower()[:255]


def address(request):
    """The address that a request comes from: behind proxies, what the outermost of them saw.

    An IPv6 connection owns 64 bits of addresses, so these count as one.
    """
    seen = request.META.get("REMOTE_ADDR")
    if settings.PROXIES:
        hops = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
        seen = hops[-settings.PROXIES] if len(hops) >= settings.PROXIES else seen
    try:
        found = ip_address(seen.strip())
    except (AttributeError, ValueError):
        return None
    return str(ip_network((found, 64), strict=False)[0] if found.version == 6 else found)


def locked_out(request, response, credentials):
    """The page for somebody who must wait."""
    minutes = int(settings.AXES_COOLOFF_TIME.total_seconds() // 60)
    locked = render(request, "account/locked_out.html", {"minutes": minutes}, status=429)
    locked["Retry-After"] = minutes * 60
    return locked


def forgive(user):
    """Let this account in again: its owner has proven to be there."""
    reset(username=user.email)

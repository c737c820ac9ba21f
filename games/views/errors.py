"""What somebody sees who may not see what they asked for."""

from django.conf import settings
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode

from games import access


def denied(request, exception=None):
    """Ask to sign in, or to scan the table's card again; or say that this is not allowed."""
    if isinstance(exception, access.NeedsSignIn):
        following = {"next": request.get_full_path()} if request.method == "GET" else {}
        return redirect(f"{reverse(settings.LOGIN_URL)}?{urlencode(following)}")
    template = "table/closed.html" if isinstance(exception, access.NotThisTable) else "403.html"
    return render(request, template, status=403)

"""What somebody sees who may not see what they asked for."""

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode

from games import access

TEMPLATES = {
    access.NotThisTable: "table/closed.html",
    access.FoundingClosed: "account/founding_closed.html",
}


def denied(request, exception=None):
    """Ask to sign in, or to scan the table's card again; or say that this is not allowed."""
    if request.htmx:  # a piece of a page was asked for: the whole page will be told
        return HttpResponse(status=403, headers={"HX-Refresh": "true"})
    if isinstance(exception, access.NeedsSignIn):
        following = {"next": request.get_full_path()} if request.method == "GET" else {}
        return redirect(f"{reverse(settings.LOGIN_URL)}?{urlencode(following)}")
    template = TEMPLATES.get(type(exception), "403.html")
    return render(request, template, status=403)


def outdated(request, reason=""):
    """The form was another session's: somebody signed in or out since, or cookies are refused."""
    return render(request, "outdated.html", status=403)

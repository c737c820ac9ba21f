"""The application as the request benches serve it: clubscore, and beside it views that do next to nothing.

Every answer says what it cost: CPU seconds of its thread, and the number of queries.
"""

import os
import time

os.environ["DJANGO_SETTINGS_MODULE"] = "clubscore.settings"

import django
from django.conf import settings
from django.http import HttpResponse
from django.urls import include, path

django.setup()

from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connection, transaction  # noqa: E402

from games.models import Change  # noqa: E402


def one_row(request):
    """An empty view that writes one row."""
    with transaction.atomic():
        Change.objects.create(club_id=1, verb=Change.Verb.UNDO)
    return HttpResponse(status=204)


def empty(request):
    """An empty view."""
    return HttpResponse(status=204)


def cpu(request):
    """The CPU seconds of this server so far."""
    return HttpResponse(str(time.process_time()))


urlpatterns = [
    path("one-row/", one_row),
    path("empty/", empty),
    path("cpu/", cpu),
    path("", include("clubscore.urls")),
]
settings.ROOT_URLCONF = __name__
_answer = get_wsgi_application()


def application(environ, start_response):
    queries = 0

    def count(execute, *args):
        nonlocal queries
        queries += 1
        return execute(*args)

    def start(status, headers, *rest):
        cost = [("X-Cpu", f"{time.thread_time() - began:.6f}"), ("X-Queries", str(queries))]
        return start_response(status, [*headers, *cost], *rest)

    began = time.thread_time()
    with connection.execute_wrapper(count):
        return _answer(environ, start)

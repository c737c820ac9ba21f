"""The methods of HTTP that pages have."""

from django.http import HttpResponseNotAllowed

KNOWN = ("GET", "HEAD", "POST")


def known(get_response):
    """Refuse every other method: a page that shows a form would take it for a look at the form."""

    def refuse(request):
        return get_response(request) if request.method in KNOWN else HttpResponseNotAllowed(KNOWN)

    return refuse

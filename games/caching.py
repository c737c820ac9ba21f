"""Who may keep a page: nobody on the way to its reader.

What a page says depends on who reads it, down to the language and the way to the organisers' pages; and a
club can close its pages to strangers at any time. Static files are answered before this.
"""

from django.utils.cache import patch_cache_control


def private(get_response):
    """Tell proxies not to keep any page. A view that wants it kept nowhere says so itself."""

    def answer(request):
        response = get_response(request)
        patch_cache_control(response, private=True)
        return response

    return answer

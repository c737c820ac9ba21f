"""Waiting for what a tap or a typed value brings onto the page."""

from contextlib import contextmanager

from playwright.sync_api import expect


@contextmanager
def answered(page, to=lambda response: response.request.method == "POST"):
    """What is done inside asks the server, once the page's scripts run; then its answer is on the page."""
    page.wait_for_load_state()
    with page.expect_response(to):
        yield
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)


@contextmanager
def held(page, address):
    """What is asked of this address inside is not answered before the end."""
    waiting = []
    page.route(address, lambda route: waiting.append(route))
    yield
    for route in waiting:
        route.continue_()
    page.unroute(address)

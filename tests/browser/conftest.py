"""A browser for the tests, and a page in it that fails the test when anything goes wrong in it."""

import os

import pytest
from playwright.sync_api import expect, sync_playwright

from clubscore import browser

from .axe import faults

expect.set_options(timeout=30_000)  # as long as Playwright waits for all else: a machine may be slow

FLAGS = [
    "--disable-background-networking",
    "--no-first-run",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
]


# What htmx writes where a quick tap takes the place of the one before it; of a failure it writes more.
REPLACED = ("htmx:sendAbort", "htmx:afterRequest")


@pytest.fixture(scope="session")
def chromium():
    """The browser. Chromium's sandbox does not work for root."""
    path = browser.find()
    # Playwright's event loop makes Django take this thread for asynchronous code, and refuse the database.
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        chromium = playwright.chromium.launch(
            executable_path=path, chromium_sandbox=os.geteuid() != 0, args=FLAGS
        )
        yield chromium
        chromium.close()


@pytest.fixture
def size():
    """The screen; `@pytest.mark.parametrize("size", ...)` takes others."""
    return 1180, 820


@pytest.fixture
def complaints():
    """What the browser complains about. A test that provokes a complaint clears the list."""
    return []


def complain(complaints, message, *kinds):
    if message.type in kinds and not message.text.startswith(REPLACED):
        complaints.append(message.text)


@pytest.fixture
def page(chromium, live_server, size, complaints):
    """A page of the live server, without cookies of other tests; no complaint may be left at its end."""
    width, height = size
    context = chromium.new_context(base_url=live_server.url, viewport={"width": width, "height": height})
    page = context.new_page()
    page.on("console", lambda message: complain(complaints, message, "error"))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "response",
        lambda response: response.status >= 500 and complaints.append(f"{response.status} {response.url}"),
    )
    yield page
    context.close()
    assert not complaints


@pytest.fixture
def person(chromium, live_server, size, complaints):
    """A new browser, of another person."""
    contexts = []

    def person():
        width, height = size
        context = chromium.new_context(
            base_url=live_server.url, viewport={"width": width, "height": height}, timezone_id="Asia/Tokyo"
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complain(complaints, message, "error", "warning"))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield person
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture
def check(complaints):
    """The page has no fault that axe knows, and does not scroll sideways."""

    def check(page):
        before = len(complaints)
        assert faults(page) == []
        del complaints[before:]  # of axe, whose own styles the page's policy refuses
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    return check

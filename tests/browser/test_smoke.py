def test_the_browser_works_and_reaches_the_server(page):
    assert page.evaluate("6 * 7") == 42
    assert page.request.get("/static/django_htmx/htmx-2.js").ok

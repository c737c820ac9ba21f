def test_browser_reaches_the_server(page):
    assert page.goto("/static/django_htmx/htmx-2.js").ok

"""What axe-core finds wrong with a page for people who do not see or point well."""

from django.conf import settings

SOURCE = (settings.BASE_DIR / "tests" / "vendor" / "axe" / "axe.min.js").read_text()


def faults(page):
    """Each fault of the page as it stands, in a line: rule, what to do, where."""
    # By the debugger: the page's own policy lets no other script in, nor the styles of `preload`.
    page.evaluate(SOURCE)
    found = page.evaluate("axe.run({preload: false})")
    return [
        f"{rule['id']}: {rule['help']}: {node['target']}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]

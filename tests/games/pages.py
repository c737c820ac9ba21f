"""A page's form as a browser would send it."""

from html import unescape
from html.parser import HTMLParser
from re import sub


def text(answer):
    """What a person reads on a page."""
    return " ".join(unescape(sub(r"<[^>]*>", " ", answer.content.decode())).split())


def fields(answer, identity):
    """What the form of this id sends when nothing is changed: {name: [values]}."""
    reader = _Reader(identity)
    reader.feed(answer.content.decode())
    return reader.fields


class _Reader(HTMLParser):
    def __init__(self, identity):
        super().__init__()
        self.identity, self.is_within, self.select, self.fields = identity, False, None, {}

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        name, value = attrs.get("name"), attrs.get("value") or ""
        if tag == "form":
            self.is_within = attrs.get("id") == self.identity
        elif not self.is_within:
            return
        elif tag == "select":
            self.select = name
        elif tag == "option" and self.select and ("selected" in attrs or self.select not in self.fields):
            self.fields[self.select] = [value]
        elif (
            tag == "input" and name and (attrs.get("type") not in ("checkbox", "radio") or "checked" in attrs)
        ):
            self.fields.setdefault(name, []).append(value)

    def handle_endtag(self, tag):
        if tag == "form":
            self.is_within = False
        elif tag == "select":
            self.select = None

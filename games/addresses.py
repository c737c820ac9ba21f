"""The first words of addresses: a club's, and those that are no club's."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

# First words of games/urls.py (a test compares), and some that pages may want one day.
RESERVED = frozenset(
    [
        "account",
        "admin",
        "join",
        "language",
        "new",
        "static",
        "t",
        "welcome",
        "about",
        "api",
        "calculator",
        "clubs",
        "contact",
        "docs",
        "favicon",
        "help",
        "home",
        "media",
        "privacy",
        "robots",
        "rules",
        "search",
        "sign-in",
        "sign-out",
        "status",
        "table",
        "tables",
        "terms",
        "tools",
        "tv",
        "www",
    ]
)


def check_free(address):
    """Refuse an address that is, or may become, another page's."""
    if address.lower() in RESERVED:
        raise ValidationError(_("This address is taken by the site itself. Choose another one."))


def suggested(name):
    """An address made from a club's name: kana in Hepburn, kanji where every club has them."""
    name = unicodedata.normalize("NFKC", name).replace("・", " ")
    for word, said in _WORDS.items():
        name = name.replace(word, f" {said} ")
    words = slugify(re.sub("[\u3041-\u3096\u30a1-\u30fa\u30fc]+", lambda kana: _hepburn(kana[0]), name))
    word = words[:40].strip("-_") or "club"
    return f"{word}-club" if word in RESERVED else word


_WORDS = {"麻雀": "mahjong", "雀荘": "jansou", "クラブ": "club", "倶楽部": "club", "会": "kai"}
_HEPBURN = {"SI": "shi", "TI": "chi", "TU": "tsu", "HU": "fu", "ZI": "ji", "DI": "ji", "DU": "zu", "WO": "o"}


def _hepburn(kana):
    """リーチ is riichi: Unicode names each kana by its sound, in another romanisation."""
    text, doubled = "", False
    for letter in kana:
        *kind, sound = unicodedata.name(letter).split()
        if sound == "MARK":  # the vowel before is long
            text += text[-1:]
        elif "SMALL" in kind and sound == "TU":  # the consonant that follows is double
            doubled = True
        elif "SMALL" in kind and text:  # takes the vowel's place: ki + ya is kya, shi + ya is sha
            text = text[:-1] + (sound[1:] if re.search("(sh|ch|j)i$", text) else sound).lower()
        else:
            sound = _HEPBURN.get(sound, sound.lower())
            text += ("t" if sound.startswith("ch") else sound[0]) * doubled + sound
            doubled = False
    return text

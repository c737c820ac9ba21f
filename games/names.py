"""Names as people mean them: however they are written, in the order of a list, and hidden behind initials."""

import unicodedata
from difflib import SequenceMatcher

VOICED = "\u3099\u309a"  # the marks of が and ぱ, which are other syllables than か and は
# Letters with a stroke and the like, which Unicode does not take apart; and katakana, which is hiragana.
PLAIN = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
    | {chr(kana): chr(kana - 0x60) for kana in range(ord("ァ"), ord("ヶ") + 1)}
)
UNTOLD = "N.N."  # whom not even initials tell


def folded(name):
    """A name without capitals, accents and the width of its letters: what people mean by the same name."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    if letters.isascii():
        return " ".join(letters.split())
    kept = (letter for letter in letters if not unicodedata.combining(letter) or letter in VOICED)
    return " ".join("".join(kept).translate(PLAIN).split())


def joined(name):
    """The same without spaces: 中野 健 and 中野健 are one name."""
    return folded(name).replace(" ", "")


def in_order(name):
    """What names are sorted by: as people look them up, whatever database or country it is."""
    return folded(name), name


def initials(name):
    """The first letter of each word; of a word that has but one, which would tell it whole, nothing."""
    words = (
        [letter for letter in word if letter.isalnum()] for word in unicodedata.normalize("NFC", name).split()
    )
    return "".join(f"{word[0]}." for word in words if len(word) > 1) or UNTOLD


NEARLY = 0.85  # of two names' letters are the same
LETTERS = 5  # shorter names are too much alike to be compared by letters


def is_nearly(name, other):
    """Whether the one may have been meant by the other."""
    one, two = folded(name), folded(other)
    if joined(one) == joined(two) or sorted(one.split()) == sorted(two.split()):
        return True
    return min(len(one), len(two)) >= LETTERS and SequenceMatcher(None, one, two).ratio() >= NEARLY

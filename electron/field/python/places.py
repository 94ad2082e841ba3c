"""Which texts a library's output has."""
from bisect import bisect_left
from collections import Counter
from unicodedata import normalize

from trafilatura_log import letters

# Length of a text that is searched everywhere; a shorter text is searched only within this many letters after the previous text.
LONG, CLOSE = 20, 200


def in_output(tree, candidates, wanted):
    """
    Those of the runs of text that a text has, mostly in their order: long ones that are there once hold the places of the
    others between them.
    """
    own = {at: letters(normalize("NFC", tree.slots[at].text)) for at in sorted(candidates)}
    own = {at: text for at, text in own.items() if text and tree.tags.get(tree.slots[at].owner) not in ("script", "style")}
    times = Counter(own.values())
    sure = {}
    for at, text in own.items():
        if len(text) >= LONG and times[text] == 1:
            place = wanted.find(text)
            if place >= 0 and wanted.find(text, place + 1) < 0:
                sure[at] = place
    ordered = longest_ascending(list(sure), sure)
    bounds, bound = {}, len(wanted)
    for at in reversed(own):
        bound = sure[at] if at in ordered else bound
        bounds[at] = bound
    found, cursor = set(sure), 0
    for at, text in own.items():
        if at in ordered:
            cursor = sure[at] + len(text)
        elif at not in sure:
            place = wanted.find(text, cursor, bounds[at])
            if place >= 0 and (len(text) >= LONG or place - cursor <= CLOSE):
                found.add(at)
                cursor = place + len(text)
    return found


def longest_ascending(keys, places):
    """Keys of a longest run whose places ascend."""
    tails, ends, before = [], [], {}
    for key in keys:
        at = bisect_left(ends, places[key])
        before[key] = tails[at - 1] if at else None
        tails[at:at + 1] = [key]
        ends[at:at + 1] = [places[key]]
    found, key = set(), tails[-1] if tails else None
    while key is not None:
        found.add(key)
        key = before[key]
    return found

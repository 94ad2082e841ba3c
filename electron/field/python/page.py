"""Maps elements and texts of a library's parser to node ids of the page, and collects decisions about nodes."""
import re
from bisect import bisect_left, bisect_right
from contextlib import contextmanager


@contextmanager
def replaced(*changes):
    """Sets attributes, given as (object, name, value), until the end of the block."""
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in changes]
    for owner, name, value in changes:
        setattr(owner, name, value)
    try:
        yield
    finally:
        for owner, name, value in before:
            setattr(owner, name, value)


class Slot:
    """A text node of the library's parser. `owner` is the id of the nearest element with an id, or -1. `ids` are the ids of the page's
    texts that the text node covers.
    """

    __slots__ = ("text", "owner", "ids")

    def __init__(self, text, owner):
        self.text = text
        self.owner = owner
        self.ids = ()


class Page:
    """The page of a request with `explain`. The start tags in `html` contain node ids."""

    def __init__(self, explain):
        self.html = explain["html"].encode("utf-8", "replace").decode("utf-8")
        self.attribute = explain["attribute"]
        self.ends = explain["ends"]
        self.texts = explain["texts"]
        self.stamps = sorted(int(n) for n in re.findall(rf' {self.attribute}="(\d+)"', self.html))

    def texts_behind(self, stamp):
        """Returns the ids of the texts between the start tag of element `stamp` and the next start tag. For -1, returns the ids of the
        texts before the first start tag.
        """
        at = bisect_right(self.stamps, stamp)
        end = self.stamps[at] if at < len(self.stamps) else len(self.ends)
        return self.texts[bisect_left(self.texts, stamp + 1) : bisect_left(self.texts, end)]

    def subjects(self, ids):
        """Returns a list with the id of the outermost element that contains exactly the texts `ids`; without such an element, returns
        `ids`.
        """
        first, last = ids[0], ids[-1]
        at = bisect_left(self.texts, first)
        before = self.texts[at - 1] if at > 0 else -1
        if list(ids) == self.texts[at : at + len(ids)]:
            behind = self.texts[at + len(ids)] if at + len(ids) < len(self.texts) else len(self.ends)
            for stamp in self.stamps[bisect_right(self.stamps, before) : bisect_left(self.stamps, first)]:
                if last < self.ends[stamp] <= behind:
                    return [stamp]
        return list(ids)

    def name(self, slots_by_stamp):
        """Assigns ids to texts. Between two start tags, both parsers have the same text in the same order."""
        for stamp, slots in slots_by_stamp.items():
            if not slots:
                continue
            ids = self.texts_behind(stamp)
            # If the parsers split the text differently, slots and ids are paired in order, and the last slot also gets the remaining ids.
            # A single id belongs to all slots.
            for slot, text in zip(slots, ids if len(ids) > 1 else ids * len(slots)):
                slot.ids = (text,)
            if len(ids) > len(slots):
                slots[-1].ids = tuple(ids[len(slots) - 1 :])


class Tree:
    def __init__(self, page, root):
        from lxml.etree import iterwalk

        self.slots = []
        self.begin = {}
        self.end = {}
        self.tags = {}
        self.parent = {}
        self.own = {}
        self.tail = {}
        # `order`: ids of the elements, in document order. `first`: index of an element in `order`. `behind`: index after the element's
        # last descendant.
        self.order, self.first, self.behind = [], {}, {}
        attribute, by_stamp, last, stack = page.attribute, {-1: []}, -1, [-1]

        def add(text):
            if text and not text.isspace():
                slot = Slot(text, stack[-1])
                self.own.setdefault(stack[-1], []).append(len(self.slots))
                self.slots.append(slot)
                by_stamp[last].append(slot)
                return True
            return False

        for event, element in iterwalk(root, events=("start", "end", "comment", "pi")):
            if event == "start":
                stamp = element.get(attribute)
                if stamp is not None:
                    last = int(stamp)
                    by_stamp.setdefault(last, [])
                    self.begin[last] = len(self.slots)
                    self.tags[last] = element.tag
                    self.parent[last] = stack[-1]
                    self.first[last] = len(self.order)
                    self.order.append(last)
                    stack.append(last)
                else:
                    # If the parser added an element, the text of the element counts as text of the parent.
                    stack.append(stack[-1])
                add(element.text)
            else:
                named = None
                if event == "end":
                    stamp = stack.pop()
                    if stamp >= 0 and element.get(attribute) is not None:
                        self.end[stamp] = len(self.slots)
                        self.behind[stamp] = len(self.order)
                        named = stamp
                if element is not root and add(element.tail) and named is not None:
                    self.tail[named] = len(self.slots) - 1
        page.name(by_stamp)

    def top_without(self, stamp, count):
        """Returns the outermost ancestor-or-self of `stamp` below body that contains no text counted in `count`, or None."""
        top = None
        while stamp >= 0 and self.tags[stamp] not in ("body", "html"):
            held = self.within(stamp)
            if count[held.stop] > count[held.start]:
                break
            top, stamp = stamp, self.parent.get(stamp, -1)
        return top

    def within(self, stamp):
        return range(self.begin[stamp], self.end[stamp]) if stamp in self.end else range(0)


class Story:
    """`rows` are the decisions in reported order. `reasons` maps a text to the index of the decision about the text."""

    def __init__(self, page):
        self.page = page
        self.rows = []
        self.reasons = {}
        self.warnings = []

    def report(self, node, outcome, rule, value=None, limit=None, note=None):
        row = {"node": node, "outcome": outcome, "rule": rule, "value": value, "limit": limit}
        if note:
            row["note"] = note[:200]
        self.rows.append(row)
        return len(self.rows) - 1

    def report_each(self, slots, *decision):
        """Reports a separate decision about each text."""
        for slot in slots:
            for text in slot.ids:
                self.reasons[text] = self.report(text, *decision)

    def settle(self, slots, why):
        for slot in slots:
            for text in slot.ids:
                self.reasons[text] = why

    def report_unparsed(self, slots):
        had = {text for slot in slots for text in slot.ids}
        for text in self.page.texts:
            if text not in had:
                self.reasons[text] = self.report(text, "drop", "unparsed")

    def decisions(self):
        """Returns all decisions. If the last decision to keep or drop a text or an element around the text is not the text's reason, adds a
        separate decision about the text.
        """
        last = [-1] * len(self.page.ends)
        for number, row in enumerate(self.rows):
            if row["outcome"] in ("drop", "keep"):
                node = row["node"]
                end = self.page.ends[node]
                last[node:end] = [number] * (end - node)
        for text, why in self.reasons.items():
            if last[text] != why:
                self.rows.append({**self.rows[why], "node": text})
        return self.rows


class Names:
    """Stores the ids of elements as the parser's line numbers, because the library must read a tree without id attributes."""

    def __init__(self, attribute):
        self.attribute = attribute

    def read(self, root):
        """The line number is the id + 1, or 0 for an element without an id."""
        for element in root.iter():
            stamp = element.attrib.pop(self.attribute, None) if isinstance(element.tag, str) else None
            element.sourceline = 0 if stamp is None else int(stamp) + 1

    def write(self, root):
        for element in root.iter():
            if isinstance(element.tag, str) and element.sourceline:
                element.set(self.attribute, str(element.sourceline - 1))


def own_texts(element):
    """Returns the direct texts of an element. These texts identify an element that the library made."""
    return {text.strip() for text in (element.text, *(one.tail for one in element)) if text and text.strip()}

"""Records a trafilatura run as a tree of steps, because the library compares several results and chooses one result."""
import re

from page import replaced


class Branch:
    """The events that made one result. `parent` contains the earlier events."""

    def __init__(self, parent=None, kind="root"):
        self.parent = parent
        self.kind = kind
        self.drops = []
        self.main_drops = None
        self.frames = []
        self.refused = []
        self.texts = {}
        self.wild = False
        self.reader = None
        self.paragraphs = None
        self.source = None

    def way(self):
        return [*self.parent.way(), self] if self.parent else [self]


class Log:
    def __init__(self):
        self.root = self.base = self.prep = self.now = Branch()
        self.context = ("cleaned", None)
        self.made = []
        self.tests = []
        self.winner = None
        self.comments = []
        self.length = self.least = 0
        self.forum = False

    def register(self, body, branch):
        """Keeps a reference to `body`, because Python may reuse the identity of a deleted object."""
        self.made.append((body, branch))

    def maker(self, body):
        return next((branch for made, branch in reversed(self.made) if made is body), None)

    def dropped(self, element, reason, keep_tail=True):
        stamp = stamp_of(element)
        if stamp is not None:
            self.now.drops.append((stamp, reason, keep_tail))
            return
        for text in element.itertext():
            if letters(text):
                self.now.texts[letters(text)] = reason


def within(log, **values):
    return replaced(*((log, name, value) for name, value in values.items()))


def stamp_of(element):
    """The line number stores the id, because copies of an element keep the line number."""
    line = element.sourceline
    return line - 1 if line else None


def letters(text):
    return re.sub(r"[\W_]+", "", text)


TEST = re.compile(r"re:test\(@([\w-]+(?:\|@[\w-]+)?), '([^']*)'(?:, '(i)')?\)")
SAME = re.compile(r"@([\w-]+)\s*=\s*'([^']*)'")
BEGINS = re.compile(r"starts-with\(@([\w-]+(?:\|@[\w-]+)?), '([^']*)'\)")
HOLDS = re.compile(r"contains\((?:translate\()?@([\w-]+)(?:, '(\w+)', '(\w+)'\))?, '([^']*)'\)")


def word_of(path, element):
    """Describes why an element matches an XPath expression, such as `“widget” in class “elementor-widget”`. Returns None if nothing
    matches.
    """
    attributes, tags = element.attrib, re.findall(r"self::(\w+)", path)
    if tags and element.tag not in tags:
        return None

    def first(names):
        # If both attributes exist, XPath compares the first attribute in the source.
        parts = names.replace("@", "").split("|")
        return next(((name, value) for name, value in attributes.items() if name in parts), (None, None))

    for names, pattern, flag in TEST.findall(path):
        name, value = first(names)
        found = value is not None and re.search(pattern, value, re.I if flag else 0)
        if found:
            return matched_word(found.group().strip(), name, value)
    for names, begin in BEGINS.findall(path):
        name, value = first(names)
        if value is not None and value.startswith(begin):
            return matched_word(begin, name, value)
    for name, upper, lower, part in HOLDS.findall(path):
        value = attributes.get(name)
        if value is not None and part in value.translate(str.maketrans(upper, lower)):
            return matched_word(part, name, value)
    for name, value in SAME.findall(path):
        if attributes.get(name) == value:
            return matched_word(value, name, value)
    return "data-lp-replacement-content" if "data-lp-replacement-content" in attributes else None


def matched_word(word, name, value):
    value = " ".join(value.split())
    return f"“{word}” in {name}" if word == value else f"“{word}” in {name} “{value[:80]}”"

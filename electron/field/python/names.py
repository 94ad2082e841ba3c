"""The ids of elements, as attributes, or where the parser keeps the line: a tree is then as it is without them."""


class Names:
    """Moves ids between the two."""

    def __init__(self, attribute):
        self.attribute = attribute

    def read(self, root):
        """Moves the ids from the attribute to the line; an element without one has no line."""
        for element in root.iter():
            stamp = element.attrib.pop(self.attribute, None) if isinstance(element.tag, str) else None
            element.sourceline = 0 if stamp is None else int(stamp) + 1

    def write(self, root):
        """Gives elements their ids as attributes again, before they are written."""
        for element in root.iter():
            if isinstance(element.tag, str) and element.sourceline:
                element.set(self.attribute, str(element.sourceline - 1))


# The parser stores the id's field as a short number.
MOST_NODES = 65_000


def refuse_large(page):
    """@raise ValueError: if there are too many nodes to name"""
    if len(page.ends) > MOST_NODES:
        raise ValueError(f"the page has more than {MOST_NODES} nodes")

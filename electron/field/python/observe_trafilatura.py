"""trafilatura 2.3.1: one run with its functions listened to; of the results that it compares, the one it took is told with all that led to it."""
from observe_justext import context_free, heard_neighbours, paragraph_maker, revision
from page import Page, Story, Tree
from trafilatura_hooks import hooked
from trafilatura_log import Log, letters
from trafilatura_story import tell_story

MADE_FOR = {"trafilatura": "2.3.1", "justext": "3.0.2"}

# What holds a node's id is a short number in the parser.
MOST_NODES = 65_000


def observe(explain, url, options):
    """Runs the library over the page with its elements named. Returns the text and the story."""
    from trafilatura import extract, utils

    page = Page(explain)
    if len(page.ends) > MOST_NODES:
        raise ValueError(f"the page has more than {MOST_NODES} nodes")
    root = utils.load_html(page.html)
    if root is None:
        raise ValueError("its parser takes the page for no HTML")
    tree = Tree(page, root)
    name_by_line(root, page.attribute)
    log, paragraphs = Log(), Paragraphs(page, tree)
    with hooked(log, paragraphs):
        text = extract(root, url=url, **options) or ""
    story = Story(page)
    story.tell_unparsed(tree.slots)
    tell_story(story, tree, log, paragraphs, text)
    return {"text": text}, story, paragraphs.nodes


def name_by_line(root, attribute):
    """Moves the ids of the elements from the attribute to where the parser keeps the line: the tree is then as without them."""
    for element in root.iter():
        stamp = element.get(attribute) if isinstance(element.tag, str) else None
        element.sourceline = 0 if stamp is None else int(stamp) + 1
        if stamp is not None:
            del element.attrib[attribute]


class Paragraphs:
    """How jusText, as the library asks it, is listened to."""

    LIMITS = {"length_low": 50, "length_high": 150, "stopwords_low": 0.1, "stopwords_high": 0.2, "max_link_density": 0.25}

    def __init__(self, page, tree):
        from justext import core

        self.core, self.page, self.tree, self.nodes = core, page, tree, []

    def make(self, tree):
        """A listening maker of paragraphs for a tree, whose elements get their names back: it is thrown away afterwards."""
        for element in tree.iter():
            if isinstance(element.tag, str) and element.sourceline:
                element.set(self.page.attribute, str(element.sourceline - 1))
        return paragraph_maker(self.core, self.page.attribute, self.tree)

    def neighbours(self):
        return heard_neighbours(self.core)

    def rules(self, paragraph, number, neighbours, stoplist):
        """The rules of both passes about a paragraph."""
        numbers = {"length": len(paragraph), "stopWords": paragraph.stopwords_density(stoplist), "linkDensity": paragraph.links_density()}
        return numbers, context_free(paragraph, numbers, self.LIMITS), revision(paragraph, number, neighbours)

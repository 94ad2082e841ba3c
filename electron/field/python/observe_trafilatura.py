"""Observes trafilatura 2.3.1: wraps functions during one run, then reports the steps that made the result."""
from observe_justext import context_free, numbers_of, paragraph_maker, revision
from page import Names, Page, Story, Tree, replaced
from trafilatura_hooks import Hooks
from trafilatura_log import Log
from trafilatura_story import report_run

MADE_FOR = {"trafilatura": "2.3.1", "justext": "3.0.2"}

# The parser stores line numbers in 16 bits, and `Names` stores ids as line numbers.
MOST_NODES = 65_000


def observe(explain, url, options):
    """Returns the output, the decisions and an empty list of measures."""
    from trafilatura import extract, utils

    page = Page(explain)
    if len(page.ends) > MOST_NODES:
        raise ValueError(f"the page has more than {MOST_NODES} nodes")
    root = utils.load_html(page.html)
    if root is None:
        raise ValueError("its parser finds no HTML in the page")
    tree = Tree(page, root)
    names = Names(page.attribute)
    names.read(root)
    log, paragraphs = Log(), Paragraphs(page, tree, names)
    with replaced(*Hooks(log, paragraphs, names).changes):
        text = extract(root, url=url, **options) or ""
    story = Story(page)
    story.report_unparsed(tree.slots)
    report_run(story, tree, log, paragraphs, text)
    return {"text": text}, story, []


class Paragraphs:
    LIMITS = {"length_low": 50, "length_high": 150, "stopwords_low": 0.1, "stopwords_high": 0.2, "max_link_density": 0.25}

    def __init__(self, page, tree, names):
        from justext import core

        self.core, self.page, self.tree, self.names = core, page, tree, names

    def make(self, tree):
        """Returns a subclass of jusText's `ParagraphMaker` that records texts. Writes the ids into `tree`, which trafilatura discards
        afterwards.
        """
        self.names.write(tree)
        return paragraph_maker(self.core, self.page.attribute, self.tree)

    def rules(self, paragraph, number, neighbours, stoplist):
        numbers = numbers_of(paragraph, stoplist)
        return context_free(paragraph, numbers, self.LIMITS), revision(paragraph, number, neighbours)

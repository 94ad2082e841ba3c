"""Observes trafilatura 2.3.1 during one run: replaces library functions in the modules that call the functions."""
import importlib
from functools import partial

from observe_justext import observed_neighbours
from trafilatura_log import Branch, letters, stamp_of, within, word_of
from trafilatura_removals import density, reader_observer, removals


class Hooks:
    """`changes` are the replacements, as (module, name, value)."""

    def __init__(self, log, paragraph_maker, names):
        parts = ("core", "htmlprocessing", "main_extractor", "external", "baseline", "readability_lxml", "xpaths")
        self.modules = {name: importlib.import_module(f"trafilatura.{name}") for name in parts}
        self.log = log
        self.paragraph_maker = paragraph_maker
        self.names = names
        self.tested = {}
        self.changes = []
        for add in (removals, density, stages, frames, other_algorithms, readability):
            add(self)

    def wrap(self, *parts):
        """Returns a decorator that replaces the library's function of the same name in these modules; by default, in all modules that have
        the function. The new function gets the library's function as the first argument.
        """

        def register(made):
            for module in [self.modules[part] for part in parts] or self.modules.values():
                if hasattr(module, made.__name__):
                    self.changes.append((module, made.__name__, partial(made, getattr(module, made.__name__))))

        return register


def stages(hooks):
    """Wraps the steps of `trafilatura_sequence`, to record which result was made from which tree."""
    log = hooks.log

    @hooks.wrap("core")
    def _prepare_tree(plain, tree, options, url):
        log.prep = Branch(log.base, "prep")
        with within(log, now=log.prep):
            found = plain(tree, options, url)
        log.now = Branch(log.prep, "conv")
        return found

    @hooks.wrap("core")
    def extract_comments(plain, tree, options):
        with within(log, context=("comments-container", None)):
            found = plain(tree, options)
        if log.forum and found[1]:
            # On a forum thread with comments, the library continues with the tree from before `extract_comments`.
            log.now = Branch(log.prep, "conv")
        return found

    @hooks.wrap("core")
    def _forum_thread_page(plain, tree):
        log.forum = plain(tree)
        return log.forum

    @hooks.wrap("core")
    def extract_content(plain, tree, options):
        own = Branch(log.now, "own")
        with within(log, now=own, context=("tested", None)):
            body, text = plain(tree, options)
        log.register(body, own)
        return body, text

    @hooks.wrap("core")
    def compare_extraction(plain, cleaned_tree, raw_tree, body, text, options):
        with within(log, now=Branch(log.base, "readability")):
            found, better = plain(cleaned_tree, raw_tree, body, text, options)
            if log.maker(found) is None:
                log.register(found, log.now)
        log.now = log.base
        return found, better

    @hooks.wrap("core")
    def baseline(plain, tree):
        with within(log, now=Branch(log.root, "baseline"), context=("basic", None)):
            found = plain(tree)
            log.register(found[0], log.now)
        return found

    @hooks.wrap("core")
    def html2txt(plain, tree):
        with within(log, now=Branch()):
            text = plain(tree)
        log.now = log.base = Branch(log.root, "recall")
        log.tests.append(("page-length", None, len(text)))
        return text

    @hooks.wrap("core")
    def justext_rescue(_plain, tree, options):
        with within(log, prep=log.base):
            return hooks.modules["external"].justext_rescue(tree, options)

    @hooks.wrap("core")
    def trafilatura_sequence(plain, tree, options, url=None):
        found = plain(tree, options, url)
        log.winner = log.maker(found[0])
        log.length, log.least = len(found[1]), options.min_output_size
        return found


def frames(hooks):
    log, library = hooks.log, hooks.modules["main_extractor"]

    def find_frame(plain, number, tree):
        found = plain(tree)
        if found and found[0] is not None:
            frame = stamp_of(found[0]), number, word_of(getattr(plain, "path", ""), found[0]) or f"<{found[0].tag}>"
            (log.now.frames if log.context[0] == "tested" else log.comments).append(frame)
        return found

    for name in ("BODY_XPATH", "COMMENTS_XPATH"):
        paths = [partial(find_frame, path, number + 1) for number, path in enumerate(getattr(library, name))]
        hooks.changes.append((library, name, paths))

    @hooks.wrap("main_extractor")
    def handle_textelem(plain, element, potential_tags, options):
        # The library changes the tag of the element.
        refused = stamp_of(element), element.tag
        found = plain(element, potential_tags, options)
        if found is None and refused[1] != "done":
            log.now.refused.append(refused)
        return found

    @hooks.wrap("main_extractor")
    def recover_wild_text(plain, *arguments):
        log.now.wild = True
        log.now.main_drops, log.now.drops = log.now.drops, []
        return plain(*arguments)

    @hooks.wrap("htmlprocessing")
    def textfilter(plain, element):
        found = plain(element)
        text = element.tail if element.text is None else element.text
        if found and text and not text.isspace():
            log.now.texts[letters(text)] = "text-filter", None, None, " ".join(text.split())[:60]
        return found


def other_algorithms(hooks):
    log = hooks.log

    @hooks.wrap("external")
    def _prefer_readability(plain, body, algo_body, algo_text, len_text, len_algo, options):
        found = plain(body, algo_body, algo_text, len_text, len_algo, options)
        log.tests.append(("readability-taken" if found else "readability-refused", len_algo, len_text))
        return found

    @hooks.wrap("external")
    def justext_rescue(plain, tree, options):
        branch = Branch(log.prep, "justext")
        with within(log, now=branch, context=("basic", None)):
            body, text = plain(tree, options)
        log.register(body, branch)
        log.tests.append(("justext-asked", len(text), None))
        return body, text

    @hooks.wrap("external")
    def sanitize_tree(plain, tree, options):
        with within(log, context=("cleaned", None)):
            body, text = plain(tree, options)
        log.register(body, log.now)
        return body, text

    @hooks.wrap("baseline")
    def _attempt(plain, texts, dedupe=False):
        found = plain(texts, dedupe)
        if found:
            log.now.source = ("the text in JSON-LD" if isinstance(texts, map) else "paragraphs") if dedupe else "articles"
        return found

    @hooks.wrap()
    def basic_cleaning(plain, tree):
        with within(log, context=("basic", lambda element: f"<{element.tag}>")):
            return plain(tree)

    @hooks.wrap("external")
    def revise_paragraph_classification(plain, paragraphs, *arguments):
        with observed_neighbours(hooks.paragraph_maker.core) as found:
            plain(paragraphs, *arguments)
        log.now.paragraphs = paragraphs, found, Maker.observer

    class Maker:
        observer = None

        @staticmethod
        def make_paragraphs(tree):
            Maker.observer = hooks.paragraph_maker.make(tree)
            return Maker.observer.make_paragraphs(tree)

    hooks.changes.append((hooks.modules["external"], "ParagraphMaker", Maker))


def readability(hooks):
    """Wraps the library's readability, because the ids must survive the serialising and parsing of the result."""
    names = hooks.names
    hooks.changes.append((hooks.modules["external"], "ReadabilityDocument", reader_observer(hooks.modules["readability_lxml"], hooks.log)))

    @hooks.wrap("readability_lxml")
    def tostring(plain, node, **how):
        names.write(node)
        return plain(node, **how)

    @hooks.wrap("external")
    def fromstring_bytes(plain, text):
        tree = plain(text)
        if tree is not None:
            names.read(tree)
        return tree

    @hooks.wrap()
    def fragment_fromstring(plain, text, **how):
        made = plain(text, **how)
        # The line number of a new element is not an id.
        names.read(made)
        return made

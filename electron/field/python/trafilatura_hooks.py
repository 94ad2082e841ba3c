"""Observes trafilatura 2.3.1 during one run: replaces library functions in the modules that call the functions."""
import importlib

from trafilatura_log import Branch, letters, stamp_of, within, word_of
from trafilatura_readability import reader_observer
from trafilatura_removals import density, removals


class Hooks:
    def __init__(self, log, paragraph_maker, names):
        parts = ("core", "htmlprocessing", "main_extractor", "external", "baseline", "readability_lxml", "xpaths")
        self.modules = {name: importlib.import_module(f"trafilatura.{name}") for name in parts}
        self.log = log
        self.paragraph_maker = paragraph_maker
        self.names = names
        self.tested = {}

    def everywhere(self, made):
        return [(module, name, made[name]) for name in made for module in self.modules.values() if hasattr(module, name)]

    def changes(self):
        return [*removals(self), *density(self), *stages(self), *frames(self), *other_algorithms(self), *readability(self)]


def stages(hooks):
    """Wraps the steps of `trafilatura_sequence`, to record which result was made from which tree."""
    log, core = hooks.log, hooks.modules["core"]
    plain = {name: getattr(core, name) for name in ("_prepare_tree", "extract_comments", "extract_content", "compare_extraction")}
    plain |= {name: getattr(core, name) for name in ("baseline", "html2txt", "justext_rescue", "trafilatura_sequence", "_forum_thread_page")}

    def _prepare_tree(tree, options, url):
        log.prep = Branch(log.base, "prep")
        with within(log, now=log.prep):
            found = plain["_prepare_tree"](tree, options, url)
        log.now = log.conv = Branch(log.prep, "conv")
        return found

    def extract_comments(tree, options):
        with within(log, context=("comments-container", None)):
            found = plain["extract_comments"](tree, options)
        if log.forum and found[1]:
            # On a forum thread with comments, the library continues with the tree from before `extract_comments`.
            log.now = log.conv = Branch(log.prep, "conv")
        return found

    def _forum_thread_page(tree):
        log.forum = plain["_forum_thread_page"](tree)
        return log.forum

    def extract_content(tree, options):
        own = Branch(log.conv, "own")
        with within(log, now=own, context=("tested", None)):
            body, text = plain["extract_content"](tree, options)
        log.register(body, own)
        return body, text

    def compare_extraction(cleaned_tree, raw_tree, body, text, options):
        with within(log, now=Branch(log.base, "readability")):
            found, better = plain["compare_extraction"](cleaned_tree, raw_tree, body, text, options)
            if log.maker(found) is None:
                log.register(found, log.now)
        log.now = log.base
        return found, better

    def baseline(tree):
        with within(log, now=Branch(log.root, "baseline"), context=("basic", None)):
            found = plain["baseline"](tree)
            log.register(found[0], log.now)
        return found

    def html2txt(tree):
        with within(log, now=Branch()):
            text = plain["html2txt"](tree)
        log.now = log.base = Branch(log.root, "recall")
        log.tests.append(("page-length", None, len(text)))
        return text

    def justext_rescue(tree, options):
        with within(log, prep=log.base):
            return hooks.modules["external"].justext_rescue(tree, options)

    def trafilatura_sequence(tree, options, url=None):
        found = plain["trafilatura_sequence"](tree, options, url)
        log.winner = log.maker(found[0])
        log.length, log.least = len(found[1]), options.min_output_size
        return found

    return [(core, made.__name__, made) for made in (
        _prepare_tree, extract_comments, extract_content, compare_extraction, baseline, html2txt, justext_rescue, trafilatura_sequence,
        _forum_thread_page,
    )]


class Frame:
    def __init__(self, plain, number, log):
        self.plain, self.number, self.log = plain, number, log

    def __call__(self, tree):
        found = self.plain(tree)
        if found and found[0] is not None:
            path = getattr(self.plain, "path", "")
            frame = stamp_of(found[0]), self.number, word_of(path, found[0]) or f"<{found[0].tag}>"
            (self.log.now.frames if self.log.context[0] == "tested" else self.log.comments).append(frame)
        return found

    def __str__(self):
        return str(self.plain)


def frames(hooks):
    log, library = hooks.log, hooks.modules["main_extractor"]
    plain_text, plain_wild = library.handle_textelem, library.recover_wild_text
    plain_filter = hooks.modules["htmlprocessing"].textfilter
    depth = [0]

    def handle_textelem(element, potential_tags, options):
        stamp, tag = stamp_of(element), element.tag
        depth[0] += 1
        try:
            found = plain_text(element, potential_tags, options)
        finally:
            depth[0] -= 1
        if found is None:
            if tag != "done":
                log.now.refused.append((stamp, tag, log.now.wild))
        elif depth[0] == 0:
            log.now.given.append((stamp, tag, log.now.wild))
        return found

    def recover_wild_text(*arguments):
        log.now.wild = True
        log.now.main_drops, log.now.drops = log.now.drops, []
        return plain_wild(*arguments)

    def textfilter(element):
        found = plain_filter(element)
        text = element.tail if element.text is None else element.text
        if found and text and not text.isspace():
            log.now.texts[letters(text)] = "text-filter", None, None, " ".join(text.split())[:60]
        return found

    bodies = [Frame(path, number + 1, log) for number, path in enumerate(library.BODY_XPATH)]
    return [
        (library, "BODY_XPATH", bodies),
        (library, "handle_textelem", handle_textelem),
        (library, "recover_wild_text", recover_wild_text),
        (library, "COMMENTS_XPATH", [Frame(path, number + 1, log) for number, path in enumerate(library.COMMENTS_XPATH)]),
        (hooks.modules["htmlprocessing"], "textfilter", textfilter),
    ]


def other_algorithms(hooks):
    log, external, rescue = hooks.log, hooks.modules["external"], hooks.modules["baseline"]
    plain_prefer, plain_justext, plain_sanitize = external._prefer_readability, external.justext_rescue, external.sanitize_tree
    plain_attempt, plain_clean = rescue._attempt, rescue.basic_cleaning
    plain_revise = external.revise_paragraph_classification

    def _prefer_readability(body, algo_body, algo_text, len_text, len_algo, options):
        found = plain_prefer(body, algo_body, algo_text, len_text, len_algo, options)
        log.tests.append(("readability-taken" if found else "readability-refused", len_algo, len_text))
        return found

    def justext_rescue(tree, options):
        branch = Branch(log.prep, "justext")
        with within(log, now=branch, context=("basic", None)):
            body, text = plain_justext(tree, options)
        log.register(body, branch)
        log.tests.append(("justext-asked", len(text), None))
        return body, text

    def sanitize_tree(tree, options):
        with within(log, context=("cleaned", None)):
            body, text = plain_sanitize(tree, options)
        log.register(body, log.now)
        return body, text

    def _attempt(texts, dedupe=False):
        found = plain_attempt(texts, dedupe)
        if found:
            log.now.source = ("the text in JSON-LD" if isinstance(texts, map) else "paragraphs") if dedupe else "articles"
        return found

    def basic_cleaning(tree):
        with within(log, context=("basic", lambda element: f"<{element.tag}>")):
            return plain_clean(tree)

    def revise_paragraph_classification(paragraphs, *arguments):
        with hooks.paragraph_maker.neighbours() as found:
            plain_revise(paragraphs, *arguments)
        log.now.paragraphs = paragraphs, found, Maker.observer

    class Maker:
        observer = None

        @staticmethod
        def make_paragraphs(tree):
            Maker.observer = hooks.paragraph_maker.make(tree)
            return Maker.observer.make_paragraphs(tree)

    return [
        (external, "_prefer_readability", _prefer_readability),
        (external, "justext_rescue", justext_rescue),
        (external, "sanitize_tree", sanitize_tree),
        (external, "ParagraphMaker", Maker),
        (external, "revise_paragraph_classification", revise_paragraph_classification),
        *((module, "basic_cleaning", basic_cleaning) for module in (rescue, external)),
        (rescue, "_attempt", _attempt),
    ]


def readability(hooks):
    """Wraps the library's readability, because the ids must survive the serialising and parsing of the result."""
    log, external, library = hooks.log, hooks.modules["external"], hooks.modules["readability_lxml"]
    plain_write, plain_read, plain_fragment = library.tostring, external.fromstring_bytes, library.fragment_fromstring
    names = hooks.names

    def tostring(node, **how):
        names.write(node)
        return plain_write(node, **how)

    def fromstring_bytes(text):
        tree = plain_read(text)
        if tree is not None:
            names.read(tree)
        return tree

    def fragment_fromstring(text, **how):
        made = plain_fragment(text, **how)
        # The line number of a new element is not an id.
        names.read(made)
        return made

    return [
        (external, "ReadabilityDocument", reader_observer(library, log)),
        (external, "fromstring_bytes", fromstring_bytes),
        (library, "tostring", tostring),
        *((module, "fragment_fromstring", fragment_fromstring) for module in (library, hooks.modules["baseline"])),
    ]

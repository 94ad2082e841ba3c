"""newspaper4k 0.9.6: the winner of its scores, and what its cleaner and its formatter take out of it."""
import re

from gravity import GravityLog, during, named, patched, tell_gravity
from names import Names, refuse_large
from page import Page, Story, Tree

MADE_FOR = {"newspaper4k": "0.9.6"}


def observe(explain, run):
    """Runs the library over the page with its elements named. Returns the text, the story, and the scores."""
    from lxml.html import HtmlMixin
    from newspaper import cleaners, outputformatters, parsers
    from newspaper.extractors.articlebody_extractor import ArticleBodyExtractor

    page, log = Page(explain), GravityLog()
    refuse_large(page)
    names = Names(page.attribute)
    cleaner, formatter = cleaners.DocumentCleaner, outputformatters.OutputFormatter
    plain_read, plain_remove, plain_best = parsers.fromstring, parsers.remove, ArticleBodyExtractor.calculate_best_node
    plain_drop, plain_text, plain_negative = HtmlMixin.drop_tree, formatter._convert_to_text, formatter._remove_negativescores_nodes

    def fromstring(html):
        doc = plain_read(html)
        if doc is not None:
            log.tree = log.tree or Tree(page, doc)
            names.read(doc)
        return doc

    def remove(nodes, keep_tags=None):
        for node in nodes if isinstance(nodes, list) else [nodes]:
            log.dropped(node)
        plain_remove(nodes, keep_tags)

    def calculate_best_node(extractor, doc):
        top = plain_best(extractor, doc)
        log.won(top, doc)
        return top

    def drop_tree(element):
        log.dropped(element)
        plain_drop(element)

    def _remove_negativescores_nodes(self, top_node):
        for item in top_node.xpath(".//*[@gravityScore]"):
            score = float(item.get("gravityScore", "0"))
            if score < 1:
                log.dropped(item, ("negative-score", score, 1, None), keep_tail=False)
        plain_negative(self, top_node)

    def _convert_to_text(self, top_node, article_title=None):
        log.title = article_title
        return during(log, plain_text, lambda arguments, element: ("cleaned", None, None, f"<{element.tag}>"))(self, top_node, article_title)

    with patched(
        (parsers, "fromstring", fromstring),
        (parsers, "remove", remove),
        (HtmlMixin, "drop_tree", drop_tree),
        (ArticleBodyExtractor, "calculate_best_node", calculate_best_node),
        (formatter, "_remove_negativescores_nodes", _remove_negativescores_nodes),
        (formatter, "_convert_to_text", _convert_to_text),
        *((holder, name, during(log, getattr(holder, name), reason)) for holder, name, reason in steps(cleaner, formatter)),
    ):
        text = run(page.html)["text"]
    story = Story(page)
    if log.tree is None:
        raise ValueError("its parser did not read the page")
    story.tell_unparsed(log.tree.slots)
    return {"text": text}, story, tell_gravity(story, log, text)


def steps(cleaner, formatter):
    """The steps that take something out, and the reason of each."""
    from newspaper import parsers, settings

    def advertisement(arguments, element):
        words = re.search(settings.ADVERTISEMENT_ATTR_VALUES, f"{element.get('class', '')} {element.get('id', '')}", re.I)
        linked = parsers.is_highlink_density(element, arguments[0].config.language)
        return "advertisement", None, None, "many links" if linked or not words else f"“{words.group()}”"

    def score(rule):
        return lambda arguments, element: (rule, parsers.get_node_gravity_score(element), None, f"<{element.tag}>")

    def name_of(arguments, element):
        return "bad-name", None, None, named(arguments[0].remove_nodes_re, element)

    def pattern_of(arguments, element):
        return "bad-name", None, None, named(arguments[2], element)

    def tag_of(rule):
        return lambda arguments, element: (rule, None, None, f"<{element.tag}>")

    return [
        *((cleaner, "clean_bad_tags", name_of), (cleaner, "remove_nodes_regex", pattern_of), (cleaner, "clean_caption_tags", tag_of("caption"))),
        *((cleaner, "remove_scripts_styles", tag_of("cleaned")), (formatter, "_remove_advertisement_nodes", advertisement)),
        *((formatter, "_remove_unlikely_nodes", score("unlikely")), (formatter, "_remove_empty_tags", tag_of("empty"))),
        (formatter, "_remove_trailing_media_div", score("trailing")),
    ]

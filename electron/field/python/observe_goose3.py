"""goose3 3.1.22: what its cleaner takes out first, the winner of its scores, and what goes from that."""
from gravity import GravityLog, during, named, patched, tell_gravity
from names import Names, refuse_large
from page import Page, Story, Tree

MADE_FOR = {"goose3": "3.1.22"}


def observe(explain, run):
    """Runs the library over the page with its elements named. Returns the text, the story, and the scores."""
    from goose3 import cleaners, outputformatters, parsers
    from goose3.extractors.content import ContentExtractor

    page, log = Page(explain), GravityLog()
    refuse_large(page)
    names, reader = Names(page.attribute), parsers.Parser
    cleaner, formatter = cleaners.DocumentCleaner, outputformatters.OutputFormatter
    plain_read, plain_remove = reader.__dict__["fromstring"].__func__, reader.__dict__["remove"].__func__
    plain_best, plain_table, plain_negative = (
        ContentExtractor.calculate_best_node, ContentExtractor.is_table_and_no_para_exist, formatter.remove_negativescores_nodes
    )
    empty = {}

    def fromstring(cls, html):
        doc = plain_read(cls, html)
        log.tree = log.tree or Tree(page, doc)
        names.read(doc)
        return doc

    def remove(cls, node):
        log.dropped(node)
        plain_remove(cls, node)

    def calculate_best_node(self, docs):
        top = plain_best(self, docs)
        for doc in docs:
            log.won(top, doc)
        return top

    def is_table_and_no_para_exist(self, element):
        short = during(log, plain_table, lambda arguments, one: ("short-paragraph", len(self.parser.get_text(one)), 25, None))
        empty[element] = short(self, element)
        return empty[element]

    def remove_negativescores_nodes(self):
        for item in self.parser.css_select(self.top_node, "*[gravityScore]"):
            score = int(self.parser.get_attribute(item, "gravityScore"), 0)
            if score < 1:
                log.dropped(item, ("negative-score", score, 1, None), keep_tail=False)
        plain_negative(self)

    def left_over(arguments, element):
        extractor = arguments[0]
        if extractor.is_highlink_density(element):
            return "many-links", None, None, f"<{element.tag}>"
        if empty.get(element):
            return "no-paragraphs", None, None, f"<{element.tag}>"
        return "low-score", extractor.get_score(element), extractor.get_score(extractor.article.top_node) * 0.08, None

    def few_words(arguments, element):
        formatting = arguments[0]
        text = formatting.parser.get_text(element)
        count = formatting.stopwords_class(language=formatting.get_language()).get_stopword_count(text).get_stopword_count()
        return ("few-words", count, 3, None) if count < 3 else ("in-brackets", None, None, None)

    steps = [
        (cleaner, "clean_bad_tags", lambda arguments, element: ("bad-name", None, None, named(arguments[0].remove_nodes_re, element))),
        (cleaner, "remove_nodes_regex", lambda arguments, element: ("bad-name", None, None, named(arguments[2], element))),
        (cleaner, "remove_scripts_styles", lambda arguments, element: ("cleaned", None, None, f"<{element.tag}>")),
        (ContentExtractor, "post_cleanup", left_over),
        (formatter, "remove_fewwords_paragraphs", few_words),
    ]
    with patched(
        (reader, "fromstring", classmethod(fromstring)),
        (reader, "remove", classmethod(remove)),
        (ContentExtractor, "calculate_best_node", calculate_best_node),
        (ContentExtractor, "is_table_and_no_para_exist", is_table_and_no_para_exist),
        (formatter, "remove_negativescores_nodes", remove_negativescores_nodes),
        *((holder, name, during(log, getattr(holder, name), reason)) for holder, name, reason in steps),
    ):
        text = run(page.html)["text"]
    story = Story(page)
    if log.tree is None:
        raise ValueError("its parser did not read the page")
    story.tell_unparsed(log.tree.slots)
    return {"text": text}, story, tell_gravity(story, log, text)

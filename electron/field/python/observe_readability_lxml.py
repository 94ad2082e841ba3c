"""readability-lxml 0.9: a subclass of its document with observed steps; removals are recorded when elements are dropped."""
import re

from page import Page, Story, Tree

MADE_FOR = {"readability-lxml": "0.9"}


def observe(explain, url, options):
    """Runs the library over the page with its elements named. Returns what it gives, the story, and the scores."""
    from lxml.html import HtmlMixin
    from readability import readability as library

    page = Page(explain)
    run = Attempt()
    heard = listening_document(library, page, run)
    plain = {"drop_tree": HtmlMixin.drop_tree, "build_doc": library.build_doc, "log": library.log}

    def build_doc(source):
        doc, encoding = plain["build_doc"](source)
        if run.tree is None:
            run.tree = Tree(page, doc)
        return doc, encoding

    def drop_tree(element):
        run.dropped(element, page.attribute)
        plain["drop_tree"](element)

    try:
        HtmlMixin.drop_tree, library.build_doc, library.log = drop_tree, build_doc, run
        html = heard(page.html, url=url, **options).summary(html_partial=True)
    finally:
        HtmlMixin.drop_tree, library.build_doc, library.log = plain["drop_tree"], plain["build_doc"], plain["log"]
    story = Story(page)
    story.tell_unparsed(run.tree.slots)
    tell(story, run, explain["body"])
    scores = [{"id": stamp, "measures": {"score": score}} for stamp, score in run.scores.items()]
    return {"html": html}, story, scores


class Attempt:
    """Record of one attempt of the library; a further attempt resets it. It also replaces the library's log."""

    def __init__(self):
        self.tree = None
        self.retries = []
        self.begin()

    def begin(self):
        self.stage, self.words, self.document = "clean", "", None
        self.drops, self.scores, self.kept, self.best, self.siblings = [], {}, [], None, {}
        self.candidates = {}

    def debug(self, words, *_):
        self.words = words

    info = exception = debug

    def dropped(self, element, attribute):
        """Remembers an element that goes, and why."""
        if not isinstance(element.tag, str):
            return
        reason = REASONS[self.stage](self, element)
        self.words = ""
        stamp = element.get(attribute)
        if stamp is not None:
            self.drops.append((int(stamp), None, reason))
            return
        # The library made it: it holds the loose text of the element around it, and named elements.
        inside = [int(one.get(attribute)) for one in element.iterdescendants() if one.get(attribute)]
        around = next((int(one.get(attribute)) for one in element.iterancestors() if one.get(attribute)), -1)
        texts = {text.strip() for text in (element.text, *(one.tail for one in element)) if text and text.strip()}
        self.drops.append((around, (texts, inside), reason))


def clean_reason(run, element):
    if element.get("hidden") is not None:
        return "hidden", None, None, None
    style = element.get("style")
    hides = style and re.search(r"(display|visibility)\s*:\s*(none|hidden)", style, re.I)
    if hides:
        return "display-none", None, None, hides.group()
    return "cleaned", None, None, f"<{element.tag}>"


def unlikely_reason(run, element):
    from readability.readability import REGEXES

    names = f"{element.get('class', '')} {element.get('id', '')}"
    found = REGEXES["unlikelyCandidatesRe"].search(names)
    return "unlikely", None, None, found.group() if found else None


REASONS = {
    "clean": clean_reason,
    "unlikely": unlikely_reason,
    "transform": lambda run, element: ("cleaned", None, None, f"<{element.tag}>"),
    "sanitize": lambda run, element: sanitize_reason(run.document, run.candidates, element, run.words),
}


def listening_document(library, page, run):
    """The library's document; its steps say which of them is under way, and what it found."""
    stamp = re.compile(rf' {page.attribute}="\d+"')
    attribute = page.attribute

    def named(element):
        number = element.get(attribute)
        return None if number is None else int(number)

    class Listening(library.Document):
        def _parse(self, source):
            run.begin()
            run.document = self
            return super()._parse(source)

        def remove_unlikely_candidates(self):
            run.stage = "unlikely"
            super().remove_unlikely_candidates()

        def transform_misused_divs_into_paragraphs(self):
            run.stage = "transform"
            super().transform_misused_divs_into_paragraphs()

        def get_article(self, candidates, best_candidate, html_partial=False):
            best = best_candidate["elem"]
            run.best = (named(best), best_candidate["content_score"])
            run.candidates = candidates
            parent = best.getparent()
            around = [one for one in (parent.getchildren() if parent is not None else ()) if isinstance(one.tag, str)]
            article = super().get_article(candidates, best_candidate, html_partial)
            for element, candidate in candidates.items():
                if named(element) is not None:
                    run.scores[named(element)] = candidate["content_score"]
            appended = set(article)
            run.siblings = {named(one): self.sibling_numbers(one, candidates) for one in around if one not in appended and named(one) is not None}
            run.kept = [(named(one), "best" if one is best else "sibling-kept", one) for one in article]
            return article

        def sibling_numbers(self, element, candidates):
            score = candidates[element]["content_score"] if element in candidates else None
            return score, element.tag, len(element.text or ""), self.get_link_density(element) if element.tag == "p" else 0

        def sanitize(self, node, candidates, keep_all_images=False):
            run.stage = "sanitize"
            run.candidates = candidates
            if run.best is None:
                run.kept = [(named(node), "whole-page", node)]
            run.alive = {named(one) for one in node.iter() if isinstance(one.tag, str)}
            run.loose = [loose_texts(one, named) for one in node if isinstance(one.tag, str) and named(one) is None]
            answer = super().sanitize(node, candidates, keep_all_images)
            run.retries.append((len(answer or ""), self.retry_length))
            return answer

        def get_clean_html(self):
            # Its length counts: it is measured without the names.
            return library.clean_attributes(stamp.sub("", library.tounicode(self._html(), method="html")))

    return Listening


def loose_texts(element, named):
    """The texts in an element that the library made, outside of the page's own elements in it."""
    texts = [element.text, *(one.tail for one in element)]
    return {text.strip() for text in texts if text and text.strip()}


def tell(story, run, body):
    """Reports the last attempt: text outside the article, the article, dropped text, in this order; the last report of a text counts."""
    tree = run.tree
    for length, limit in run.retries[:-1]:
        story.tell(body, "fail", "retry", length, limit)
    alive = run.alive
    loose = set().union(*run.loose) if run.loose else set()
    inside = [slot.owner in alive or slot.text.strip() in loose for slot in tree.slots]
    tell_outside(story, run, inside)
    for stamp, rule, _ in run.kept:
        if stamp is not None:
            score = run.scores.get(stamp)
            why = story.tell(stamp, "keep", rule, score, run.best[1] if run.best else None)
            story.settle([tree.slots[at] for at in tree.within(stamp) if inside[at]], why)
    apart = {at for at, is_in in enumerate(inside) if is_in and not tree.slots[at].ids == () and tree.slots[at].ids[0] not in story.wanted}
    for at in apart:
        owner = tree.slots[at].owner
        # An element that the parser or the library made has no name: its parts are reported separately.
        rule = "segment" if run.best is None or run.best[0] is not None else "best"
        rule = rule if owner in alive else "sibling-kept"
        why = story.tell(owner if owner in alive else tree.slots[at].ids[0], "keep", rule, run.best[1] if rule == "best" else None)
        story.settle([tree.slots[at]], why)
    gone = set()
    for stamp, parts, reason in run.drops:
        if parts is None:
            held = [at for at in tree.within(stamp) if at not in gone]
            if held or stamp in tree.begin:
                story.settle([tree.slots[at] for at in held], story.tell(stamp, "drop", *reason))
        else:
            texts, named = parts
            held = [at for at in tree.own.get(stamp, ()) if tree.slots[at].text.strip() in texts]
            held += [at for one in named for at in tree.within(one)]
            held = [at for at in held if at not in gone]
            for at in held:
                for text in tree.slots[at].ids:
                    story.wanted[text] = story.tell(text, "drop", *reason)
        gone.update(held)


def tell_outside(story, run, inside):
    """Reports the largest elements without text of the article, by the best score in them, and loose text between them."""
    tree = run.tree
    through = [0]
    for is_in in inside:
        through.append(through[-1] + is_in)
    told = {}
    best = run.best[1] if run.best else None
    for at, slot in enumerate(tree.slots):
        if inside[at]:
            continue
        top = tree.top_without(slot.owner, through)
        if top is None:
            for text in slot.ids:
                story.wanted[text] = story.tell(text, "drop", "loose-text")
            continue
        if top not in told:
            told[top] = story.tell(top, "drop", *outside_reason(run, top, best))
        story.settle([slot], told[top])


def outside_reason(run, top, best):
    """Why an element is not in the article."""
    if top in run.siblings:
        score, tag, length, links = run.siblings[top]
        if tag == "p":
            return "sibling-paragraph", length, 80, f"{links:.2f}"
        if score is not None:
            return "sibling", score, max(10, best * 0.2), None
    scores = [run.scores[stamp] for stamp in named_below(run.tree, top) if stamp in run.scores]
    if not scores:
        return "outside-unscored", None, best, None
    return ("outside" if max(scores) <= best else "outside-preferred"), max(scores), best, None


def named_below(tree, top):
    """An element and the named elements in it."""
    return tree.order[tree.first[top] : tree.behind[top]]


def sanitize_reason(document, candidates, element, words):
    """Returns the rule that removes an element. `words` is the last message in the library's log."""
    if " cause it has " in words:
        return conditional(document, element, words.split(" cause it has ", 1)[1])
    if words.startswith("Removed "):
        score = candidates[element]["content_score"] if element in candidates else 0
        return "negative-score", document.class_weight(element) + score, 0, None
    tag = element.tag
    if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
        weight = document.class_weight(element)
        return ("heading-weight", weight, 0, None) if weight < 0 else ("heading-links", document.get_link_density(element), 0.33, None)
    if tag == "p":
        return "call-to-action", document.get_link_density(element), 0.2, first_words(element)
    return "form", None, None, f"<{tag}>"


def first_words(element):
    return " ".join(element.text_content().split()[:3])


def conditional(document, element, reason):
    """Returns the rule of the conditional cleaning from the message in the log."""
    counts = {kind: len(element.findall(f".//{kind}")) for kind in ("p", "img", "li", "input", "embed")}
    if reason.startswith("too many images"):
        return "images", counts["img"], 1 + counts["p"] * 1.3, None
    if reason.startswith("more <li>s"):
        return "list-items", counts["li"] - 100, counts["p"], None
    if reason.startswith("less than 3x"):
        hidden = len(element.findall('.//input[@type="hidden"]'))
        return "inputs", counts["input"] - hidden, counts["p"] / 3, None
    if reason.startswith("too short"):
        length = int(reason.split("content length ", 1)[1].split(" ", 1)[0])
        return ("short" if "without a single image" in reason else "short-images"), length, document.min_text_length, None
    if reason.startswith("too many links"):
        weight = document.class_weight(element)
        heavy = weight >= 25
        roomy = element.tag in ("ul", "section") and element.xpath("ancestor::main | ancestor::article")
        limit = 0.5 if heavy else 0.25 if roomy else 0.2
        return ("links-heavy" if heavy else "links"), document.get_link_density(element), limit, str(weight)
    if reason.startswith("<embed>s"):
        return "embeds", counts["embed"], 1, None
    return "empty", None, None, None

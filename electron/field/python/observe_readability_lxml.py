"""Observes readability-lxml 0.9: records the steps and the removed elements."""
import re
from itertools import accumulate

from page import Page, Story, Tree, own_texts, replaced

MADE_FOR = {"readability-lxml": "0.9"}


def observe(explain, url, options):
    """Returns the output, the decisions and the scores per node."""
    from lxml.html import HtmlMixin
    from readability import readability as library

    page = Page(explain)
    run = Attempt()

    def stamp_of(element):
        stamp = element.get(page.attribute)
        return None if stamp is None else int(stamp)

    document = attempt_observer(library, page, run, stamp_of)
    plain_build, plain_drop = library.build_doc, HtmlMixin.drop_tree

    def build_doc(source):
        doc, encoding = plain_build(source)
        if run.tree is None:
            run.tree = Tree(page, doc)
        return doc, encoding

    def drop_tree(element):
        run.record_drop(element, stamp_of)
        plain_drop(element)

    with replaced((HtmlMixin, "drop_tree", drop_tree), (library, "build_doc", build_doc), (library, "log", run)):
        html = document(page.html, url=url, **options).summary(html_partial=True)
    story = Story(page)
    story.report_unparsed(run.tree.slots)
    report(story, run, explain["body"])
    scores = [{"id": stamp, "measures": {"score": score}} for stamp, score in run.scores.items()]
    return {"html": html}, story, scores


class Record:
    def begin(self):
        self.stage, self.document = "clean", None
        self.drops, self.scores, self.kept, self.best, self.siblings = [], {}, [], None, {}
        self.candidates, self.alive, self.loose = {}, set(), set()


class Attempt(Record):
    """Records the attempts. Also replaces the library's log, because the last message states the reason for a removal."""

    def __init__(self):
        self.tree = None
        self.retries = []
        self.begin()

    def begin(self):
        super().begin()
        self.words = ""

    def debug(self, words, *_):
        self.words = words

    info = exception = debug

    def record_drop(self, element, stamp_of):
        if not isinstance(element.tag, str):
            return
        reason = REASONS[self.stage](self, element)
        self.words = ""
        stamp = stamp_of(element)
        if stamp is not None:
            self.drops.append((stamp, None, reason))
            return
        # The library made this element, so the element has no id.
        inside = [stamp_of(one) for one in element.iterdescendants() if stamp_of(one) is not None]
        around = next((stamp_of(one) for one in element.iterancestors() if stamp_of(one) is not None), -1)
        self.drops.append((around, (own_texts(element), inside), reason))


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


def document_observer(Document, record, stamp_of, read):
    """
    Returns a subclass of the library's document that records the steps of an attempt.
    record: returns the current record; read: returns element and score of a candidate
    """

    class Observer(Document):
        __slots__ = ()

        def remove_unlikely_candidates(self):
            record().stage = "unlikely"
            super().remove_unlikely_candidates()

        def transform_misused_divs_into_paragraphs(self):
            record().stage = "transform"
            super().transform_misused_divs_into_paragraphs()

        def get_article(self, candidates, best_candidate, **options):
            run = record()
            best, best_score = read(best_candidate)
            run.best, run.candidates = (stamp_of(best), best_score), candidates
            parent = best.getparent()
            around = [one for one in (parent if parent is not None else ()) if isinstance(one.tag, str)]
            article = super().get_article(candidates, best_candidate, **options)
            run.scores.update({stamp_of(one): read(candidate)[1] for one, candidate in candidates.items() if stamp_of(one) is not None})
            appended = set(article)
            for one in around:
                if one not in appended and stamp_of(one) is not None:
                    score = read(candidates[one])[1] if one in candidates else None
                    links = self.get_link_density(one) if one.tag == "p" else 0
                    run.siblings[stamp_of(one)] = score, one.tag, len(one.text or ""), links
            run.kept = [(stamp_of(one), "best" if one is best else "sibling-kept") for one in article]
            return article

        def sanitize(self, node, candidates, *rest):
            run = record()
            run.stage, run.candidates = "sanitize", candidates
            if run.best is None:
                run.kept = [(stamp_of(node), "whole-page")]
            elements = [one for one in node.iter() if isinstance(one.tag, str)]
            run.alive = {stamp_of(one) for one in elements if stamp_of(one) is not None}
            run.loose = {text for one in node if isinstance(one.tag, str) and stamp_of(one) is None for text in own_texts(one)}
            return super().sanitize(node, candidates, *rest)

    return Observer


def attempt_observer(library, page, run, stamp_of):
    """Returns a subclass that also records the attempts. The length of a result must not include the node ids."""
    stamp = re.compile(rf' {page.attribute}="\d+"')

    class Observer(document_observer(library.Document, lambda: run, stamp_of, lambda one: (one["elem"], one["content_score"]))):
        def _parse(self, source):
            run.begin()
            run.document = self
            return super()._parse(source)

        def sanitize(self, *arguments):
            answer = super().sanitize(*arguments)
            run.retries.append((len(answer or ""), self.retry_length))
            return answer

        def get_clean_html(self):
            return library.clean_attributes(stamp.sub("", library.tounicode(self._html(), method="html")))

    return Observer


def report(story, run, body):
    """A later report about a text replaces an earlier report, so the order of the reports matters."""
    tree = run.tree
    for length, limit in run.retries[:-1]:
        story.report(body, "fail", "retry", length, limit)
    alive = run.alive
    inside = [slot.owner in alive or slot.text.strip() in run.loose for slot in tree.slots]
    report_outside(story, run, inside)
    for stamp, rule in run.kept:
        if stamp is not None:
            score = run.scores.get(stamp)
            why = story.report(stamp, "keep", rule, score, run.best[1] if run.best else None)
            story.settle([tree.slots[at] for at in tree.within(stamp) if inside[at]], why)
    apart = {at for at, is_in in enumerate(inside) if is_in and not tree.slots[at].ids == () and tree.slots[at].ids[0] not in story.reasons}
    for at in apart:
        owner = tree.slots[at].owner
        # If the parser or the library made the best element, `run.best[0]` has the value None.
        rule = "segment" if run.best is None or run.best[0] is not None else "best"
        rule = rule if owner in alive else "sibling-kept"
        why = story.report(owner if owner in alive else tree.slots[at].ids[0], "keep", rule, run.best[1] if rule == "best" else None)
        story.settle([tree.slots[at]], why)
    gone = set()
    for stamp, parts, reason in run.drops:
        if parts is None:
            held = [at for at in tree.within(stamp) if at not in gone]
            if held or stamp in tree.begin:
                story.settle([tree.slots[at] for at in held], story.report(stamp, "drop", *reason))
        else:
            texts, named = parts
            held = [at for at in tree.own.get(stamp, ()) if tree.slots[at].text.strip() in texts]
            held += [at for one in named for at in tree.within(one)]
            held = [at for at in held if at not in gone]
            for at in held:
                for text in tree.slots[at].ids:
                    story.reasons[text] = story.report(text, "drop", *reason)
        gone.update(held)


def report_outside(story, run, inside):
    tree = run.tree
    through = list(accumulate(inside, initial=0))
    reported = {}
    best = run.best[1] if run.best else None
    for at, slot in enumerate(tree.slots):
        if inside[at]:
            continue
        top = tree.top_without(slot.owner, through)
        if top is None:
            for text in slot.ids:
                story.reasons[text] = story.report(text, "drop", "loose-text")
            continue
        if top not in reported:
            reported[top] = story.report(top, "drop", *outside_reason(run, top, best))
        story.settle([slot], reported[top])


def outside_reason(run, top, best):
    if top in run.siblings:
        score, tag, length, links = run.siblings[top]
        if tag == "p":
            return "sibling-paragraph", length, 80, f"{links:.2f}"
        if score is not None:
            return "sibling", score, max(10, best * 0.2), None
    tree = run.tree
    scores = [run.scores[stamp] for stamp in tree.order[tree.first[top] : tree.behind[top]] if stamp in run.scores]
    if not scores:
        return "outside-unscored", None, best, None
    return ("outside" if max(scores) <= best else "outside-preferred"), max(scores), best, None


def sanitize_reason(document, candidates, element, words):
    """Returns rule, value, limit and note of a removal. `words` is the last message in the library's log."""
    if " cause it has " in words:
        return conditional(document, element, words.split(" cause it has ", 1)[1])
    if words.startswith("Removed "):
        score = candidates[element]["content_score"] if element in candidates else 0
        return "negative-score", document.class_weight(element) + score, 0, None
    tag = element.tag
    if tag in HEADINGS:
        return heading_reason(document, element)
    if tag == "p":
        return "call-to-action", document.get_link_density(element), 0.2, " ".join(element.text_content().split()[:3])
    return "form", None, None, f"<{tag}>"


HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


def heading_reason(document, element):
    weight = document.class_weight(element)
    return ("heading-weight", weight, 0, None) if weight < 0 else ("heading-links", document.get_link_density(element), 0.33, None)


def conditional(document, element, reason):
    """Returns rule, value, limit and note of the conditional cleaning. `reason` is a part of the message in the library's log."""
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

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
    run = Record(library, lambda one: (one["elem"], one["content_score"]), list_links=0.25)

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
        if isinstance(element.tag, str):
            stamp, inside = stamp_of(element), None
            if stamp is None:
                # The library made this element, so the element has no id.
                inside = own_texts(element), [stamp_of(one) for one in element.iterdescendants() if stamp_of(one) is not None]
                stamp = next((stamp_of(one) for one in element.iterancestors() if stamp_of(one) is not None), -1)
            run.drops.append((stamp, inside, drop_reason(run, element)))
        plain_drop(element)

    with replaced((HtmlMixin, "drop_tree", drop_tree), (library, "build_doc", build_doc)):
        html = document(page.html, url=url, **options).summary(html_partial=True)
    story = Story(page)
    story.report_unparsed(run.tree.slots)
    report(story, run, explain["body"])
    scores = [{"id": stamp, "measures": {"score": score}} for stamp, score in run.scores.items()]
    return {"html": html}, story, scores


class Record:
    """The steps of an attempt. `read` returns element and score of a candidate. `list_links` is the highest link density of a list or section
    inside an article.
    """

    def __init__(self, library, read, list_links=0.2):
        self.library, self.read, self.list_links = library, read, list_links
        self.tree, self.retries = None, []

    def begin(self, document, stage="clean"):
        self.stage, self.document = stage, document
        self.drops, self.scores, self.kept, self.best, self.siblings = [], {}, [], None, {}
        self.candidates, self.alive, self.loose = {}, set(), set()

    def inside(self):
        """Returns whether each text of `tree` is in the article."""
        return [slot.owner in self.alive or slot.text.strip() in self.loose for slot in self.tree.slots]

    def outside(self, inside, least):
        """Yields index, outermost element without text of the article (or None) and reason of each text outside the article. `least` is the
        score of a missing best candidate.
        """
        through = list(accumulate(inside, initial=0))
        reasons = {None: ("loose-text", None, None, None)}
        best = self.best[1] if self.best else least
        for at, slot in enumerate(self.tree.slots):
            if not inside[at]:
                top = self.tree.top_without(slot.owner, through)
                if top not in reasons:
                    reasons[top] = outside_reason(self, top, best)
                yield at, top, reasons[top]


def drop_reason(run, element):
    """Returns rule, value, limit and note of a removal."""
    if run.stage == "sanitize":
        return sanitize_reason(run, element)
    if run.stage == "unlikely":
        names = f"{element.get('class', '')} {element.get('id', '')}"
        pattern = run.library.REGEXES["unlikelyCandidatesRe"]
        found = pattern.search(names if pattern.flags & re.I else names.lower())
        return "unlikely", None, None, found.group() if found else None
    if run.stage == "clean" and element.get("hidden") is not None:
        return "hidden", None, None, None
    hides = run.stage == "clean" and re.search(r"(display|visibility)\s*:\s*(none|hidden)", element.get("style", ""), re.I)
    return ("display-none", None, None, hides.group()) if hides else ("cleaned", None, None, f"<{element.tag}>")


def document_observer(library, record, stamp_of):
    """
    Returns a subclass of the library's document that records the steps of an attempt.
    record: returns the current record
    """

    class Observer(library.Document):
        __slots__ = ()

        def remove_unlikely_candidates(self):
            record().stage = "unlikely"
            super().remove_unlikely_candidates()

        def transform_misused_divs_into_paragraphs(self):
            record().stage = "transform"
            super().transform_misused_divs_into_paragraphs()

        def get_article(self, candidates, best_candidate, **options):
            run = record()
            best, best_score = run.read(best_candidate)
            run.best, run.candidates = (stamp_of(best), best_score), candidates
            parent = best.getparent()
            around = [one for one in (parent if parent is not None else ()) if isinstance(one.tag, str)]
            article = super().get_article(candidates, best_candidate, **options)
            run.scores.update({stamp_of(one): run.read(candidate)[1] for one, candidate in candidates.items() if stamp_of(one) is not None})
            appended = set(article)
            for one in around:
                if one not in appended and stamp_of(one) is not None:
                    score = run.read(candidates[one])[1] if one in candidates else None
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

    class Observer(document_observer(library, lambda: run, stamp_of)):
        def _parse(self, source):
            run.begin(self)
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
    inside = run.inside()
    reported = {}
    for at, top, reason in run.outside(inside, None):
        if top is None:
            story.report_each([tree.slots[at]], "drop", *reason)
            continue
        if top not in reported:
            reported[top] = story.report(top, "drop", *reason)
        story.settle([tree.slots[at]], reported[top])
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
            story.report_each([tree.slots[at] for at in held], "drop", *reason)
        gone.update(held)


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


def sanitize_reason(run, element):
    """Tests the rules of `sanitize` in the library's order."""
    document, tag = run.document, element.tag
    weight, links = document.class_weight(element), document.get_link_density(element)
    if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
        return ("heading-weight", weight, 0, None) if weight < 0 else ("heading-links", links, 0.33, None)
    if tag == "p":
        return "call-to-action", links, 0.2, " ".join(element.text_content().split()[:3])
    if tag in ("form", "textarea", "iframe"):
        return "form", None, None, f"<{tag}>"
    score = run.read(run.candidates[element])[1] if element in run.candidates else 0
    if weight + score < 0:
        return "negative-score", weight + score, 0, None
    counts = {kind: len(element.findall(f".//{kind}")) for kind in ("p", "img", "li", "input", "embed")}
    inputs = counts["input"] - len(element.findall('.//input[@type="hidden"]'))
    length, least = run.library.text_length(element), document.min_text_length
    if counts["p"] and counts["img"] > 1 + counts["p"] * 1.3:
        return "images", counts["img"], 1 + counts["p"] * 1.3, None
    if counts["li"] - 100 > counts["p"] and tag not in ("ol", "ul"):
        return "list-items", counts["li"] - 100, counts["p"], None
    if inputs > counts["p"] / 3:
        return "inputs", inputs, counts["p"] / 3, None
    if length < least and (counts["img"] == 0 or counts["img"] > 2):
        return ("short" if counts["img"] == 0 else "short-images"), length, least, None
    is_list = tag in ("ul", "section") and element.xpath("ancestor::main | ancestor::article")
    limit = 0.5 if weight >= 25 else run.list_links if is_list else 0.2
    if links > limit:
        return ("links-heavy" if weight >= 25 else "links"), links, limit, str(weight)
    return ("embeds", counts["embed"], 1, None) if counts["embed"] else ("empty", None, None, None)

"""trafilatura's own readability: its document's steps are observed, like those of the original library."""
from trafilatura_log import stamp_of


class Reader:
    """Record of its attempt."""

    def __init__(self):
        self.stage, self.document = "clean", None
        self.drops, self.scores, self.kept, self.best, self.siblings = [], {}, [], None, {}
        self.candidates, self.alive, self.loose = {}, set(), set()


def listening_reader(library, log):
    """A class of documents that write down what they do in the log's branch under way."""

    class Listening(library.Document):
        __slots__ = ()

        def summary(self):
            from lxml.html import HtmlMixin

            reader = log.now.reader = Reader()
            reader.document = self
            plain = HtmlMixin.drop_tree

            def drop_tree(element):
                reader.drops.append((stamp_of(element), own_texts(element), reason(reader, library, element)))
                plain(element)

            try:
                HtmlMixin.drop_tree = drop_tree
                return super().summary()
            finally:
                HtmlMixin.drop_tree = plain

        def remove_unlikely_candidates(self):
            log.now.reader.stage = "unlikely"
            super().remove_unlikely_candidates()

        def transform_misused_divs_into_paragraphs(self):
            log.now.reader.stage = "transform"
            super().transform_misused_divs_into_paragraphs()

        def get_article(self, candidates, best_candidate):
            reader, best = log.now.reader, best_candidate.elem
            reader.best = (stamp_of(best), best_candidate.score)
            parent = best.getparent()
            around = list(parent) if parent is not None else []
            article = super().get_article(candidates, best_candidate)
            for element, candidate in candidates.items():
                if stamp_of(element) is not None:
                    reader.scores[stamp_of(element)] = candidate.score
            appended = set(article)
            for one in around:
                if one not in appended and stamp_of(one) is not None:
                    score = candidates[one].score if one in candidates else None
                    links = self.get_link_density(one) if one.tag == "p" else 0
                    reader.siblings[stamp_of(one)] = score, one.tag, len(one.text or ""), links
            reader.kept = [(stamp_of(one), "best" if one is best else "sibling-kept", one) for one in article]
            return article

        def sanitize(self, node, candidates):
            reader = log.now.reader
            reader.stage, reader.candidates = "sanitize", candidates
            if reader.best is None:
                reader.kept = [(stamp_of(node), "whole-page", node)]
            reader.alive = {stamp_of(one) for one in node.iter() if stamp_of(one) is not None}
            reader.loose = {text for one in node if stamp_of(one) is None for text in own_texts(one)}
            return super().sanitize(node, candidates)

    return Listening


def own_texts(element):
    """The direct texts of an element, which identify an element that the library made."""
    return {text.strip() for text in (element.text, *(one.tail for one in element)) if text and text.strip()}


def reason(reader, library, element):
    """Why its readability drops an element at this stage."""
    if reader.stage == "unlikely":
        names = " ".join(filter(None, (element.get("class"), element.get("id")))).lower()
        found = library.REGEXES["unlikelyCandidatesRe"].search(names)
        return "unlikely", None, None, found.group() if found else None
    if reader.stage != "sanitize":
        return "cleaned", None, None, f"<{element.tag}>"
    return sanitize_reason(reader, library, element)


def sanitize_reason(reader, library, element):
    """The rule of `sanitize`, in the order of the library."""
    document, tag = reader.document, element.tag
    weight = document.class_weight(element)
    if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
        return ("heading-weight", weight, 0, None) if weight < 0 else ("heading-links", document.get_link_density(element), 0.33, None)
    if tag in ("form", "textarea", "iframe"):
        return "form", None, None, f"<{tag}>"
    score = reader.candidates[element].score if element in reader.candidates else 0
    if weight + score < 0:
        return "negative-score", weight + score, 0, None
    counts = {kind: len(element.findall(f".//{kind}")) for kind in ("p", "img", "li", "input", "embed")}
    inputs = counts["input"] - len(element.findall('.//input[@type="hidden"]'))
    length, links = library.text_length(element), document.get_link_density(element)
    if counts["p"] and counts["img"] > 1 + counts["p"] * 1.3:
        return "images", counts["img"], 1 + counts["p"] * 1.3, None
    if counts["li"] - 100 > counts["p"] and tag not in library.LIST_TAGS:
        return "list-items", counts["li"] - 100, counts["p"], None
    if inputs > counts["p"] / 3:
        return "inputs", inputs, counts["p"] / 3, None
    if length < document.min_text_length and (counts["img"] == 0 or counts["img"] > 2):
        return ("short" if counts["img"] == 0 else "short-images"), length, document.min_text_length, None
    limit = 0.5 if weight >= 25 else 0.2
    if links > limit:
        return ("links-heavy" if weight >= 25 else "links"), links, limit, str(weight)
    if counts["embed"]:
        return "embeds", counts["embed"], 1, None
    return "empty", None, None, None

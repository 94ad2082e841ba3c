"""Observes trafilatura's own readability with a subclass of the library's document."""
from observe_readability_lxml import HEADINGS, Record, document_observer, heading_reason
from page import own_texts, replaced
from trafilatura_log import stamp_of


def reader_observer(library, log):
    class Observer(document_observer(library.Document, lambda: log.now.reader, stamp_of, lambda one: (one.elem, one.score))):
        __slots__ = ()

        def summary(self):
            from lxml.html import HtmlMixin

            reader = log.now.reader = Record()
            reader.begin()
            reader.document = self
            plain = HtmlMixin.drop_tree

            def drop_tree(element):
                reader.drops.append((stamp_of(element), own_texts(element), reason(reader, library, element)))
                plain(element)

            with replaced((HtmlMixin, "drop_tree", drop_tree)):
                return super().summary()

    return Observer


def reason(reader, library, element):
    if reader.stage == "unlikely":
        names = " ".join(filter(None, (element.get("class"), element.get("id")))).lower()
        found = library.REGEXES["unlikelyCandidatesRe"].search(names)
        return "unlikely", None, None, found.group() if found else None
    if reader.stage != "sanitize":
        return "cleaned", None, None, f"<{element.tag}>"
    return sanitize_reason(reader, library, element)


def sanitize_reason(reader, library, element):
    """Tests the rules of `sanitize` in the library's order."""
    document, tag = reader.document, element.tag
    weight = document.class_weight(element)
    if tag in HEADINGS:
        return heading_reason(document, element)
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

"""Observes jusText 3.0.2: records the texts and neighbours of each paragraph, and reports the rule that decided about the paragraph."""
from contextlib import contextmanager

from page import Page, Story, Tree, replaced

MADE_FOR = {"justext": "3.0.2"}


def observe(explain, params, settings):
    """Returns the output, the decisions and the measures per node."""
    from justext import core

    page = Page(explain)
    story = Story(page)
    stoplist, options = settings(params)
    dom = core.html_to_dom(page.html.encode("utf-8"), encoding="utf-8")
    tree = Tree(page, dom)
    dom = core.preprocessor(dom)
    maker = paragraph_maker(core, page.attribute, tree)
    with replaced((core, "Paragraph", quick_paragraph(core.Paragraph))):
        made = maker.make_paragraphs(dom)
    core.classify_paragraphs(made, stoplist, **options)
    with observed_neighbours(core) as neighbours:
        core.revise_paragraph_classification(made)
    story.report_unparsed(tree.slots)
    report_cleaning(tree, story, maker.used)
    nodes = []
    for number, paragraph in enumerate(made):
        slots = [tree.slots[at] for at in maker.places.get(id(paragraph), [])]
        if not slots:
            continue
        ids = sorted({text for slot in slots for text in slot.ids})
        if not ids:
            continue
        subjects = page.subjects(ids)
        numbers = numbers_of(paragraph, stoplist)
        nodes.extend({"id": subject, "measures": numbers} for subject in subjects)
        rules = (context_free(paragraph, numbers, options), revision(paragraph, number, neighbours))
        report_paragraph(story, paragraph, slots, subjects, rules)
    text = "\n".join(paragraph.text for paragraph in made if not paragraph.is_boilerplate)
    return {"text": text}, story, nodes


def numbers_of(paragraph, stoplist):
    return {"length": len(paragraph), "stopWords": paragraph.stopwords_density(stoplist), "linkDensity": paragraph.links_density()}


def quick_paragraph(plain):
    """Returns a subclass of the library's `Paragraph` that caches its text, because the library reads the text repeatedly."""

    class Quick(plain):
        known = None

        @property
        def text(self):
            count = len(self.text_nodes)
            if self.known is None or self.known[0] != count:
                self.known = count, plain.text.fget(self)
            return self.known[1]

    return Quick


def paragraph_maker(core, attribute, tree):
    """Returns a subclass of the library's `ParagraphMaker` that records which texts of `tree` each paragraph contains."""

    class Observer(core.ParagraphMaker):
        places = {}
        used = set()
        next = 0

        def startElementNS(self, name, qname, attrs):
            stamp = attrs.get((None, attribute))
            if stamp is not None and int(stamp) in tree.begin:
                # Continue the search for texts at this element: the library removed earlier texts that no paragraph contains.
                Observer.next = max(Observer.next, tree.begin[int(stamp)])
            super().startElementNS(name, qname, attrs)

        def characters(self, content):
            super().characters(content)
            if not content or content.isspace():
                return
            places = Observer.places.setdefault(id(self.paragraph), [])
            rest = content.strip()
            for at in range(Observer.next, len(tree.slots)):
                text = tree.slots[at].text.strip()
                if rest.startswith(text):
                    rest = rest[len(text) :].lstrip()
                    places.append(at)
                    Observer.used.add(at)
                    Observer.next = at + 1
                    if not rest:
                        return

    return Observer


def report_cleaning(tree, story, used):
    reported = {}
    for at, slot in enumerate(tree.slots):
        if at in used:
            continue
        stamp = slot.owner
        if stamp < 0:
            continue
        while tree.parent.get(stamp, -1) >= 0 and used.isdisjoint(tree.within(tree.parent[stamp])):
            if tree.tags[tree.parent[stamp]] in ("body", "html"):
                break
            stamp = tree.parent[stamp]
        if stamp not in reported:
            reported[stamp] = story.report(stamp, "drop", "cleaned", note=f"<{tree.tags[stamp]}>")
        story.settle([slot], reported[stamp])


def report_paragraph(story, paragraph, slots, subjects, rules):
    free, revised = rules
    final = revised or free
    for subject in subjects:
        if revised:
            story.report(subject, "pass" if paragraph.cf_class == "neargood" else "fail", *free)
        why = story.report(subject, "drop" if paragraph.is_boilerplate else "keep", *final)
        if len(subjects) == 1:
            story.settle(slots, why)
        else:
            story.reasons[subject] = why


def context_free(paragraph, numbers, limits):
    """Returns rule, value, limit and note of the first pass. Tests the rules in the library's order."""
    length, words, links = numbers["length"], numbers["stopWords"], numbers["linkDensity"]
    if links > limits["max_link_density"]:
        return "link-density", links, limits["max_link_density"], None
    if "\xa9" in paragraph.text or "&copy" in paragraph.text:
        return "copyright", None, None, "\xa9" if "\xa9" in paragraph.text else "&copy"
    if "select" in paragraph.dom_path:
        return "select", None, None, next((f"<{tag}>" for tag in paragraph.dom_path.split(".") if "select" in tag), None)
    if length < limits["length_low"]:
        if paragraph.chars_count_in_links > 0:
            return "short-link", paragraph.chars_count_in_links, 0, None
        return "short", length, limits["length_low"], None
    if words >= limits["stopwords_high"]:
        if length > limits["length_high"]:
            return "long", length, limits["length_high"], None
        return "medium", length, limits["length_high"], None
    if words >= limits["stopwords_low"]:
        return "some-stop-words", words, limits["stopwords_low"], None
    return "few-stop-words", words, limits["stopwords_low"], None


def revision(paragraph, number, neighbours):
    """Returns rule, value, limit and note of the second pass; None if the first pass decided."""
    before, after = paragraph.cf_class, paragraph.class_type
    if before in ("good", "bad"):
        return None
    above, below = (neighbours.get((number, step, True)) for step in (-1, 1))
    around = f"{above} above, {below} below"
    if before == "short" and above != below:
        near = [neighbours.get((number, step, False)) for step in (-1, 1)]
        around = f"{near[0] or above} above, {near[1] or below} below"
        by_neighbours = "neargood" in near
    else:
        by_neighbours = (above, below) != ("bad", "bad")
    if after == "good" and not by_neighbours:
        return "heading", None, None, None
    return f"{before}-{after}", None, None, around


@contextmanager
def observed_neighbours(core):
    plain, found = core._get_neighbour, {}

    def find_neighbour(i, paragraphs, ignore_neargood, inc, boundary):
        found[(i, inc, ignore_neargood)] = plain(i, paragraphs, ignore_neargood, inc, boundary)
        return found[(i, inc, ignore_neargood)]

    with replaced((core, "_get_neighbour", find_neighbour)):
        yield found

"""Observes the functions that remove elements from trafilatura's trees, and the library's readability. Records the reason for each removal."""
from observe_readability_lxml import Record, document_observer, drop_reason
from page import own_texts, replaced
from trafilatura_log import stamp_of, within, word_of


def removals(hooks):
    log, library, tested = hooks.log, hooks.modules["htmlprocessing"], hooks.tested
    lists = {id(getattr(hooks.modules["xpaths"], name)): rule for name, rule in LISTS.items()}

    @hooks.wrap()
    def delete_element(plain, element, keep_tail=True):
        rule, note = log.context
        if rule == "density":
            reason = tested.get(element) or short_reason(library, element, note)
        elif rule == "form":
            reason = "form", len(element.text_content()) / max(1, note), 0.5, None
        elif callable(note):
            reason = rule, None, None, note(element)
        elif rule == "cleaned":
            reason = rule, None, None, f"<{element.tag}>"
        elif rule == "tested":
            last = element.tag in ("head", "ref")
            reason = tested.get(element) or ("trailing-title" if last else "repeated", None, None, f"<{element.tag}>")
        else:
            reason = rule, None, None, note
        log.dropped(element, reason, keep_tail)
        plain(element, keep_tail)

    @hooks.wrap()
    def prune_unwanted_nodes(plain, tree, nodelist, with_backup=False):
        rule = lists.get(id(nodelist), "discard")

        def note(element):
            return next((word for path in nodelist if (word := word_of(path.path, element))), f"<{element.tag}>")

        with within(log, context=(rule, note)):
            return plain(tree, nodelist, with_backup)

    @hooks.wrap()
    def _handle_forms(plain, tree):
        total = len(tree.text_content()) if tree.find(".//form") is not None else 0
        with within(log, context=("form", total)):
            plain(tree)

    @hooks.wrap()
    def prune_html(plain, tree, focus="balanced"):
        with within(log, context=("empty", None)):
            return plain(tree, focus)

    @hooks.wrap()
    def tree_cleaning(plain, tree, options):
        before = len(log.now.drops)
        with within(log, context=("cleaned", None)):
            cleaned = plain(tree, options)
        if cleaned is not tree:
            # With favor_recall, the library undoes the deletions with the rule `cleaned` if no paragraph is left.
            log.now.drops[before:] = [drop for drop in log.now.drops[before:] if drop[1][0] != "cleaned"]
        return cleaned


def density(hooks):
    """Stores why an element failed a test of link density, because the library removes the element later."""
    log, library, tested = hooks.log, hooks.modules["htmlprocessing"], hooks.tested

    @hooks.wrap()
    def link_density_test(plain, element, favor_precision=False):
        found = plain(element, favor_precision)
        if found[0]:
            tested[element] = link_reason(library, element, favor_precision)
        return found

    @hooks.wrap()
    def link_density_test_tables(plain, element):
        found = plain(element)
        if found:
            tested[element] = table_reason(library, element)
        return found

    @hooks.wrap()
    def delete_by_link_density(plain, subtree, tagname, backtracking=False, favor_precision=False):
        tested.clear()
        with within(log, context=("density", favor_precision)):
            return plain(subtree, tagname, backtracking, favor_precision)


LISTS = {
    "RAW_TREE_PRUNE_XPATH": "appended",
    "OVERALL_DISCARD_XPATH": "discard",
    "TEASER_DISCARD_XPATH": "teaser",
    "PRECISION_DISCARD_XPATH": "precision",
    "DISCARD_IMAGE_ELEMENTS": "caption",
    "COMMENTS_DISCARD_XPATH": "comments-discard",
    "REMOVE_COMMENTS_XPATH": "comments-pruned",
    "REMOVE_COMMENTS_AND_LISTS_XPATH": "comments-pruned",
}


def link_reason(library, element, favor_precision):
    """Returns rule, value, limit and note for `link_density_test`."""
    links = element.findall(".//ref")
    text = library.trim(element.text_content())
    if len(links) == 1:
        linked = library.trim(links[0].text_content())
        if len(linked) > (10 if favor_precision else 100) and len(linked) > len(text) * 0.9:
            return "link-single", len(linked) / len(text), 0.9, None
    last = element.getnext() is None
    limit = (60 if last else 30) if element.tag == "p" else 300 if last else 100
    length, count, short, _ = library.collect_link_info(links)
    if len(text) < limit:
        if count == 0:
            return "link-empty", len(text), limit, None
        if length > len(text) * 0.8:
            return "link-share", length / len(text), 0.8, f"{len(text)}, under {limit}"
        return "link-short", short / count, 0.8, f"{len(text)}, under {limit}"
    return "link-farm", length / len(text), library.LINK_FARM_RATIO, str(len(links))


def table_reason(library, element):
    """Returns rule, value, limit and note for `link_density_test_tables`."""
    text = len(library.trim(element.text_content()))
    length, _, _, _ = library.collect_link_info(element.findall(".//ref"))
    return "link-table", length / text, 0.8 if text < 1000 else 0.5, str(text)


def short_reason(library, element, favor_precision):
    """Returns rule, value, limit and note for a short `div` with links and several children."""
    return "link-block", len(library.trim(element.text_content())), 200 if favor_precision else 100, str(len(element))


def reader_observer(library, log):
    """Returns a subclass of the document of trafilatura's readability that records the steps."""

    class Observer(document_observer(library, lambda: log.now.reader, stamp_of)):
        __slots__ = ()

        def summary(self):
            from lxml.html import HtmlMixin

            reader = log.now.reader = Record(library, lambda one: (one.elem, one.score))
            reader.begin(self, "transform")
            plain = HtmlMixin.drop_tree

            def drop_tree(element):
                reader.drops.append((stamp_of(element), own_texts(element), drop_reason(reader, element)))
                plain(element)

            with replaced((HtmlMixin, "drop_tree", drop_tree)):
                return super().summary()

    return Observer

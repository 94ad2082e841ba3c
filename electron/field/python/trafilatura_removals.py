"""Observes the functions that remove elements from trafilatura's trees, and records the reason for each removal."""
from trafilatura_log import within, word_of


def removals(hooks):
    log, modules = hooks.log, hooks.modules
    library = modules["htmlprocessing"]
    plain = library.delete_element
    plain_prune = library.prune_unwanted_nodes
    plain_forms, plain_html, plain_cleaning = library._handle_forms, library.prune_html, library.tree_cleaning
    lists = {id(getattr(modules["xpaths"], name)): rule for name, rule in LISTS.items()}
    tested = hooks.tested

    def delete_element(element, keep_tail=True):
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

    def prune_unwanted_nodes(tree, nodelist, with_backup=False):
        rule = lists.get(id(nodelist), "discard")

        def note(element):
            return next((word for path in nodelist if (word := word_of(path.path, element))), f"<{element.tag}>")

        with within(log, context=(rule, note)):
            return plain_prune(tree, nodelist, with_backup)

    def _handle_forms(tree):
        total = len(tree.text_content()) if tree.find(".//form") is not None else 0
        with within(log, context=("form", total)):
            plain_forms(tree)

    def prune_html(tree, focus="balanced"):
        with within(log, context=("empty", None)):
            return plain_html(tree, focus)

    def tree_cleaning(tree, options):
        before = len(log.now.drops)
        with within(log, context=("cleaned", None)):
            cleaned = plain_cleaning(tree, options)
        if cleaned is not tree:
            # With favor_recall, the library undoes the deletions with the rule `cleaned` if no paragraph is left.
            log.now.drops[before:] = [drop for drop in log.now.drops[before:] if drop[1][0] != "cleaned"]
        return cleaned

    return hooks.everywhere({
        **{"delete_element": delete_element, "prune_unwanted_nodes": prune_unwanted_nodes},
        **{"_handle_forms": _handle_forms, "prune_html": prune_html, "tree_cleaning": tree_cleaning},
    })


def density(hooks):
    """Stores why an element failed a test of link density, because the library removes the element later."""
    log, library, tested = hooks.log, hooks.modules["htmlprocessing"], hooks.tested
    plain_test, plain_tables, plain_density = library.link_density_test, library.link_density_test_tables, library.delete_by_link_density

    def link_density_test(element, favor_precision=False):
        found = plain_test(element, favor_precision)
        if found[0]:
            tested[element] = link_reason(library, element, favor_precision)
        return found

    def link_density_test_tables(element):
        found = plain_tables(element)
        if found:
            tested[element] = table_reason(library, element)
        return found

    def delete_by_link_density(subtree, tagname, backtracking=False, favor_precision=False):
        tested.clear()
        with within(log, context=("density", favor_precision)):
            return plain_density(subtree, tagname, backtracking, favor_precision)

    return hooks.everywhere({
        **{"link_density_test": link_density_test, "link_density_test_tables": link_density_test_tables},
        "delete_by_link_density": delete_by_link_density,
    })


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

"""The numbers of trafilatura's link density tests, worked out again where a test took something out."""


def link_reason(library, element, favor_precision):
    """The rule of `link_density_test` by which an element goes, in the order of the library."""
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
    """The numbers of `link_density_test_tables`."""
    text = len(library.trim(element.text_content()))
    length, _, _, _ = library.collect_link_info(element.findall(".//ref"))
    return "link-table", length / text, 0.8 if text < 1000 else 0.5, str(text)


def short_reason(library, element, favor_precision):
    """An element that is short, has links and several children goes in the pass over div."""
    return "link-block", len(library.trim(element.text_content())), 200 if favor_precision else 100, str(len(element))

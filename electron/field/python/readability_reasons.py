"""The reasons by which readability-lxml 0.9 drops an element of its article, with their numbers, as `sanitize` has them."""


def sanitize_reason(document, candidates, element, words):
    """The rule by which an element goes. `words` is what the library logged just before."""
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
    """The rule of the conditional cleaning, by the words of the log."""
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

"""TextSweeper (Lang, Wohlgenannt, Weichselbraun 2012) from the paper's §3."""
import re

from tree import CONTROLS, INLINE, ancestors, build, elements, texts, utf16, walk

# Not printed: all weights, the bias, the minimum text, the share of links. "For example" (§3): the tolerance 0.9.
WEIGHTS = {**dict.fromkeys(('h1', 'h2', 'h3'), 1.5), **dict.fromkeys(('h4', 'h5', 'h6'), 1.3), 'b': 1.2, 'strong': 1.2}
LEAST_TEXT, LINK_SHARE = 25, 0.5
OURS = ('read more', 'more', 'continue reading', 'full story', 'weiterlesen', 'mehr', 'lire la suite', 'leer más', '更多', '阅读全文', '»')
PRINTED = ('read more',)
HEADINGS_AND_CELLS = {'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'tr', 'td', 'th', 'li', 'dt', 'dd'}

def bias(length):
    return next(times for below, times in ((25, 0.5), (100, 1), (250, 1.2), (float('inf'), 1.5)) if length < below)

def ends_in(words, phrases):
    words = re.sub(r'[\s>›→▸►]+$', '', words).lower().replace('\xa0', ' ')
    for phrase in phrases:
        before = words[: -len(phrase)]
        if words.endswith(phrase) and not (re.match('[a-z]', phrase) and before[-1:].isalnum()):
            return 'phrase'
    return 'ellipsis' if words.endswith(('…', '...')) else None

def find_links(body, printed):
    everything = elements(body)
    for node in reversed(everything):
        node.C = sum(child.C if child.tag else utf16(child.words) for child in node.children)
        # A phrase is at the end of the text, so the end is enough.
        node.tail = ' '.join(child.tail if child.tag else child.words for child in node.children if not child.tag or child.tail)[-80:]
    spared = lambda node: not printed and (node.tag in ('body', 'main', 'article') or node.C > 1000)
    for node in everything:
        given = node.attributes
        node.link = node.tag == 'a' and 'href' in given or 'onclick' in given or given.get('role') == 'link'
    for node in everything:
        end = ends_in(node.tail, PRINTED if printed else OURS)
        if end and not spared(node) and (end == 'phrase' or printed or node.C <= 300):
            for one in (node, node.parent):
                if one and (one is node or not spared(one)):
                    one.link = True

def read(nodes, printed):
    if printed:
        body = build(nodes, without=CONTROLS | {'form'}, open_forms=False)
        if body:
            return body
    return build(nodes, without=CONTROLS) or build(nodes)

def run(nodes, printed):
    body = read(nodes, printed)
    if body is None:
        return []
    find_links(body, printed)
    everything = elements(body)
    for node in walk(body):
        node.level = node.parent.level + 1 if node.parent else 1
        node.linked = bool(node.tag and node.link or node.parent and node.parent.linked)
        if not node.tag:
            length, above = utf16(node.words), node.parent.parent
            node.net = 0 if node.linked else length * WEIGHTS.get(node.parent.tag, 1) * bias(length) * (WEIGHTS.get(above.tag, 1) if above else 1)
    for node in reversed(everything):
        node.net = sum(child.net for child in node.children)
        node.tags = sum(child.tags + (child.tag not in INLINE) for child in node.children if child.tag)
        node.ratio = node.net / (node.tags + node.level)
    best = max(everything, key=lambda node: node.ratio)
    relevant = [node for node in everything if node.ratio > (0.9 if printed else 0.7) * best.ratio] or [best]
    common = [best, *ancestors(best)]
    for node in relevant:
        path = {node, *ancestors(node)}
        common = [one for one in common if one in path]
    content = common[0]

    gone = set()
    for node in reversed(list(walk(content))):
        left = [child for child in node.children if child not in gone] if node.tag else []
        node.all = utf16(node.words) if not node.tag else sum(child.all for child in left)
        node.bare = (0 if node.linked else node.all) if not node.tag else sum(child.bare for child in left)
        if not node.tag or node is content or node.tag in INLINE or not printed and node.tag in HEADINGS_AND_CELLS:
            continue
        if node.bare < LEAST_TEXT or node.all - node.bare > LINK_SHARE * node.all:
            gone.update(walk(node))
    kept = [text for text in texts(content) if text not in gone]
    return [text.number for text in kept or texts(content)]

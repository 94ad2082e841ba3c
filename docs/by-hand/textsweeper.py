"""TextSweeper after its article (methods/textsweeper.html)."""
import re
from page import collapse, main, units

TOLERANCE, MIN_TEXT, MAX_LINKS, ELLIPSIS_LIMIT, LONGEST_LINK, TAIL = 0.7, 25, 0.5, 300, 1000, 24
WEIGHTS = {'h1': 1.5, 'h2': 1.5, 'h3': 1.5, 'h4': 1.3, 'h5': 1.3, 'h6': 1.3, 'b': 1.2, 'strong': 1.2}

def bias(length):
    return 0.5 if length < 25 else 1 if length < 100 else 1.2 if length < 250 else 1.5

def weight(node):
    return WEIGHTS.get(node.tag, 1) if node else 1

def read_more(page):
    """Finds, per text, the texts in which a phrase and an ellipsis at the end of this text begin; -1 if missing."""
    tail = ''
    for place, text in enumerate(page.body.texts()):
        tail = f'{tail[-TAIL:]}\n{units(collapse(text.text))[-TAIL:]}'
        cut = re.sub(page.lists['decoration'], '', tail)
        begin = lambda length: place - tail[len(cut) - length:].count('\n')
        text.place, text.phrase = place, -1
        text.ellipsis = begin(1) if cut.endswith('…') else begin(3) if cut.endswith('...') else -1
        lower = re.sub('[\u00a0\n]', ' ', cut.lower())
        for phrase in page.lists['phrases']:
            before = lower[:-len(phrase)]
            if lower.endswith(phrase) and not ('a' <= phrase[0] <= 'z' and before[-1:].isalnum()):
                text.phrase = begin(len(phrase))

def find_links(page):
    read_more(page)
    for node in page.elements:
        a = node.attributes
        node.link = node.tag == 'a' and 'href' in a or 'onclick' in a or a.get('role') == 'link'
    for node in page.elements:
        last = node.last
        if last and not node.spared and (last.phrase >= node.first.place or node.C <= ELLIPSIS_LIMIT and last.ellipsis >= node.first.place):
            node.link = True
            if node.parent and not node.parent.spared:
                node.parent.link = True

def keep(page):
    if not page.read(page.lists['swept']) and not page.read():
        return []
    for node in reversed(page.nodes):
        node.C = node.length + sum(child.C for child in node.children)
        node.first = node if not node.tag else next((child.first for child in node.children if child.first), None)
        node.last = node if not node.tag else next((child.last for child in reversed(node.children) if child.last), None)
        node.spared = node.tag in page.lists['main'] or node.C > LONGEST_LINK
    find_links(page)
    for node in page.nodes:
        up = node.parent
        node.level = up.level + 1 if up else 1
        node.in_link = bool(node.tag and node.link or up and up.in_link)
        if not node.tag:
            node.weighed = 0 if node.in_link else node.length * weight(up) * bias(node.length) * weight(up.parent)
    for node in reversed(page.elements):
        node.tags = sum(child.tags + (child.tag not in page.inline) for child in node.children if child.tag)
        node.weighed = sum(child.weighed for child in node.children)
        node.ratio = node.weighed / (node.tags + node.level)
    best = max(page.elements, key=lambda node: node.ratio)
    relevant = [node for node in page.elements if node.ratio > TOLERANCE * best.ratio or node is best]
    content = relevant[0]
    while relevant[-1] not in content.below():
        content = content.parent
    left = set(content.below())
    for node in reversed([one for one in page.nodes if one in left]):
        inner = [child for child in node.children if child in left]
        node.all = node.length + sum(child.all for child in inner)
        node.net = (0 if node.in_link else node.length) + sum(child.net for child in inner)
        judged = node.tag and node is not content and node.tag not in page.inline and node.tag not in page.lists['spared']
        if judged and (node.net < MIN_TEXT or node.all - node.net > MAX_LINKS * node.all):
            left -= set(node.below())
    return [node for node in left if not node.tag] or content.texts()

main(keep)

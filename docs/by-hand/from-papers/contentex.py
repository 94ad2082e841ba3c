"""ContentEx (Song et al. 2009) from the paper: the link table filter of Figure 3 and the five patterns of §III.B."""
import re
import unicodedata
from collections import Counter

from tree import CONTROLS, build, elements, texts, walk

THRESHOLD, REPEATS = 0.75, 3  # "pre-defined", "repeated": not printed
CJK = '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\u0e00-\u0e7f]'
WORD = re.compile(rf"{CJK}|(?:(?!{CJK})\w)+(?:['’‐-](?:(?!{CJK})\w)+)*")
DATE = re.compile(
    r'\b(?:[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{1,4}|[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?'
    r'|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+[0-9]{1,2}(?:st|nd|rd|th)?,?\s+[0-9]{4}'
    r'|[0-9]{1,2}(?:st|nd|rd|th)?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?\s+[0-9]{4})\b', re.I)
ADDRESS = re.compile(r'\b[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.(?:[0-9]{1,3}|\*)')

def count(text):
    return len(WORD.findall(text))

def link_tables(body):
    everything = list(walk(body))
    for node in everything:
        node.inside = bool(node.parent and (node.parent.inside or node.parent.link))
        node.link = node.tag == 'a' and 'href' in node.attributes and not node.inside
    for node in reversed(everything):
        if node.link:
            node.words, node.links = 1, 1
        elif node.tag:
            node.words, node.links = sum(child.words for child in node.children), sum(child.links for child in node.children)
        else:
            node.words, node.links = 0 if node.inside else count(node.data), 0
        node.score = (node.words - node.links) / node.words if node.words else 1
    gone = set()
    for link in everything:
        if not link.link or link in gone or not link.parent.score < THRESHOLD:
            continue
        # At most a child of body.
        table = link if link.parent is body else link.parent
        while table is not link and table.parent is not body and table.parent.score < table.score:
            table = table.parent
        gone.update(walk(table))
    return gone

def few(words):
    return count(words) <= 8

def run(nodes, printed):
    """Returns the kept texts, and for each other text the filter that removed it."""
    body = build(nodes, without=CONTROLS) or build(nodes, open_forms=False)
    if body is None:
        return [], {}
    why = {text.number: 'link-table' for text in link_tables(body) if not text.tag}
    left = [(text, unicodedata.normalize('NFKC', re.sub(r'\s+', ' ', text.data).strip())) for text in texts(body) if text.number not in why]
    filters = {
        'time': lambda t: DATE.search(t) and few(t) and len(re.findall(r'[^\W\d_]{3,}', DATE.sub('', t))) <= 2,
        'IP': lambda t: ADDRESS.search(t) and few(t),
        'colon': lambda t: t.endswith(':') and (printed or len(t) <= 30 or count(t) <= 10),
        'copyright': lambda t: re.search('all rights? reserved', t, re.I) and (printed or len(t) <= 200),
    }
    for name, test in filters.items():
        why.update((text.number, name) for text, words in left if test(words))
        left = [(text, words) for text, words in left if text.number not in why]
    times = Counter(words for _, words in left if len(words) <= 15 or count(words) <= 4)
    why.update((text.number, 'repeated') for text, words in left if times[words] >= REPEATS)
    kept = [text.number for text, words in left if times[words] < REPEATS]
    return (kept, why) if kept else ([text.number for text in texts(body)], {})

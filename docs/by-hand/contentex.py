"""ContentEx after its article (methods/contentex.html)."""
import re, unicodedata
from collections import Counter
from page import collapse, count_words, main, units

THRESHOLD, STATEMENT, REPEATS, MARK = 0.75, 300, 3, '\ufffc'

def pattern(source, flags=re.I):
    source = source.replace(r'[\p{L}\p{N}]', r'[^\W_]').replace(r'\p{L}', r'[^\W\d_]').replace(r'\d', '[0-9]')
    return re.compile(re.sub(r'\[([^]]*)\[0-9\]([^]]*)\]', r'[\g<1>0-9\2]', source), flags)

def normal(text):
    return unicodedata.normalize('NFKC', re.sub(r'\s+', ' ', text).strip()).strip()

def statements(page):
    """Returns the texts and inline elements of blocks with statements, such as a copyright notice."""
    blocks, page.body.home = {}, page.body
    for node in page.nodes[1:]:
        folded = not node.tag or node.tag in page.inline
        node.home = node.parent.home if folded else node
        if not node.tag:
            blocks.setdefault(node.home, []).append(node)
    for block, texts in blocks.items():
        own = normal(' '.join(collapse(text.text) for text in texts))
        if sum(text.length for text in texts) > STATEMENT or len(units(own)) > STATEMENT:
            continue
        if page.copyright(own) or page.statement.search(own):
            for node in page.nodes:
                if node is not block and node.home is block:
                    yield from node.below()

def is_time(text, page):
    if len(text) > 120 or not page.hint.search(text) or len(text) > 40 and count_words(text) > 8:
        return False
    rest = text
    for form in page.forms:
        rest = form.sub(MARK, rest)
    rest = page.after.sub(lambda m: m[1] + MARK, rest)
    rest = page.before.sub(MARK, rest)
    return rest != text and len(re.findall(r'[^\W_]', page.companions.sub(' ', rest))) <= 3

def is_address(text, page):
    match = len(text) <= 60 and page.address.search(text)
    return match and (':' in match[0] or all(part == '*' or int(part) < 256 for part in match[0].split('.')))

def keep(page):
    if not page.read(page.lists['controls']) and not page.read(unwrap=()):
        return []
    p = page.lists
    short = pattern(p['copyright'])
    page.copyright = lambda text: len(text) <= 200 and short.search(text)
    page.statement, page.hint, page.address, page.companions = (pattern(p[n]) for n in ('statement', 'timeHint', 'address', 'companions'))
    page.forms = [pattern(form) for form in p['timeForms']]
    page.after = pattern(rf"((?:{MARK}|{p['timeWords']}){p['gap']})(?<![\d.,/]){p['dayAndMonth']}")
    page.before = pattern(rf"(?<![\d.,/-]){p['dayAndMonth']}(?=\.?{p['gap']}{MARK})")
    gone = set(statements(page))
    for node in page.nodes:
        node.in_link = bool(node.parent and (node.parent.in_link or node.parent.link))
        node.link = node.tag == 'a' and 'href' in node.attributes and not node.in_link and node not in gone
    for node in reversed(page.nodes):
        own = 0 if node.tag or node.in_link or node in gone else count_words(node.text)
        node.words = 1 if node.link else own + sum(child.words for child in node.children)
        node.links = 1 if node.link else sum(child.links for child in node.children)
        node.score = (node.words - node.links) / node.words if node.words else 1
    tables = set()
    for node in page.nodes:
        if node.link and node not in tables and node.parent.score < THRESHOLD:
            table = node if node.parent is page.body else node.parent
            while table is not node and table.parent is not page.body and table.parent.score < table.score:
                table = table.parent
            tables.update(table.below())
    texts = [(node, normal(node.text)) for node in page.body.texts() if node not in gone | tables]
    for test in (lambda t: is_time(t, page), lambda t: is_address(t, page),
                 lambda t: t.endswith(':') and (len(t) <= 30 or count_words(t) <= 10), page.copyright):
        texts = [(node, text) for node, text in texts if not test(text)]
    times = Counter(text for _, text in texts if len(text) <= 15 or len(text) <= 120 and count_words(text) <= 4)
    return [node for node, text in texts if times[text] < REPEATS] or page.body.texts()

main(keep)

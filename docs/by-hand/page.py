"""Shared definitions: the tree, characters and words (methods/shared.html). Reads parsed pages, one JSON object per line:
{"html", "nodes": [[parent, tag or null, attributes, text, start, end] ...], "lists"}. Writes the numbers of the kept texts, one list per line."""
import json, re, sys, unicodedata

SPACE = ' \t\n\f\r'
ALONE = '\u2e80-\u2fd5\u3005\u3007\u3021-\u3029\u3038-\u303b\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fd-\u30ff\u31f0-\u31ff\u3400-\u4dbf' \
        '\u4e00-\u9fff\uf900-\ufad9\uff66-\uff6f\uff71-\uff9d\u0e01-\u0e3a\u0e40-\u0e5b\U00020000-\U000323af'
MARKS = ''.join(chr(c) for c in range(0x110000) if unicodedata.category(chr(c))[0] == 'M')
PART = rf'(?:(?![{ALONE}])(?:[^\W_]|[{MARKS}]))+'
WORD = re.compile(rf"[{ALONE}]|{PART}(?:['’‐-]{PART})*")

def collapse(text):
    return re.sub(f'[{SPACE}]+', ' ', text).strip(SPACE)

def units(text):
    """Returns the text in UTF-16 code units. A character beyond the basic plane becomes two."""
    return re.sub('[\U00010000-\U0010ffff]', lambda m: '\ud800\udc00', text)

def count_words(text):
    return len(WORD.findall(text))

class Node:
    def __init__(self, number, parent, tag, attributes, text, start, end):
        self.number, self.parent, self.tag, self.attributes = number, parent, tag, attributes
        self.text, self.start, self.end, self.children = text, start, end, []
        self.length = 0 if tag else len(units(collapse(text)))

    def below(self):
        """Yields the node and its descendants, in the order of the page."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def way(self):
        """Returns the node and its ancestors, up to body."""
        return [self] + (self.parent.way() if self.parent else [])

    def texts(self):
        return [node for node in self.below() if not node.tag]

class Page:
    def __init__(self, handed):
        self.html, self.lists, self.handed = handed['html'], handed['lists'], handed['nodes']
        self.inline = set(self.lists['inline'])

    def read(self, more=(), unwrap=('form',)):
        """Returns the nodes of body as a list, body first. Omits tags that are not measured, and the tags of `more`."""
        gone, hidden = {*self.lists['unread'], *more}, re.compile(self.lists['displayNone'], re.I)
        self.body, moved = None, {}
        for number, (parent, tag, attributes, text, start, end) in enumerate(self.handed):
            if self.body is None and tag != 'body' or self.body and parent not in moved:
                continue
            if tag and self.body and (tag in gone or 'hidden' in attributes or hidden.search(attributes.get('style', ''))
                                      or tag == 'input' and attributes.get('type', '').lower() == 'hidden'):
                continue
            around = moved.get(parent)
            if tag in unwrap:
                moved[number] = around
                continue
            node = Node(number, around, tag, attributes, text, start, end)
            if not tag and node.length == 0:
                continue
            moved[number] = node
            if around:
                around.children.append(node)
            self.body = self.body or node
        self.nodes = list(self.body.below()) if self.body else []
        self.elements = [node for node in self.nodes if node.tag]
        return any(not node.tag for node in self.nodes)

def main(keep):
    for line in sys.stdin:
        page = Page(json.loads(line))
        print(json.dumps(sorted({node.number for node in keep(page, *sys.argv[1:])})), flush=True)

"""The tree that the independent programs read. It is built from the parsed nodes [parent, tag or null, attributes, text, start, end]."""
import re

INLINE = set('a abbr b bdi bdo br cite code del dfn em font i ins kbd label mark q s samp small span strong sub sup time tt u var wbr'.split())
INVISIBLE = {'script', 'style', 'template', 'link', 'meta'}
CONTROLS = {'input', 'button', 'select', 'textarea', 'option', 'optgroup', 'datalist'}
HTML_SPACE = ' \t\n\f\r'


def squeeze(text):
    return re.sub(r'[ \t\n\f\r]+', ' ', text).strip(' ')


def utf16(text):
    return len(text.encode('utf-16-le', 'surrogatepass')) // 2


class Element:
    def __init__(self, number, tag, attributes, parent):
        self.number, self.tag, self.attributes, self.parent, self.children = number, tag, attributes, parent, []


class Text:
    def __init__(self, number, data, parent, start, end):
        self.number, self.data, self.parent, self.start, self.end = number, data, parent, start, end
        self.words = squeeze(data)
        self.tag = None


def is_hidden(tag, attributes):
    style = attributes.get('style', '')
    return ('hidden' in attributes or re.search(r'(^|;)\s*display\s*:\s*none\b', style, re.I)
            or tag == 'input' and attributes.get('type', '').lower() == 'hidden')


def build(nodes, hidden=False, without=(), open_forms=True):
    """Returns body, or None if no text is left. `hidden` keeps hidden elements, `without` names more tags that are removed."""
    body, place = None, {}
    for number, (parent, tag, attributes, data, start, end) in enumerate(nodes):
        if body is None:
            if tag == 'body':
                body = place[number] = Element(number, tag, attributes, None)
                root = nodes[parent][2] if parent >= 0 else {}
                if not hidden and (is_hidden(tag, attributes) or is_hidden('html', root)):
                    return None
            continue
        inside = place.get(parent)
        if inside is None:
            continue
        if tag is None:
            if squeeze(data):
                inside.children.append(Text(number, data, inside, start, end))
        elif tag in INVISIBLE or tag in without or not hidden and is_hidden(tag, attributes):
            continue
        elif tag == 'form' and open_forms:
            place[number] = inside
        else:
            place[number] = Element(number, tag, attributes, inside)
            inside.children.append(place[number])
    return body if body and any(texts(body)) else None


def walk(node):
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        if node.tag:
            stack.extend(reversed(node.children))


def elements(node):
    return [one for one in walk(node) if one.tag]


def texts(node):
    return [one for one in walk(node) if not one.tag]


def ancestors(node):
    while node.parent:
        node = node.parent
        yield node

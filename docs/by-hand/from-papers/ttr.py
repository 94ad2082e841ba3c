"""TTR (Weninger, Hsu 2008) from the slides: which lines are content, and how much of each text stands on them."""
import html
import re

# Not printed: the radius, the starts of the clusters, the width of a wrapped line, parts to remove other than scripts and remarks.
RADIUS, K, WIDTH = 2, 3, 65
ATTRIBUTES = r'''(?:[^>"'=]|=\s*(?:"[^"]*"?|'[^']*'?)?|["'])*'''
TAG = re.compile(rf'<(?:/?[a-z]|[!?/]){ATTRIBUTES}>?', re.I)
END = {'script': re.compile(r'</script(?=[\s/>])[^>]*>?', re.I), 'style': re.compile(r'</style(?=[\s/>])[^>]*>?', re.I)}
REMARK = re.compile(r'<!--(?:-?>|.*?(?:-->|--!>|$))', re.S)
REFERENCE = re.compile(r'&(?:#[0-9]+|#x[0-9a-f]+|[a-z][a-z0-9]*);?', re.I)
SPACE = ' \t\n\f\r'

def tokens(source, with_style):
    """Gives (kind, start, end): 'tag', 'markup', 'break' or 'text' (a character or a reference). Remarks and scripts are left out."""
    at = 0
    while at < len(source):
        if source.startswith('<!--', at):
            at = REMARK.match(source, at).end()
            continue
        tag = TAG.match(source, at) if source[at] == '<' else None
        if tag:
            name = re.match(r'</?([a-z][^\s/>]*)?', tag[0], re.I)
            removed = (name[1] or '').lower() if not tag[0].startswith('</') else ''
            if removed == 'script' or removed == 'style' and not with_style:
                end = END[removed].search(source, tag.end())
                at = end.end() if end else len(source)
                continue
            yield 'tag' if name[1] else 'markup', at, tag.end()
            at = tag.end()
        elif source[at] in '\n\r':
            end = at + 2 if source.startswith('\r\n', at) else at + 1
            yield 'break', at, end
            at = end
        else:
            match = REFERENCE.match(source, at) if source[at] == '&' else None
            end = match.end() if match else at + 1
            yield 'text', at, end
            at = end

class Line:
    def __init__(self):
        self.pieces, self.text, self.tags, self.width, self.marked = [], [], 0, 0, False

    def add(self, start, end):
        self.width += end - start
        if self.pieces and self.pieces[-1][1] == start:
            self.pieces[-1] = (self.pieces[-1][0], end)
        else:
            self.pieces.append((start, end))

def read(source, with_style, wrap):
    lines, boundary = [Line()], False
    for kind, start, end in tokens(source, with_style):
        piece = source[start:end]
        breaks_here = kind in ('tag', 'markup') or kind == 'text' and (piece in SPACE or boundary)
        if kind == 'break' or wrap and lines[-1].width >= WIDTH and breaks_here:
            lines.append(Line())
        if kind in ('tag', 'markup'):
            lines[-1].tags += kind == 'tag'
            at = start
            for k, part in enumerate(re.split('(\r\n|[\n\r])', piece)):
                if k % 2:
                    lines.append(Line())
                elif part:
                    lines[-1].add(at, at + len(part))
                    lines[-1].marked = True
                at += len(part)
        elif kind == 'text':
            lines[-1].add(start, end)
            lines[-1].text.append(html.unescape(piece) if piece[0] == '&' else piece)
        boundary = kind in ('tag', 'markup') or kind == 'text' and piece in SPACE
    for line in lines:
        line.text = ''.join(line.text).strip(SPACE)
    return [line for line in lines if line.text or line.marked]

def length(text, ascii_only):
    return sum(ord(c) < 128 for c in text) if ascii_only else len(text.encode('utf-16-le', 'surrogatepass')) // 2

def k_means(values):
    mean, top = sum(values) / len(values), max(values)
    centres = [0, mean, top]
    nearest = lambda v: min(range(K), key=lambda k: (abs(v - centres[k]), centres[k]))
    for _ in range(100):
        groups = [[] for _ in centres]
        for v in values:
            groups[nearest(v)].append(v)
        moved = [sum(group) / len(group) if group else centre for group, centre in zip(groups, centres)]
        if moved == centres:
            break
        centres = moved
    lowest = min(range(K), key=lambda k: centres[k])
    return [nearest(v) != lowest for v in values]

def content_lines(source, printed):
    lines = read(source, printed, False)
    if not printed and lines and (len(lines) < 10 or sum(line.width for line in lines) / len(lines) > 500):
        lines = read(source, printed, True)
    if not lines:
        return [], []
    ratio = [length(line.text, printed) / (line.tags or 1) for line in lines]
    smooth = []
    for k in range(len(ratio)):
        window = ratio[max(0, k - RADIUS) : k + RADIUS + 1]
        smooth.append(sum(window) / len(window))
    if not printed and sum(line.tags for line in lines) < len(lines) / 20:
        return lines, [True] * len(lines)
    if len(set(smooth)) < K:  # too few values to cluster: the threshold of the slides
        mean = sum(smooth) / len(smooth)
        sigma = (sum((v - mean) ** 2 for v in smooth) / len(smooth)) ** 0.5
        return lines, [v >= sigma for v in smooth]
    return lines, k_means(smooth)

def run(source, nodes, printed):
    """Returns for each text of the document, head included, [number, share of its characters on content lines]."""
    # Positions are in UTF-16 code units.
    source = re.sub('[\U00010000-\U0010ffff]', '\ud800\udc00', source)
    lines, content = content_lines(source, printed)
    on = bytearray(len(source))  # 1: a dropped line, 2: a content line
    for line, is_content in zip(lines, content):
        for start, end in line.pieces:
            on[start:end] = (b'\x02' if is_content else b'\x01') * (end - start)
    shares = []
    for number, (_, tag, _, data, start, end) in enumerate(nodes):
        if tag is None and start >= 0 and data.strip(SPACE):
            places = [on[i] for i in range(start, end) if source[i] not in SPACE and on[i]]
            shares.append([number, sum(place == 2 for place in places) / len(places) if places else None])
    return shares

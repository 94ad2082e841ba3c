"""CETD (Sun, Song, Liao 2011) from the paper. Choices that the paper leaves open are in `open choices`."""
from math import e, inf, log

from tree import INLINE, build, elements, texts, utf16, walk

HYPERLINKS = {'a', 'button', 'select'}  # "buttons and drop-down lists are treated as hyperlinks" (§4.3)

def measure(body, wrappers):
    everything = elements(body)
    for node in everything:
        node.linked = node.tag in HYPERLINKS or bool(node.parent and node.parent.linked)
    for node in reversed(everything):
        inner = [child for child in node.children if child.tag]
        node.C = sum(child.C if child.tag else utf16(child.words) for child in node.children)
        node.T = len(inner) + sum(child.T for child in inner)
        if node.linked:
            node.LC, node.LT = node.C, node.T
            continue
        node.LC = sum(child.LC for child in inner)
        node.LT = 0
        for child in inner:
            only_links = child.LT > 0 and child.LT == child.T and child.LC == child.C
            node.LT += child.LT + (child.tag in HYPERLINKS or wrappers and only_links)
    return everything

def composite(node, r, zeros_everywhere):
    """Definition 2. The paper lost a sign; the base of the logarithm is ln(C/¬LC · LC + r·C + e)."""
    if node.C == 0:
        return 0
    T, LC, LT, rest = node.T or 1, node.LC or 1, node.LT or 1, node.C - node.LC or 1
    factor = LC if zeros_everywhere else node.LC
    base = log(log(node.C / rest * factor + r * node.C + e))
    return inf if base <= 0 else node.C / T * log(node.C / LC * T / LT) / base

def runs_of(node):
    """Returns child elements and runs of direct text, in page order. A run continues over children without characters."""
    out, open_run = [], None
    for child in node.children:
        if child.tag:
            out.append(child)
            if child.C:
                open_run = None
        elif open_run is None:
            open_run = [child]
            out.append(open_run)
        else:
            open_run.append(child)
    return out

def prepare(nodes, variant, printed, lam):
    body = build(nodes, hidden=printed)
    if body is None:
        return None
    everything = measure(body, wrappers=not printed)
    r = body.LC / body.C
    plain = variant == 'cetd-ds'
    for node in everything:
        node.density = node.C / (node.T or 1) if plain else composite(node, r, not printed)

    def run_density(run):
        L = sum(utf16(text.words) for text in run)
        if plain:
            return L
        return 0 if L <= 1 else L * log(L) / log(log(1 + e if r == 0 else r * L + e))

    for node in everything:
        node.row = [(one, one.density) if not isinstance(one, list) else (one, 0 if node.linked else run_density(one)) for one in runs_of(node)]
        summands = [value for one, value in node.row if not isinstance(one, list) or not printed and not node.linked]
        # With runs, an element without children and runs has its own density. By Definition 3, the sum would be empty.
        node.sum = sum(summands) if summands or printed else node.density
    target = max(everything, key=lambda node: node.sum)
    way = [target]
    while way[-1].parent:
        way.append(way[-1].parent)
    least = min(node.density for node in way)
    return body, everything, target, way, 0 if lam == 0 else lam * least

def density_sum(nodes, variant, printed, lam=1):
    ready = prepare(nodes, variant, printed, lam)
    if ready is None:
        return []
    body, everything, target, way, threshold = ready
    largest = {}
    for node in reversed(everything):
        best = node
        for child in node.children:
            if child.tag and largest[child].sum > best.sum:
                best = largest[child]
        largest[node] = best
    marked, above = set(walk(target)), set(way[1:])
    stack = [body]
    while stack:
        node = stack.pop()
        if node in marked:
            continue
        passes = node.density >= threshold
        if passes:
            if largest[node] not in marked:
                marked.update(walk(largest[node]))
        if passes or node in above:
            stack.extend(child for child in reversed(node.children) if child.tag)
    if printed or lam == 0:
        # "keeping its ancestors and subtrees": includes direct text of an ancestor.
        holders = set()
        for node in reversed(everything):
            if any(child in marked or child in holders for child in node.children):
                holders.add(node)
        marked.update(text for text in texts(body) if text.parent in holders)
    return [node.number for node in marked if not node.tag]

def smoothing(nodes, printed, lam=1):
    ready = prepare(nodes, 'cectd-s', printed, lam)
    if ready is None:
        return []
    body, everything, _, _, threshold = ready
    if printed:  # §4.1: the density of body
        threshold = 0 if lam == 0 else lam * body.density
    body.smooth = body.density
    for node in everything:
        for k, (one, value) in enumerate(node.row):
            if isinstance(one, list):
                continue
            total, weights = 2 * value, 2
            for j in (k - 1, k + 1):
                if 0 <= j < len(node.row):
                    total, weights = total + node.row[j][1], weights + 1
            one.smooth = total / weights
    kept, follows = [], {}
    for node in walk(body):
        if node.tag and (node is body or node.tag not in INLINE):
            follows[node] = node
        else:
            follows[node] = follows[node.parent]
            if not node.tag and follows[node].smooth >= threshold:
                kept.append(node)
    if any(follows[text] is not body for text in kept):
        return [text.number for text in kept]
    blocks = [node for node in everything if node is not body and node.tag not in INLINE and node.C]
    if blocks:
        kept += texts(max(blocks, key=lambda node: node.smooth))
    return sorted({text.number for text in kept}) or [text.number for text in texts(body)]

def run(variant, nodes, printed, lam=1):
    return smoothing(nodes, printed, lam) if variant == 'cectd-s' else density_sum(nodes, variant, printed, lam)

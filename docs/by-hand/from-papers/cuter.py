"""CUTER (Adam, Bouras, Poulopoulos 2009) from the paper: the pseudocode, and the procedure of the prose (both §IV)."""
from tree import INLINE, build, elements, texts

MAX_LP = 0.5  # "the limit of the LP should be placed at 50%"
# Not printed: the share for minTP and its floor, the distance of close nodes, AL.
MIN_SHARE, FLOOR, CLOSE, AL = 0.25, 0.01, 6, 0.5

def size(text):
    return len(text.words.encode('utf-8', 'replace'))

def find_nodes(body, whole):
    """Assigns texts to each node: the texts of its subtree, or the texts whose nearest block is the node."""
    for node in elements(body):
        node.texts, node.linked = [], node.tag == 'a' or bool(node.parent and node.parent.linked)
    for text in texts(body):
        holder = text.parent
        if whole:
            while holder:
                holder.texts.append(text)
                holder = holder.parent
        else:
            while holder.tag in INLINE and holder.parent:
                holder = holder.parent
            holder.texts.append(text)
    found = [node for node in elements(body) if node.texts]
    total = sum(size(text) for text in texts(body))
    for number, node in enumerate(found):
        node.IX, node.SL = number, sum(map(size, node.texts))
        node.SA = sum(size(text) for text in node.texts if text.parent.linked)
        node.LP, node.TP = node.SA / node.SL, node.SL / total
    return found

def omit(body, found, with_children):
    """"we omit all the nodes (and their children) with high link percentage" """
    out, dropped = {node for node in found if node.LP >= MAX_LP}, set()
    if with_children:
        for node in elements(body):
            if node.parent and (node.parent in dropped or node in out and node.tag not in INLINE):
                dropped.add(node)
    return out | dropped, dropped

def fall_back(found, whole):
    best = max(found, key=lambda node: (node.SL - node.SA, node.SL))
    return [text.number for text in (texts(best) if whole else best.texts)]

def pseudocode(nodes, printed):
    body = build(nodes)
    if body is None:
        return []
    found = find_nodes(body, whole=printed)
    out, dropped = omit(body, found, with_children=printed)
    rest = [node for node in found if node not in out]
    top = max((node.TP for node in rest), default=0)
    least = max(MIN_SHARE * top, 0 if printed else FLOOR)
    valid = [node for node in rest if node.TP > least]
    groups = []
    for node in valid:
        if groups and node.IX - groups[-1][-1].IX <= CLOSE:
            groups[-1].append(node)
        else:
            groups.append([node])
    # Also keeps nodes between two merged nodes, unless they were omitted.
    groups = [[node for node in rest if group[0].IX <= node.IX <= group[-1].IX] for group in groups]
    lengths = [sum(node.SL for node in group) for group in groups]
    article = next((group for group, length in zip(groups, lengths) if length >= AL * max(lengths)), [])
    kept = {text.number for node in article for text in node.texts if text.parent not in dropped}
    return sorted(kept) or fall_back(found, printed)

def prose(nodes, printed):
    body = build(nodes)
    if body is None:
        return []
    found = find_nodes(body, whole=False)  # Table 1: leaves
    out, _ = omit(body, found, with_children=printed)
    rest = [node for node in found if node not in out]
    if not rest:
        return fall_back(found, False)
    nk = max(rest, key=lambda node: node.SL)
    high, united = [node for node in rest if node.SL > nk.SL / 3], [nk]
    for one in united:  # "we unite nk with nx and repeat the procedure"
        united += [node for node in high if node not in united and abs(node.IX - one.IX) <= CLOSE]
    return sorted(text.number for node in united for text in node.texts)

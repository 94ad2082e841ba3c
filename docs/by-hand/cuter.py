"""CUTER after its article (methods/cuter.html)."""
from page import collapse, main

MAX_LP, TP_SHARE, TP_FLOOR, MAX_GAP, AL = 0.5, 0.25, 0.01, 6, 0.5

def size(texts):
    return sum(len(collapse(text.text).encode('utf-8', 'replace')) for text in texts)

def keep(page):
    if not page.read():
        return []
    for node in page.nodes:
        up = node.parent
        node.in_link = node.tag == 'a' or bool(up and up.in_link)
        folded = up and (not node.tag or node.tag in page.inline)
        node.home = up.home if folded else node
        node.own = []
        if not node.tag:
            node.home.own.append(node)
    units = [node for node in page.elements if node.own]
    SH = sum(size(unit.own) for unit in units)
    for IX, unit in enumerate(units):
        unit.IX, unit.SL = IX, size(unit.own)
        unit.SA = size(text for text in unit.own if text.in_link)
        unit.passes, unit.TP = unit.SA / unit.SL < MAX_LP, unit.SL / SH
    min_TP = max(TP_SHARE * max((unit.TP for unit in units if unit.passes), default=0), TP_FLOOR)
    groups = []
    for unit in units:
        if unit.passes and unit.TP > min_TP:
            if groups and unit.IX - groups[-1][-1] <= MAX_GAP:
                groups[-1].append(unit.IX)
            else:
                groups.append([unit.IX])
    groups = [[unit for unit in units[group[0]:group[-1] + 1] if unit.passes] for group in groups]
    lengths = [sum(unit.SL for unit in group) for group in groups]
    for group, length in zip(groups, lengths):
        if length >= AL * max(lengths):
            return [text for unit in group for text in unit.own]
    return max(units, key=lambda unit: (unit.SL - unit.SA, unit.SL)).own

main(keep)

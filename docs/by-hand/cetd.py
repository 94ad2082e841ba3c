"""CETD after its article (methods/cetd.html): python cetd.py cetd-ds | cectd-ds | cectd-s"""
from math import e, log, inf
from page import main

LAMBDA, LINKS = 1, {'a', 'button', 'select'}

def count(page):
    for node in reversed(page.elements):
        inside = [child for child in node.children if child.tag]
        node.C = sum(child.C if child.tag else child.length for child in node.children)
        node.T = sum(child.T + 1 for child in inside)
        node.LC = sum(child.LC for child in inside)
        node.LT = sum(child.LT + (child.tag in LINKS or child.LT == child.T > 0 and child.C == child.LC) for child in inside)
        node.in_link = False
        for below in node.below() if node.tag in LINKS else []:
            if below.tag:
                below.LC, below.LT, below.in_link = below.C, below.T, True

def density(node, r, variant):
    """Returns the density of an element, or of a run of direct texts, which is a list."""
    if type(node) is list:
        L = sum(text.length for text in node)
        return L if variant == 'cetd-ds' else L * log(L) / log(log((r * L or 1) + e))
    T, LC, LT, other = (n or 1 for n in (node.T, node.LC, node.LT, node.C - node.LC))
    if node.C == 0 or variant == 'cetd-ds':
        return node.C / T
    base = log(log(node.C / other * LC + r * node.C + e))
    return inf if base <= 0 else node.C / T * log(node.C / LC * T / LT) / base

def places(node):
    """Returns the children of an element. Each run of direct texts is one list, at the place of its first text."""
    out, run = [], None
    for child in node.children:
        if child.tag:
            out.append(child)
            run = None if child.C > 0 else run
        elif run is not None:
            run.append(child)
        else:
            run = [child]
            out.append(run)
    return out

def keep(page, variant):
    if not page.read():
        return []
    count(page)
    r = page.body.LC / page.body.C
    page.body.smoothed = density(page.body, r, variant)
    for node in page.elements:
        node.density, row = density(node, r, variant), places(node)
        values = [0 if type(one) is list and node.in_link else density(one, r, variant) for one in row]
        node.sum = sum(values) if any(type(one) is not list or not node.in_link for one in row) else node.density
        for k, one in enumerate(row):
            if type(one) is not list:
                near = [(2 if j == k else 1, values[j]) for j in range(max(0, k - 1), min(len(row), k + 2))]
                one.smoothed = sum(w * v for w, v in near) / sum(w for w, _ in near)
    best = max(page.elements, key=lambda node: node.sum)
    t = LAMBDA and LAMBDA * min(node.density for node in best.way())
    return judge(page, t) if variant == 'cectd-s' else extract(page, best, t)

def extract(page, best, t):
    kept = set(best.below())
    for node in page.elements:
        node.entered = (node.parent is None or node.parent.entered) and node not in kept and (node.density >= t or node in best.way())
        if node.entered and node.density >= t:
            kept.update(max((one for one in node.below() if one.tag), key=lambda one: one.sum).below())
            node.entered = node not in kept
    return [node for node in kept if not node.tag]

def judge(page, t):
    kept = set()
    for node in page.nodes:
        block = node.tag and (node.tag not in page.inline or node is page.body)
        if node.smoothed >= t if block else node.parent in kept:
            kept.add(node)
    blocks = [node for node in page.elements if node.tag not in page.inline and node.C > 0]
    return [node for node in kept if not node.tag] or max(blocks, key=lambda node: node.smoothed).texts()

main(keep)

"""The five clusterings of TTR after its article (methods/ttr.html). A clustering decides which smoothed ratios are content."""
from math import exp, log, pi, sqrt

K, C, WINDOW, ROUNDS = 3, 1, 3, 100

def nearest(v, centres):
    return min(range(len(centres)), key=lambda j: abs(v - centres[j]))

def k_means(e):
    mean, top = sum(e) / len(e), max(e)
    centres = [0] + [mean + (top - mean) * j / (K - 2) for j in range(K - 1)]
    for _ in range(ROUNDS):
        groups = [[] for _ in centres]
        for v in e:
            groups[nearest(v, centres)].append(v)
        centres, before = [sum(group) / len(group) if group else c for group, c in zip(groups, centres)], centres
        if centres == before:
            break
    return centres

def farthest_first(e):
    centres = [min(e)]
    while len(centres) < K:
        centres.append(max(e, key=lambda v: min(abs(v - c) for c in centres)))
    return sorted(centres)

def em(e):
    n, centres, last = len(e), k_means(e), float('-inf')
    floor = 0.001 * sum((v - sum(e) / n) ** 2 for v in e) / n
    groups = [[v for v in e if nearest(v, centres) == j] for j in range(K)]
    curves = [(len(g) / n or 5e-324, c, max(floor, sum((v - c) ** 2 for v in g) / (len(g) or 1))) for g, c in zip(groups, centres)]
    def logs(v):
        return [log(w) - log(2 * pi * s) / 2 - (v - m) ** 2 / (2 * s) for w, m, s in curves]
    for _ in range(ROUNDS):
        rows = [logs(v) for v in e]
        tops = [max(row) for row in rows]
        sums = [sum(exp(x - top) for x in row) for row, top in zip(rows, tops)]
        likelihood, new = sum(top + log(s) for top, s in zip(tops, sums)), []
        for j, (_, m, s) in enumerate(curves):
            shares = [exp(row[j] - top) / total for row, top, total in zip(rows, tops, sums)]
            whole = sum(shares)
            moved = m + sum(p * (v - m) for p, v in zip(shares, e)) / whole if whole else m
            spread = sum(p * (v - moved) ** 2 for p, v in zip(shares, e)) / whole if whole else s
            new.append((whole / n or 5e-324, moved, max(floor, spread)))
        curves = new
        if likelihood - last < 1e-6:
            break
        last = likelihood
    curves.sort(key=lambda curve: curve[1])
    return [logs(v).index(max(logs(v))) > 0 for v in e]

def predict(e, jump):
    out, entered = [], None
    for i, v in enumerate(e):
        before = e[max(0, i - WINDOW):i]
        m = sum(before) / len(before) if before else 0
        if entered is not None and v < entered + jump / 2:
            entered = None
        if entered is None and v - m > jump:
            entered = m
        out.append(entered is not None)
    return out

def cluster(e, how):
    sigma = sqrt(sum((v - sum(e) / len(e)) ** 2 for v in e) / len(e))
    if how == 'prediction':
        return predict(e, C * sigma)
    if how == 'threshold' or len(set(e)) < K:
        return [v >= C * sigma for v in e]
    if how == 'em':
        return em(e)
    centres = k_means(e) if how == 'k-means' else farthest_first(e)
    return [nearest(v, centres) > 0 for v in e]

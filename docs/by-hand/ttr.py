"""TTR after its article (methods/ttr.html): python ttr.py k-means | threshold | farthest-first | em | prediction"""
import html, re
from page import SPACE, main, units
from ttr_clusters import cluster

RADIUS, WRAP = 2, 65
VALUE = r'''(?:=[ \t\n\f\r]*(?:"[^"]*(?:"|$)|'[^']*(?:'|$))|[^>])*'''
TOKEN = re.compile(rf'''(?P<gone><!--(?:-?>|.*?(?:-->|--!>|$))|<script(?=[\s/>]|$){VALUE}>?.*?(?:</script(?=[\s/>])[^>]*>?|$)
    |<style(?=[\s/>]|$){VALUE}>?.*?(?:</style(?=[\s/>])[^>]*>?|$))|(?P<tag></?[a-z]{VALUE}>?)|(?P<markup><[!?/]{VALUE}>?)
    |(?P<break>[\n\r])|(?P<text>&(?:\#[0-9]+|\#x[0-9a-f]+|[a-z][a-z0-9]*);?|.)'''.replace('\n    ', ''), re.I | re.S)

class Line:
    def __init__(self):
        self.start, self.end, self.text, self.y, self.width, self.marked = None, None, '', 0, 0, False

    def cover(self, start, end):
        self.start, self.end, self.width = start if self.start is None else self.start, end, self.width + end - start

def read_lines(source, wrap):
    lines, after = [Line()], False
    for token in TOKEN.finditer(source):
        kind, at, text = token.lastgroup, token.start(), token[0]
        line = lines[-1]
        boundary = kind in ('tag', 'markup') or kind == 'text' and (text in SPACE or after)
        if kind == 'gone':
            after = after == 'markup' and after
            continue
        if kind == 'break' or wrap and line.width >= wrap and boundary:
            lines.append(line := Line())
        after = 'markup' if kind in ('tag', 'markup') else text in SPACE
        if kind in ('tag', 'markup'):
            line.y += kind == 'tag'
            for k, part in enumerate(re.split('(\r\n|[\n\r])', text)):
                if k % 2:
                    lines.append(line := Line())
                elif at < token.end():
                    line.cover(at, at + len(part))
                    line.marked = True
                at += len(part)
        elif kind == 'text':
            line.text += units(html.unescape(text)) if text[0] == '&' else text
            line.cover(at, token.end())
    for line in lines:
        line.text = line.text.strip(SPACE)
    return [line for line in lines if line.start is not None and (line.text or line.marked)]

def keep(page, how):
    source = units(page.html)
    lines = read_lines(source, 0)
    if lines and (len(lines) < 10 or sum(line.width for line in lines) / len(lines) > 500):
        lines = read_lines(source, WRAP)
    if not page.read() or not lines:
        return []
    ratios = [len(line.text) / (line.y or 1) for line in lines]
    windows = [ratios[max(0, k - RADIUS):k + RADIUS + 1] for k in range(len(ratios))]
    e = [sum(window) / len(window) for window in windows]
    few = sum(line.y for line in lines) < len(lines) / 20
    content, shares = [True] * len(lines) if few else cluster(e, how), {}
    for text in page.body.texts():
        sums = [0, 0, 0]
        first = next((i for i in range(max(text.start, 0), text.end) if source[i] not in SPACE), text.end)
        for line, is_content, v in zip(lines, content, e):
            if line.end > text.start >= 0 and line.start < text.end:
                whole = line.start > first and line.end < text.end
                n = len(line.text) if whole else len(''.join(source[max(line.start, text.start):min(line.end, text.end)].split()))
                sums = [sums[0] + n, sums[1] + n * is_content, sums[2] + n * v]
        shares[text] = (sums[1] / sums[0], sums[2] / sums[0]) if sums[0] else (0, 0)
    kept = [text for text, (share, _) in shares.items() if share > 0.5]
    return kept or [text for text, (_, mean) in shares.items() if mean == max(m for _, m in shares.values())]

main(keep)

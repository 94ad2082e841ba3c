"""Runs the five programs, written from the papers, on pages of standard input, one JSON object {"html", "nodes"} per line.
Writes one JSON object per line, with the numbers of the texts that each run keeps. For TTR, writes the texts' shares on content lines. For ContentEx,
also writes the filter of each dropped text."""
import json
import sys

import cetd
import contentex
import cuter
import textsweeper
import ttr

RUNS = {
    **{variant: (lambda page, printed, variant=variant: cetd.run(variant, page['nodes'], printed)) for variant in ('cetd-ds', 'cectd-ds', 'cectd-s')},
    'cuter': lambda page, printed: cuter.pseudocode(page['nodes'], printed),
    'cuter prose': lambda page, printed: cuter.prose(page['nodes'], printed),
    'textsweeper': lambda page, printed: textsweeper.run(page['nodes'], printed),
    'ttr': lambda page, printed: ttr.run(page['html'], page['nodes'], printed),
    'contentex': lambda page, printed: contentex.run(page['nodes'], printed),
}

for line in sys.stdin:
    page = json.loads(line)
    kept = {f'{name}{", as printed" if printed else ""}': run(page, printed) for name, run in RUNS.items() for printed in (False, True)}
    print(json.dumps(kept), flush=True)

/** Collections in the layouts of published corpora. Most licences allow no copy of a published sample, so tests write the files. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

export async function layFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
}

export const article = (n: number): string =>
  `<html><body><nav><a href=x>Menu</a></nav><h1>Title ${n}</h1><p>${'Words of the page, and more. '.repeat(6)}</p></body></html>`

type Files = Readonly<Record<string, string | Buffer>>
type ExpectedPage = readonly [id: string, address: string | null, text: string, groups: object]

export const PUBLISHED: readonly (readonly [string, Files, readonly ExpectedPage[]])[] = [
  [
    'CleanEval without its wrapper',
    {
      'orig/1.html': `<text id="a" title="T" encoding="utf-8">\n${article(1)}\n</text>`,
      'clean/1.txt': 'URL: http://example.org/1\n<h>Title 1\n<p>Words',
      'orig/2.html': article(2),
      'clean/2-cleaned.txt': '<p>Title 2',
    },
    [
      ['1', 'http://example.org/1', 'Title 1\nWords', {}],
      ['2', null, 'Title 2', {}],
    ],
  ],
  [
    'CleanPortalEval',
    // Like published files, these texts have an empty first line, continued lines that begin with a space, character references,
    // and a comment.
    {
      'input/p.html': article(1),
      'GoldStandard/p.txt': '\nURL: http://example.org/p\n<h>Title 1\n\n<p>Belgium&#039;s Busy\n Ambassador &amp; Co\n\n',
      'input/q.html': article(2),
      'GoldStandard/q.txt': '\nURL: http://example.org/q\n<!-- this page contains no article -->\n',
    },
    [
      ['p', 'http://example.org/p', "Title 1\nBelgium's Busy\n Ambassador & Co", {}],
      ['q', 'http://example.org/q', '', {}],
    ],
  ],
  [
    'Dragnet, without comments, by split',
    {
      'HTML/R1.html': article(1),
      'HTML/T1.html': article(2),
      'Corrected/R1.html.corrected.txt': 'Title 1\n\n!@#$%^&*()  COMMENTS\n\nFirst!',
      'Corrected/T1.html.corrected.txt': 'Title 2',
      'training.txt': 'R1\n',
      'test.txt': 'T1\n',
    },
    [
      ['R1', null, 'Title 1', { split: 'training' }],
      ['T1', null, 'Title 2', { split: 'test' }],
    ],
  ],
  [
    'CETD’s corpus, by source',
    {
      'BBC/original/1.htm': article(1),
      'BBC/gold/1.txt': 'Title 1',
      'YAHOO!/original/1.htm': article(2),
      'YAHOO!/gold/1.txt': 'Title 2',
    },
    [
      ['BBC-1', null, 'Title 1', { source: 'BBC' }],
      ['YAHOO-1', null, 'Title 2', { source: 'YAHOO!' }],
    ],
  ],
  [
    'L3S-GN1: classes 1 to 3 are content, 4 and 5 are not',
    {
      'original/n.html': article(1),
      'annotated/n.html':
        '<body><h1><span class="x-nc-sel1">Title 1</span></h1><p><span class="x-nc-sel2">Words of</span> <b><span class="x-nc-sel3">the page</span></b></p><p><span class="x-nc-sel4">Related</span><span class="x-nc-sel5">First!</span> nothing</p></body>',
    },
    [['n', null, 'Title 1\nWords of the page', {}]],
  ],
  [
    'Google-Trends',
    {
      'raw_html/g.html': article(1),
      'prepared_html/g.html':
        '<body><p><span __boilernet_label="0">Menu</span></p><h1><span __boilernet_label="1">Title 1</span></h1></body>',
    },
    [['g', null, 'Title 1', {}]],
  ],
  [
    'Readability’s test pages',
    {
      'test-pages/a/source.html': article(1),
      'test-pages/a/expected.html': '<div><h1>Title 1</h1><p>Words</p></div>',
      'test-pages/a/expected-metadata.json': JSON.stringify({ title: 'Title 1', byline: 'A. B.', lang: 'en-US', dir: null }),
    },
    [['a', null, 'Title 1\nWords', { language: 'en' }]],
  ],
  [
    'the combined set, by data set',
    {
      'html/dragnet/ab.html': article(1),
      'html/cetd/cd.html.gz': gzipSync(article(2)),
      'ground-truth/dragnet.jsonl': JSON.stringify({ page_id: 'ab', plaintext: 'Title 1', source: 'dragnet' }),
      'ground-truth/cetd.jsonl': JSON.stringify({ page_id: 'cd', plaintext: 'Title 2' }),
    },
    [
      ['cetd-cd', null, 'Title 2', { source: 'cetd' }],
      ['dragnet-ab', null, 'Title 1', { source: 'dragnet' }],
    ],
  ],
]

import { ours, paper, stop, type Tour } from './tour'

export const cuterTour: Tour = {
  id: 'cuter',
  title: 'CUTER: link and text percentage',
  about: 'Adam, Bouras and Poulopoulos (2009): judge each node by its links and its share of the page, then take the first long group.',
  extractor: 'cuter',
  sample: 'report-gap-comments',
  stops: [
    stop('A news page', { step: 'tidy', view: 'page' }, [
      paper('CUTER was made for pages of news portals and blogs: it looks for the nodes that hold the article’s text.', 'cuter-pages'),
      'This page has a short report, a box of links below it, and comments that are longer than the report.',
    ]),
    stop('Empty nodes go', { step: 'empty nodes', view: 'code' }, [
      paper('Nodes without text cannot be useful text: they are deleted before anything is measured.', 'cuter-empty'),
      paper('Media are not forgotten: those inside the article’s text belong to it.', 'cuter-media'),
    ]),
    stop('Link percentage', { step: 'link percentage', part: 0.1, view: 'tree' }, [
      paper('For every node, the share of its text that is link text.', 'cuter-LP'),
      'Every entry of the box has all of it, the report’s paragraphs none.',
    ]),
    stop('Too many links', { step: 'link percentage', rule: 'link-percentage', outcome: 'dropNode', view: 'page' }, [
      paper('From {maxLP} on, a node is navigation or an advertisement.', 'cuter-navigation', 'cuter-maxLP'),
      'The line at the very top is the first: nearly three quarters of its text are links.',
    ]),
    stop('Text percentage', { step: 'text percentage', part: 1, view: 'chart' }, [
      paper('Now the share of the page’s text that a node holds: where it is high, the text may be useful.', 'cuter-TP', 'cuter-high-TP'),
      paper('The limit minTP is found “depending on each webpage”.', 'cuter-minTP'),
      ours('How, the paper does not say: a quarter of the largest share, and at least 0.01.'),
      'Here that makes {minTP}.',
    ]),
    stop(
      'Big enough',
      { step: 'valid', rule: 'text-percentage', outcome: 'pass', view: 'page' },
      ['The first paragraph of the report is the first node that passes: enough of the page’s text stands in it.'],
      {
        question: 'From the top of the page: which is the first node that holds enough of the page’s text? Click it.',
        at: { step: 'text percentage', part: 1 },
      },
    ),
    stop('Valid nodes', { step: 'valid', part: 1, view: 'page' }, [
      paper('Nodes that pass both tests are valid.', 'cuter-valid'),
      'They lie in two stretches: four paragraphs of the report, and six comments. The links between them are not valid.',
    ]),
    stop('Neighbours belong together', { step: 'merge', part: 1, view: 'page' }, [
      paper('Valid nodes that are close to each other are merged into groups.', 'cuter-near', 'cuter-merge'),
      ours(
        'Close means at most six numbers apart; nodes in between join the group, unless they are over the link limit. The paper omits “the rest of the nodes”.',
        'cuter-rest',
      ),
    ]),
    stop('The first long group', { step: 'first long group', view: 'code' }, [
      paper(
        'Not the longest group, but the first that is long enough, “in order to avoid content that is derived from "comments"”.',
        'cuter-first',
        'cuter-AL',
      ),
      ours('Long enough is half as long as the longest.'),
      'The comments have 1,820 bytes, the report 957: over half as much, so the report is the first that is long enough.',
    ]),
    stop(
      'How far apart two groups are',
      { step: 'first long group', rule: 'first-long-group', outcome: 'keepNode', view: 'page', example: 'gap' },
      [
        'A report of 212 bytes, seven links, and comments of 295 bytes.',
        'The links make a gap of eight numbers, so these are two groups: the report, over half as long as the longest, is first and is kept.',
        'Comments that begin up to six numbers below a report are glued to it, and kept with it.',
      ],
    ),
    stop('The result', { step: 'media', part: 1, view: 'page' }, [
      'The report’s four paragraphs are kept, and no comment; the line of tide tables between them is over the link limit and goes.',
      'Headline and date are lost: they stand above the first valid node.',
      paper('Images and videos inside the kept text belong to the result.', 'cuter-media'),
    ]),
  ],
}

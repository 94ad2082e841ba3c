import { asks, ours, paper, stop, type Tour } from './tour'

export const cuterTour: Tour = {
  id: 'cuter',
  title: 'CUTER: link and text percentage',
  about: 'Adam, Bouras and Poulopoulos (2009): judge each node by its links and its share of the page, then keep the first long group.',
  extractor: 'cuter',
  sample: 'report-gap-comments',
  stops: [
    stop('A news page', { step: 'tidy', view: 'page' }, [
      paper(
        'CUTER was made for pages of news portals and blogs. It searches for the nodes that contain the article’s text.',
        'cuter-pages',
      ),
      'This page has a short report, a box of links below it, and comments that are longer than the report.',
    ]),
    stop('Empty nodes are dropped', { step: 'empty nodes', view: 'code' }, [
      paper('Nodes without text cannot be useful text: they are deleted before the first measurement.', 'cuter-empty'),
      paper('Media are an exception: images and videos inside the article’s text belong to the article.', 'cuter-media'),
    ]),
    stop('Link percentage', { step: 'link percentage', part: 0.1, view: 'tree' }, [
      paper('The link percentage of a node is the share of its text that is link text.', 'cuter-LP'),
      'The link percentage is 1 for every item of the box and for the line “Tide tables for September”, and 0 for the other paragraphs of the report.',
    ]),
    stop('Too many links', { step: 'link percentage', rule: 'link-percentage', outcome: 'dropNode', view: 'page' }, [
      paper('A node with a link percentage of at least {maxLP} is navigation or an advertisement.', 'cuter-navigation', 'cuter-maxLP'),
      'The top line of the page is the first such node: nearly three quarters of its text are links.',
    ]),
    stop('Text percentage', { step: 'text percentage', part: 1, view: 'chart' }, [
      paper(
        'The text percentage of a node is its share of the page’s text. Text with a high percentage may be useful.',
        'cuter-TP',
        'cuter-high-TP',
      ),
      paper('The limit minTP is found “depending on each webpage”.', 'cuter-minTP'),
      ours('The paper does not describe how. Here minTP is a quarter of the largest percentage, and at least 1 %.'),
      'On this page minTP is {minTP}.',
    ]),
    stop('Big enough', { step: 'valid', rule: 'text-percentage', outcome: 'pass', view: 'page' }, [
      asks('Which is the first node of the page that contains enough of the page’s text? Click it.', { step: 'text percentage', part: 1 }),
      'The first paragraph of the report is the first node that passes: it contains enough of the page’s text.',
    ]),
    stop('Valid nodes', { step: 'valid', part: 1, view: 'page' }, [
      paper('Nodes that pass both tests are valid.', 'cuter-valid'),
      'This page has two sequences of valid nodes: four paragraphs of the report, and six comments. The links between the two sequences are not valid.',
    ]),
    stop('Neighbours belong together', { step: 'merge', part: 1, view: 'page' }, [
      paper('Valid nodes that are close to each other are merged into groups.', 'cuter-near', 'cuter-merge'),
      ours(
        'Nodes are close if their numbers differ by at most six. A node between two close nodes joins the group, unless this node reaches the link limit. The paper omits “the rest of the nodes”.',
        'cuter-rest',
      ),
    ]),
    stop('The first long group', { step: 'first long group', view: 'code' }, [
      paper(
        'CUTER keeps the first group that is long enough, not the longest, “in order to avoid content that is derived from "comments"”.',
        'cuter-first',
        'cuter-AL',
      ),
      ours('A group is long enough if it has at least half the length of the longest group.'),
      'The comments have 1,820 bytes. The report has 957, more than half, so the report is the first group that is long enough.',
    ]),
    stop(
      'How far apart two groups are',
      { step: 'first long group', rule: 'first-long-group', outcome: 'keepNode', view: 'page', example: 'gap' },
      [
        'This page has a report of 212 bytes, seven links, and comments of 295 bytes.',
        'The links make a gap of eight numbers, so report and comments are two groups. The report has more than half the length of the comments and is kept.',
        'With a gap of at most six numbers, the comments would join the group of the report and be kept.',
      ],
    ),
    stop('The result', { step: 'media', part: 1, view: 'page' }, [
      'The report’s four paragraphs are kept, the comments are dropped. The line of tide tables between the paragraphs exceeds the link limit and is dropped.',
      'Headline and date are missing in the result: they precede the first valid node.',
      paper('Images and videos inside the kept text belong to the result.', 'cuter-media'),
    ]),
  ],
}

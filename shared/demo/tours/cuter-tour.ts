import { ours, paper, type Tour } from './tour'

export const cuterTour: Tour = {
  id: 'cuter',
  title: 'CUTER: link and text percentage',
  about: 'Adam, Bouras and Poulopoulos (2009): judge each node by its links and its share of the page, then take the first long group.',
  extractor: 'cuter',
  sample: 'news-article',
  stops: [
    {
      title: 'A news page',
      text: [
        paper('Abstract', 'CUTER was made for pages of news portals and blogs: it looks for the nodes that hold the article’s text.'),
        'This page has one article, and a menu, a side column and other stories around it.',
      ],
      step: 'tidy',
      look: 'page',
    },
    {
      title: 'Empty nodes go',
      text: [
        paper('§IV', 'Nodes without text cannot be useful text: they are deleted before anything is measured, but media are remembered.'),
      ],
      step: 'empty nodes',
      look: 'code',
    },
    {
      title: 'Link percentage',
      text: [
        paper('equation 1', 'For every node, the share of its text that is link text.'),
        'Every entry of the menu has all of it, the article’s paragraphs none.',
      ],
      step: 'link percentage',
      part: 0.1,
      look: 'tree',
    },
    {
      title: 'Too many links',
      text: [
        paper('§IV', 'From {maxLP} on, a node is navigation or an advertisement.'),
        'The line at the very top, with the weather and the sign-in, is the first: four fifths of its text are links.',
      ],
      step: 'link percentage',
      rule: 'link-percentage',
      outcome: 'dropNode',
      look: 'page',
    },
    {
      title: 'Text percentage',
      text: [
        paper('equation 2', 'Now the share of the page’s text that a node holds; small nodes would only add noise.'),
        paper('§IV', 'The limit minTP is found “depending on each webpage”.'),
        ours('How, the paper does not say: a quarter of the largest share, and at least 0.01.'),
        'Here that makes {minTP}.',
      ],
      step: 'text percentage',
      part: 1,
      look: 'chart',
    },
    {
      title: 'Big enough',
      text: ['The sentence under the headline is the first node that passes: enough of the page’s text stands in it.'],
      step: 'valid',
      rule: 'text-percentage',
      outcome: 'pass',
      look: 'page',
      ask: {
        question: 'From the top of the page: which is the first node that holds enough of the page’s text? Click it.',
        at: { step: 'text percentage', part: 1 },
      },
    },
    {
      title: 'Valid nodes',
      text: [
        paper('§IV', 'Nodes that pass both tests are valid.'),
        'They lie scattered: a caption, two subheadings and a box of links between them are not valid.',
      ],
      step: 'valid',
      part: 1,
      look: 'page',
    },
    {
      title: 'Neighbours belong together',
      text: [
        paper('§IV', 'Valid nodes that are close to each other are merged into groups, with what lies in between.'),
        ours('Close means at most six numbers apart, and what is over the link limit stays out.'),
      ],
      step: 'merge',
      part: 1,
      look: 'page',
    },
    {
      title: 'The first long group',
      text: [
        paper(
          '§IV',
          'Not the longest group, but the first that is long enough: comments are often longer than the article, but come after it.',
        ),
        ours('Long enough is half as long as the longest.'),
        'On this page there is one group only, so that the first is the longest as well.',
      ],
      step: 'first long group',
      look: 'code',
    },
    {
      title: 'The result',
      text: [
        'All paragraphs are kept, with the caption and the subheadings between them.',
        'Headline and author are lost: they stand above the first valid node.',
        paper('§IV', 'The images and videos inside the group are returned with it.'),
      ],
      step: 'media',
      part: 1,
      look: 'page',
    },
  ],
}

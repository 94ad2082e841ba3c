import type { Tour } from './tour'

export const cuterTour: Tour = {
  id: 'cuter',
  title: 'CUTER: link and text percentage',
  about: 'Adam, Bouras and Poulopoulos (2009): judge each node by its links and its share of the page, then take the first long group.',
  extractor: 'cuter',
  sample: 'news-article',
  stops: [
    {
      title: 'A news page',
      text: 'CUTER was made for news: one article a page, and useful media beside it. It looks for the nodes that hold the article’s text.',
      step: 'tidy',
      look: 'page',
    },
    {
      title: 'Empty nodes go',
      text: 'Nodes without text cannot be useful text. They are deleted before anything is measured, but media are remembered.',
      step: 'empty nodes',
      look: 'code',
    },
    {
      title: 'Link percentage',
      text: 'For every node, the share of its text that is link text. A menu has all of it, a paragraph hardly any.',
      step: 'link percentage',
      part: 0.1,
      look: 'tree',
    },
    {
      title: 'Too many links',
      text: 'Above the limit of {maxLP} a node is navigation.',
      step: 'link percentage',
      rule: 'link-percentage',
      outcome: 'dropNode',
      look: 'page',
    },
    {
      title: 'Text percentage',
      text: 'Now the share of the page’s text that a node holds. Small nodes would only add noise: the limit is a part of the largest share, here {minTP}.',
      step: 'text percentage',
      part: 1,
      look: 'chart',
    },
    {
      title: 'Valid nodes',
      text: 'Nodes that pass both tests are valid. They lie scattered: between them are captions, short paragraphs, a box of links.',
      step: 'valid',
      look: 'page',
    },
    {
      title: 'Big enough',
      text: 'This one passes: enough of the page’s text stands in it.',
      step: 'valid',
      rule: 'text-percentage',
      outcome: 'pass',
      look: 'page',
    },
    {
      title: 'Neighbours belong together',
      text: 'Valid nodes that stand close to each other are merged into groups, with what lies in the small gaps between them.',
      step: 'merge',
      part: 1,
      look: 'page',
    },
    {
      title: 'The first long group',
      text: 'Not the longest: the first that is long enough. Comments are often longer than the article, but come after it.',
      step: 'first long group',
      look: 'code',
    },
    {
      title: 'The result',
      text: 'The group is the article. Its images and videos are returned with it.',
      step: 'media',
      part: 1,
      look: 'page',
    },
  ],
}

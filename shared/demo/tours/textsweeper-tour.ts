import { ours, paper, type Tour } from './tour'

export const textsweeperTour: Tour = {
  id: 'textsweeper',
  title: 'TextSweeper: ratio, tolerance, verdict',
  about:
    'Lang, Wohlgenannt and Weichselbraun (2012): find the best node, what is nearly as good, and whether the page is an article at all.',
  extractor: 'textsweeper',
  sample: 'forum-thread',
  stops: [
    {
      title: 'Content in several places',
      text: [
        'A thread of five posts, each with its own text.',
        'Whoever looked for the one best node would get one post; here is how TextSweeper gets all five.',
      ],
      step: 'remove',
      look: 'page',
    },
    {
      title: 'Text has weight',
      text: [
        paper(
          'Every node adds up its text, weighted: headings and bold text more than plain text, long text more than short.',
          'textsweeper-weights',
        ),
        ours('The weights themselves are ours; the paper gives no numbers.'),
      ],
      step: 'text length',
      part: 0.5,
      look: 'tree',
    },
    {
      title: 'Links, and words that betray them',
      text: [
        paper(
          'Links are found by their tag, by “onclick”, and by phrases like “Read more” or “...” at the end: then the element and also its parent count as links.',
          'textsweeper-links',
        ),
        ours('At most 300 characters for “…”, 1,000 for any: else one such phrase would make an article a link.'),
      ],
      step: 'links',
      part: 0.2,
      look: 'tree',
    },
    {
      title: 'The ratio',
      text: [
        paper('Text that is not link text, divided by the tags below plus the level.', 'textsweeper-ratio'),
        'Body loses by its many tags, not by its level, which is the least of all: the level weighs on nodes that lie deep.',
        'Body’s ratio, 57.57, is even a little higher than that of the element around all posts, 57.37.',
      ],
      step: 'ratio',
      part: 1,
      look: 'formula',
      ask: {
        question: 'Next, text outside links is divided by tags and level. Which element will have the highest ratio? Click it.',
        at: { step: 'links', part: 1 },
      },
    },
    {
      title: 'The best node',
      text: ['The text of the first post, the question, has the highest ratio.'],
      step: 'best node',
      rule: 'best-node',
      look: 'page',
    },
    {
      title: 'Tolerance',
      text: [
        paper('Nodes nearly as good count as well: all above a fixed part of the best ratio, “for example” 0.9.', 'textsweeper-tolerance'),
        ours('The part is 0.7.'),
        'Of {max} that is {limit}.',
      ],
      step: 'tolerance',
      look: 'chart',
    },
    {
      title: 'Nearly as good',
      text: ['The element around that text is above the limit: it is relevant too.'],
      step: 'tolerance',
      rule: 'tolerance',
      outcome: 'pass',
      look: 'page',
    },
    {
      title: 'The common path',
      text: [
        paper('Of all relevant nodes the common path is detected.', 'textsweeper-path'),
        ours('Where it ends, in the innermost element that holds them all, is the content node.'),
        'Relevant nodes lie in more than one post, so here it is the element around all posts.',
      ],
      step: 'common path',
      rule: 'content-node',
      look: 'page',
    },
    {
      title: 'Cleaning up inside',
      text: [
        paper('Nodes with less than a least text length, or that mainly contain links, are deleted.', 'textsweeper-cleanup'),
        ours(
          'From the innermost out; the least length is 25 characters, and headings, table cells and list items go only with the block around them.',
        ),
        'The first to go is “You must log in to reply.”',
      ],
      step: 'cleanup',
      rule: 'min-text-length',
      outcome: 'drop',
      look: 'page',
    },
    {
      title: 'Is it an article?',
      text: [
        paper('With too little net text the page is an overview, and is rejected.', 'textsweeper-verdict'),
        ours('The least is {minNetText} characters.'),
        'This page has {netText}: an article.',
      ],
      step: 'verdict',
      part: 1,
      look: 'formula',
    },
    {
      title: 'The result',
      text: [
        'The text of all five posts is kept, but for one sentence that was too short: “+1 for the ice.”',
        'Menus and the buttons under the posts are gone; all five user columns stayed, and two signatures.',
        'Try the overview sample: the same steps, and the verdict falls the other way.',
      ],
      step: 'verdict',
      part: 1,
      look: 'page',
    },
  ],
}

import { ours, paper, stop, type Tour } from './tour'

export const textsweeperTour: Tour = {
  id: 'textsweeper',
  title: 'TextSweeper: ratio, tolerance, verdict',
  about:
    'Lang, Wohlgenannt and Weichselbraun (2012): find the best node and nodes nearly as good, and decide whether the page is an article at all.',
  extractor: 'textsweeper',
  sample: 'forum-thread',
  stops: [
    stop('Content in several places', { step: 'remove', view: 'page' }, [
      'A thread of five posts, each with its own text.',
      'Keeping only the best node would give one post; here is how TextSweeper gets all five.',
    ]),
    stop('Text has weight', { step: 'text length', part: 0.5, view: 'tree' }, [
      paper(
        'Every node adds up its text, weighted: headings and bold text more than plain text, long text more than short.',
        'textsweeper-weights',
      ),
      ours('The weights themselves are ours; the paper gives no numbers.'),
    ]),
    stop('Links, and phrases that count as links', { step: 'links', part: 0.2, view: 'tree' }, [
      paper(
        'Links are found by their tag, by “onclick”, and by phrases like “Read more” or “...” at the end: then the element and also its parent count as links.',
        'textsweeper-links',
      ),
      ours('“…” counts only in elements of up to 300 characters, other phrases up to 1,000: else one phrase would make an article a link.'),
    ]),
    stop(
      'The ratio',
      { step: 'ratio', part: 1, view: 'formula' },
      [
        paper('Text that is not link text, divided by the tags below plus the level.', 'textsweeper-ratio'),
        'Body loses by its many tags, not by its level, which is the least of all: the level weighs on nodes that lie deep.',
        'Body’s ratio, 57.57, is even a little higher than that of the element around all posts, 57.37.',
      ],
      {
        question: 'Next, text outside links is divided by tags and level. Which element will have the highest ratio? Click it.',
        at: { step: 'links', part: 1 },
      },
    ),
    stop('The best node', { step: 'best node', rule: 'best-node', view: 'page' }, [
      'The text of the first post, the question, has the highest ratio.',
    ]),
    stop('Tolerance', { step: 'tolerance', view: 'chart' }, [
      paper('Nodes nearly as good count as well: all above a fixed part of the best ratio, “for example” 0.9.', 'textsweeper-tolerance'),
      ours('The part is 0.7.'),
      'Of {max} that is {limit}.',
    ]),
    stop('Nearly as good', { step: 'tolerance', rule: 'tolerance', outcome: 'pass', view: 'page' }, [
      'The element around that text is above the limit: it is relevant too.',
    ]),
    stop('The common path', { step: 'common path', rule: 'content-node', view: 'page' }, [
      paper('The common path of all relevant nodes is detected.', 'textsweeper-path'),
      ours('Where it ends, in the innermost element that holds them all, is the content node.'),
      'Relevant nodes lie in more than one post, so here it is the element around all posts.',
    ]),
    stop('Cleaning up inside', { step: 'cleanup', rule: 'min-text-length', outcome: 'drop', view: 'page' }, [
      paper('Nodes with less than a least text length, or that mainly contain links, are deleted.', 'textsweeper-cleanup'),
      ours(
        'From the innermost out; the least length is 25 characters, and headings, table cells and list items go only with the block around them.',
      ),
      'The first to go is “You must log in to reply.”',
    ]),
    stop('Is it an article?', { step: 'verdict', part: 1, view: 'formula' }, [
      paper('With too little net text the page is an overview, and is rejected.', 'textsweeper-verdict'),
      ours('The least is {minNetText} characters.'),
      'This page has {netText}: an article.',
    ]),
    stop('The result', { step: 'verdict', part: 1, view: 'page' }, [
      'The text of all five posts is kept, but for one sentence that was too short: “+1 for the ice.”',
      'Menus and the buttons under the posts are gone; all five user columns stayed, and two signatures.',
      'Try the overview sample: the same steps, and the verdict falls the other way.',
    ]),
  ],
}

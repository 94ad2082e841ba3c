import { asks, ours, paper, stop, type Tour } from './tour'

export const textsweeperTour: Tour = {
  id: 'textsweeper',
  title: 'TextSweeper: ratio, tolerance, verdict',
  about:
    'Lang, Wohlgenannt and Weichselbraun (2012): find the best node and nodes that are nearly as good, and decide whether the page is an article.',
  extractor: 'textsweeper',
  sample: 'forum-thread',
  stops: [
    stop('Content in several places', { step: 'remove', view: 'page' }, [
      'This page is a thread of five posts.',
      'The best node contains only one post. This tour shows how TextSweeper keeps all five.',
    ]),
    stop('Text has weight', { step: 'text length', part: 0.5, view: 'tree' }, [
      paper(
        'Each node adds up the weighted length of its text. Headings and bold text have more weight than plain text, long text more than short text.',
        'textsweeper-weights',
      ),
      ours('The paper gives no numbers for the weights.'),
    ]),
    stop('Links, and phrases that count as links', { step: 'links', part: 0.2, view: 'tree' }, [
      paper(
        'An element is a link because of its tag, because of “onclick”, or because its text ends in a phrase like “Read more” or “...”. If the text ends in a phrase, the parent of the element counts as a link too.',
        'textsweeper-links',
      ),
      ours(
        '“…” counts only in elements of up to 300 characters, other phrases only up to 1,000. Otherwise one phrase could make an article a link.',
      ),
    ]),
    stop('The ratio', { step: 'ratio', part: 1, view: 'formula' }, [
      asks('Next, the length of text outside links is divided by tags and level. Which element will have the highest ratio? Click it.', {
        step: 'links',
        part: 1,
      }),
      paper(
        'The ratio is the length of text outside links, divided by the sum of the level and the number of tags inside the node.',
        'textsweeper-ratio',
      ),
      'Body has a low ratio because of its many tags, not because of its level. The level lowers the ratio of deep nodes, and body has the smallest level.',
      'Body’s ratio, 57.57, is a little higher than the ratio of the element around all posts, 57.37.',
    ]),
    stop('The best node', { step: 'best node', rule: 'best-node', view: 'page' }, [
      'The text of the first post, the question, has the highest ratio.',
    ]),
    stop('Tolerance', { step: 'tolerance', view: 'chart' }, [
      paper(
        'Other nodes are relevant too if their ratio exceeds a fixed part of the best ratio, “for example” 0.9.',
        'textsweeper-tolerance',
      ),
      ours('Here the part is 0.7.'),
      'The best ratio is {max}, so the limit is {limit}.',
    ]),
    stop('Nearly as good', { step: 'tolerance', rule: 'tolerance', outcome: 'pass', view: 'page' }, [
      'The element around the first post’s text exceeds the limit: it is relevant too.',
    ]),
    stop('The common path', { step: 'common path', rule: 'content-node', view: 'page' }, [
      paper('The common path of all relevant nodes is detected.', 'textsweeper-path'),
      ours('The path ends at the innermost element that contains all relevant nodes. This element is the content node.'),
      'On this page several posts contain relevant nodes, so the content node is the element around all posts.',
    ]),
    stop('Cleaning up inside', { step: 'cleanup', rule: 'min-text-length', outcome: 'drop', view: 'page' }, [
      paper('Nodes with less than a minimum text length, and nodes that mainly contain links, are deleted.', 'textsweeper-cleanup'),
      ours(
        'The innermost nodes are deleted first. The minimum is 25 characters. Headings, table cells and list items are deleted only with the block around them.',
      ),
      'The first deleted node is “You must log in to reply.”',
    ]),
    stop('Is it an article?', { step: 'verdict', part: 1, view: 'formula' }, [
      paper('A page with too little net text is an overview and is rejected.', 'textsweeper-verdict'),
      ours('An article needs {minNetText} characters of net text.'),
      'This page has {netText} and is an article.',
    ]),
    stop('The result', { step: 'verdict', part: 1, view: 'page' }, [
      'The text of all five posts is kept, except one sentence that is too short: “+1 for the ice.”',
      'Menus and the buttons under the posts are dropped. All five user columns and two signatures are kept by mistake.',
      'The overview sample shows the opposite verdict.',
    ]),
  ],
}

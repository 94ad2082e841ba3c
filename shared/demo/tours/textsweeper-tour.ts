import type { Tour } from './tour'

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
      text: 'A thread of five posts. Whoever looks for the one best container finds one post; here is how TextSweeper finds all.',
      step: 'remove',
      look: 'page',
    },
    {
      title: 'Text has weight',
      text: 'Every node adds up its text. Headings and bold text weigh more than plain text, long text more than short.',
      step: 'text length',
      part: 0.5,
      look: 'tree',
    },
    {
      title: 'Links, and words that betray them',
      text: 'Links are found by their tag, by onclick, and by phrases like “read more” at the end of a short text.',
      step: 'links',
      part: 0.2,
      look: 'tree',
    },
    {
      title: 'The ratio',
      text: 'Text that is not link text, divided by the tags below plus the level: equation 2. The level keeps body from winning.',
      step: 'ratio',
      part: 1,
      look: 'formula',
    },
    {
      title: 'The best node',
      text: 'One paragraph or post has the highest ratio.',
      step: 'best node',
      rule: 'best-node',
      look: 'page',
    },
    {
      title: 'Tolerance',
      text: 'Nodes nearly as good count as well: everything above {limit}, which is a fixed part of the best ratio {max}.',
      step: 'tolerance',
      look: 'chart',
    },
    {
      title: 'Nearly as good',
      text: 'This node is above the limit: it is relevant too.',
      step: 'tolerance',
      rule: 'tolerance',
      outcome: 'pass',
      look: 'page',
    },
    {
      title: 'The common path',
      text: 'The least element that holds all relevant nodes is the content node. Here it is the element around the posts.',
      step: 'common path',
      rule: 'content-node',
      look: 'page',
    },
    {
      title: 'Cleaning up inside',
      text: 'That element also holds buttons, signatures and user columns. From the innermost out, blocks that are short or mostly links are deleted.',
      step: 'cleanup',
      rule: 'min-text-length',
      outcome: 'drop',
      look: 'page',
    },
    {
      title: 'Is it an article?',
      text: 'The net text is {netText} characters; with fewer than {minNetText} the page would be an overview, and nothing on it worth keeping.',
      step: 'verdict',
      part: 1,
      look: 'chart',
    },
    {
      title: 'The result',
      text: 'All posts, hardly any frame. Try the overview sample: the same steps, and the verdict falls the other way.',
      step: 'verdict',
      part: 1,
      look: 'page',
    },
  ],
}

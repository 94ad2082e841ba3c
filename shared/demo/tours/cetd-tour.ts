import { asks, authors, ours, paper, stop, type Tour } from './tour'

export const cetdTour: Tour = {
  id: 'cetd',
  title: 'CETD: text density',
  about: 'Sun, Song and Liao (2011): content has much text in few tags and few links.',
  extractor: 'cectd-ds',
  sample: 'news-article',
  stops: [
    stop('A page, as people see it', { step: 'clean', view: 'page' }, [
      'The page has an article, and around the article a menu, a side column, other stories and a footer.',
      'A person recognises the article immediately. A program needs numbers to find the article.',
    ]),
    stop('Scripts are not read', { step: 'clean', part: 1, view: 'tree' }, [
      paper('Scripts, comments and style sheets are removed first: they are not visible and would distort the counts.', 'cetd-scripts'),
      authors('Elements that the browser hides are removed too; the paper leaves this removal for future work (§6.1).', 'cetd-hidden'),
    ]),
    stop('Counting from the inside out', { step: 'count', part: 0.5, view: 'tree' }, [
      paper('Each element counts the characters and the tags inside it: the sums over its children.', 'cetd-count'),
      'The innermost elements have their numbers now. Body needs the numbers of all other elements and has no number yet.',
    ]),
    stop('Links are counted separately', { step: 'links', part: 1, view: 'tree' }, [
      paper('Each element also counts the characters and the tags of links.', 'cetd-links'),
      paper('Buttons and drop-down lists count as links.', 'cetd-buttons'),
      'Body has the largest number: all link text of the page. The article’s paragraphs have no link text.',
    ]),
    stop('Density: text divided by tags', { step: 'density', part: 1, view: 'formula' }, [
      paper('Composite text density divides characters by tags, and is lower for elements with many links.', 'cetd-composite'),
      paper('The share of link text in body is a constant of the formula.', 'cetd-body-share'),
      'On this page the constant is r = {r}.',
      'The card shows the formula with the numbers of the densest element: a paragraph without a link.',
    ]),
    stop('The article stands out in the chart', { step: 'density', part: 1, view: 'chart' }, [
      'Every long paragraph of the article has a higher column than all elements of the menu, the side column and the footer.',
      paper(
        'The paper’s Figure 4 is this chart for another page; its Figure 3 shows density before links are counted.',
        'cetd-figure-3',
        'cetd-figure-4',
      ),
    ]),
    stop('DensitySum finds the block', { step: 'density sum', part: 1, view: 'chart' }, [
      asks('Next, each element adds up the densities of its children. Which element will have the largest sum? Click it.', {
        step: 'density',
        part: 1,
      }),
      'A single paragraph has the highest density, but this paragraph is not the whole article.',
      paper('So each element adds up the densities of its children.', 'cetd-sum'),
      'Now the container of all the paragraphs has the largest sum.',
    ]),
    stop('The target', { step: 'target', part: 1, view: 'page' }, [
      paper(
        'The element with the largest DensitySum of the whole page is the target, “without thresholding”: no threshold is known yet.',
        'cetd-target',
      ),
      'The target is the element around the article’s text. CETD always keeps the target.',
    ]),
    stop('The threshold depends on the page', { step: 'threshold', view: 'chart' }, [
      paper('The smallest density on the path from the target up to body is the threshold.', 'cetd-path-threshold'),
      'The target has density 180.9. Body has the smallest density of the path: {threshold}.',
      paper('A factor λ scales the threshold; its default is 1.', 'cetd-lambda'),
    ]),
    stop('Marking', { step: 'mark', rule: 'target', view: 'page' }, [
      paper('The target and everything inside it are marked.', 'cetd-mark'),
      'So CETD keeps the box “More on the mill” with its three links, although the box is noise.',
    ]),
    stop('And the rest?', { step: 'descend', rule: 'density-threshold', outcome: 'drop', view: 'code' }, [
      paper(
        'From body downwards, CETD enters each element whose density reaches the threshold, and keeps the best block of the element. CETD does not enter other elements.',
        'cetd-descend',
      ),
      'The density of the top bar is below the threshold: the bar and its content are dropped.',
    ]),
    stop('The result', { step: 'output', part: 1, view: 'page' }, [
      'The whole article is kept, from the headline to the list of its topics. Menu, side column, other stories and footer are dropped.',
    ]),
    stop('Less or more of the page', { step: 'output', part: 1, view: 'page' }, [
      paper('A smaller λ keeps more; at 0 everything is kept.', 'cetd-lambda-zero'),
      ours(
        'λ above 1 exceeds the limit of the paper: “the threshold must be lower than the text density of the <body> tag, otherwise the whole page will be viewed as noise”. Here the elements between body and the target are entered in any case; their other children must reach the threshold.',
        'cetd-lambda-limit',
      ),
      'The switch “Target only” keeps only the target. On this page the text is the same.',
      'On 92 pages with one news article each, “Target only” raises the F1 of words in order from 0.864 to 0.939.',
      'On 420 pages of seven types, “Target only” lowers the F1 of words in any order from 0.709 to 0.470.',
    ]),
  ],
}

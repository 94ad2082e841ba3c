import { asks, ours, paper, stop, type Tour } from './tour'

export const ttrTour: Tour = {
  id: 'ttr',
  title: 'TTR: text-to-tag ratio',
  about: 'Weninger and Hsu (2008): ignore the tree and measure the lines of the source.',
  extractor: 'ttr',
  sample: 'docs-page',
  stops: [
    stop('Lines instead of a tree', { step: 'remove', view: 'tree' }, [
      paper('This method builds no tree. It reads the source line by line, as an editor shows it.', 'ttr-lines'),
    ]),
    stop('Scripts and remarks are removed', { step: 'remove', part: 1, view: 'code' }, [
      paper('Scripts, remarks and empty lines are removed before anything is counted.', 'ttr-remove'),
      ours('Style sheets are removed too, although Algorithm 1 does not name them.', 'ttr-remove'),
    ]),
    stop('Two counts per line', { step: 'count lines', part: 0.5, view: 'chart' }, [
      paper('For each line, x is the number of characters outside tags and y is the number of tags.', 'ttr-counts'),
      ours('All characters count, not only ASCII. A tag counts on the line on which it begins.'),
      'The lines of prose have 107 to 257 characters, and mostly two tags. The line of the menu has 143 characters and 58 tags.',
    ]),
    stop('The ratio', { step: 'ratio', part: 1, view: 'chart' }, [
      paper('The ratio is x divided by y, or x if the line has no tag.', 'ttr-ratio'),
      'The highest columns are the paragraphs; lines with only tags have no column.',
    ]),
    stop('A histogram with gaps', { step: 'ratio', part: 1, view: 'chart' }, [
      'The chart has gaps between the paragraphs, at short lines: headings, code, cells of the table.',
      'A threshold of one standard deviation on this curve would drop all four headings.',
    ]),
    stop('Smoothing', { step: 'smooth', part: 1, view: 'chart' }, [
      paper('The ratios are smoothed: “content blurring”.', 'ttr-blurring', 'ttr-smoothing'),
      ours('Each ratio is averaged with its neighbours, two on each side. The slides print no formula.'),
      'The gaps become smaller and the peaks lower: the highest peak was 129.5 and is 54.3 now.',
    ]),
    stop('Three centres', { step: 'cluster', view: 'chart' }, [
      paper('The lines are divided into clusters. One of the tested algorithms is k-means with three clusters.', 'ttr-clusters'),
      ours('Each line joins the nearest of three centres on the value axis, and each centre moves to the mean of its lines.'),
      ours('The first centres are 0, the mean and the maximum of the curve, so that every run has the same result.'),
      'The horizontal marks are the three centres. No line has joined a centre yet.',
    ]),
    stop('The centres move', { step: 'cluster', which: 2, view: 'chart' }, [
      'The two lower centres have moved up, and some lines have joined another centre.',
      'The next steps show further rounds until the centres stop.',
    ]),
    stop('Settled', { step: 'cluster', which: -1, view: 'chart' }, [
      'The centres have the same values as in the previous round.',
      ours('The lowest cluster is not content. The other clusters are content.'),
    ]),
    stop('Line by line', { step: 'cluster', which: -1, rule: 'k-means', outcome: 'keep', view: 'chart' }, [
      asks(
        'A line is kept if its value is above the border below the second cluster. Which is the first kept line from the top? Click it.',
        { step: 'cluster', which: -1 },
      ),
      ours('A line is kept if its value is above the border between the lowest cluster and the next cluster.'),
      'The first kept line is a mistake: it contains the breadcrumbs. The headline and the paragraph below raised the smoothed ratio of this line above the border.',
    ]),
    stop('Back to the page', { step: 'output', rule: 'majority', outcome: 'keepNode', view: 'page' }, [
      ours('A text is kept if most of its characters are on content lines. The slides describe only lines.'),
      'So “Docs” is kept, because its line is a content line.',
    ]),
    stop('Errors', { step: 'output', part: 1, view: 'page' }, [
      'All four headings are kept.',
      'The result misses two whole paragraphs (“With these defaults …” and “To give up at once …”), all rows of the table below its head, and one of the three list items.',
      'The extractor counts per line and ignores the meaning of the text.',
      ours('A minified page has very few lines, so its lines are wrapped first.'),
    ]),
  ],
}

import { ours, paper, stop, type Tour } from './tour'

export const ttrTour: Tour = {
  id: 'ttr',
  title: 'TTR: text-to-tag ratio',
  about: 'Weninger and Hsu (2008): ignore the tree and read the lines of the source.',
  extractor: 'ttr',
  sample: 'docs-page',
  stops: [
    stop('Lines instead of a tree', { step: 'remove', view: 'tree' }, [
      paper('This method builds no tree. It reads the source line by line, as an editor shows it.', 'ttr-lines'),
    ]),
    stop('Scripts and remarks go first', { step: 'remove', part: 1, view: 'code' }, [
      paper('Scripts, remarks and empty lines are removed before anything is counted.', 'ttr-remove'),
      ours('Style sheets too; Algorithm 1 does not name them.', 'ttr-remove'),
    ]),
    stop('Two counts per line', { step: 'count lines', part: 0.5, view: 'chart' }, [
      paper('For each line: x, the characters outside tags, and y, the tags.', 'ttr-counts'),
      ours('All characters count, not only ASCII, and a tag counts on the line where it begins.'),
      'A line of prose has some hundred characters and two tags; the menu, one line as well, has 143 characters and 58 tags.',
    ]),
    stop('The ratio', { step: 'ratio', part: 1, view: 'chart' }, [
      paper('x divided by y, or x itself if the line has no tag.', 'ttr-ratio'),
      'The highest columns are the paragraphs; lines with only tags have no column.',
    ]),
    stop('A histogram with gaps', { step: 'ratio', part: 1, view: 'chart' }, [
      'Between the paragraphs, short lines make holes in the mountains: headings, code, cells of the table.',
      'A threshold of one standard deviation on this curve would cut out all four headings.',
    ]),
    stop('Smoothing', { step: 'smooth', part: 1, view: 'chart' }, [
      paper('The ratios are smoothed: “content blurring”.', 'ttr-blurring', 'ttr-smoothing'),
      ours('Each is averaged with its neighbours, two on each side; the slides print no formula.'),
      'The holes fill up, and the peaks are lower: the highest was 129.5 and is 54.3 now.',
    ]),
    stop('Three centres', { step: 'cluster', view: 'chart' }, [
      paper('The lines are divided into clusters; k-means with three is one of the ways that are tried.', 'ttr-clusters'),
      ours('Each line joins the nearest of three centres on the value axis, and each centre moves to the mean of its lines.'),
      ours('The first centres are 0, the mean and the maximum of the curve, so that every run ends the same.'),
      'The horizontal marks are these three; no line has joined one yet.',
    ]),
    stop('The centres move', { step: 'cluster', which: 2, view: 'chart' }, [
      'The two lower centres have moved up, and lines have changed sides.',
      'Step on to watch it settle.',
    ]),
    stop('Settled', { step: 'cluster', which: -1, view: 'chart' }, [
      'The centres stay where they were in the round before.',
      ours('The lowest cluster is not content; every other is.'),
    ]),
    stop(
      'Line by line',
      { step: 'cluster', which: -1, rule: 'k-means', outcome: 'keep', view: 'chart' },
      [
        ours('Each line is judged by the border between the lowest cluster and the next.'),
        'The first kept line is a mistake: the breadcrumbs. The headline and the paragraph below raised their ratio above the border.',
      ],
      {
        question:
          'The lines are judged from the top, by the border below the second cluster. Which line is the first to be kept? Click it.',
        at: { step: 'cluster', which: -1 },
      },
    ),
    stop('Back to the page', { step: 'output', rule: 'majority', outcome: 'keepNode', view: 'page' }, [
      ours('Each piece of text is kept if most of its characters stand on content lines; the slides end at the lines.'),
      'So “Docs” is kept, because its line was.',
    ]),
    stop('Errors', { step: 'output', part: 1, view: 'page' }, [
      'All four headings are kept.',
      'Two whole paragraphs are lost, “With these defaults …” and “To give up at once …”, and all rows of the table below its head, and one of the three list items.',
      'The extractor counts per line and ignores meaning.',
      ours('A minified page has hardly any lines: there they are wrapped first.'),
    ]),
  ],
}

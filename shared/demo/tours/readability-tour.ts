import { asks, library, stop, type Tour } from './tour'

export const readabilityTour: Tour = {
  id: 'readability',
  title: 'How Reader View decides',
  about:
    'Mozilla’s Readability, the library of Firefox’s Reader View: it gives points for paragraphs, chooses one winner, and cleans the winner.',
  extractor: 'readability',
  sample: 'news-article',
  stops: [
    stop('A news page', { step: 'strip', view: 'page' }, [
      library('The library starts with the whole page and first removes scripts, hidden elements, headline and author.'),
      'This page has one article, and around the article a menu, a side column and other stories.',
    ]),
    stop('An unlikely candidate', { step: 'strip', rule: 'unlikely', outcome: 'drop', view: 'page' }, [
      library(
        'An element is dropped if its class or id contains a word of a list, such as “comment”, “sidebar” or “related”, and no word such as “article” or “main”.',
      ),
      'The box with other stories is dropped: its class is “related”.',
    ]),
    stop('Points for paragraphs', { step: 'points', part: 1, view: 'tree' }, [
      library(
        'A paragraph with at least 25 characters has two points, plus one per comma, plus one per hundred characters (at most three).',
      ),
      'The paragraph about the cost has ten commas and 15 points, more than all others.',
    ]),
    stop('Points go up', { step: 'candidates', part: 0.75, view: 'tree' }, [
      library('The parent of a paragraph gets all points. The next four ancestors get a half, a sixth, a ninth and a twelfth.'),
      library('Tag and class count too: a div gets 5 points, a class with a promising word gets 25, a class with a bad word loses 25.'),
      'The article gets 96 points from the paragraphs, 3 from a subheading and the line of keywords, and 25 for its class.',
      'The masthead has less than zero points: “masthead” is a bad word.',
    ]),
    stop('The winner', { step: 'winner', rule: 'winner', outcome: 'keep', view: 'page' }, [
      asks('Paragraphs add their points to the elements around them. Which element will have the most points? Click it.', {
        step: 'points',
        part: 1,
      }),
      library('The points are reduced by the share of link text; the element with the most points wins.'),
      'The article has {topScore} points. The runner-up, the element around the article, has 77.93.',
    ]),
    stop('Beside the winner', { step: 'siblings', rule: 'sibling-score', outcome: 'drop', view: 'chart' }, [
      library('An element beside the winner is kept too if it has at least a fifth of the winner’s points, and at least ten points.'),
      'The side column has 3.237 points, needs {siblingThreshold}, and is dropped.',
    ]),
    stop('An element dropped because of its class', { step: 'clean', rule: 'class-weight', outcome: 'drop', view: 'page' }, [
      library(
        'The kept text is cleaned: forms, lists, tables and boxes are dropped if their class or their text does not look like content.',
      ),
      'The keywords below the article are dropped because their class is “tags”.',
    ]),
    stop('A box dropped because of its links', { step: 'clean', rule: 'links-low-weight', outcome: 'drop', view: 'formula' }, [
      library('In a box without a promising class, at most a fifth of the text may be link text.'),
      'The box “More on the mill” has four fifths link text and is dropped.',
    ]),
    stop('Enough?', { step: 'attempt-1', rule: 'attempt', outcome: 'pass', view: 'page' }, [
      library(
        'If the result has fewer than 500 characters, Readability starts again with one rule fewer. First it no longer drops unlikely candidates, then it ignores classes, then it omits this cleaning.',
      ),
      'The first attempt gave 4,133 characters, so its result is final.',
    ]),
    stop('What Reader View shows', { step: 'align', part: 1, view: 'page' }, [
      'All nine paragraphs are kept.',
      library('Reader View shows title and author above the text, so the first step removed them from the page.'),
      'Headline and author’s line are not in the kept text.',
    ]),
  ],
}

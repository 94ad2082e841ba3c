import { library, stop, type Tour } from './tour'

export const readabilityTour: Tour = {
  id: 'readability',
  title: 'How Reader View decides',
  about:
    'Mozilla’s Readability, the library behind Firefox’s reader view: points for paragraphs, one winner, and the cleaning of that winner.',
  extractor: 'readability',
  sample: 'news-article',
  stops: [
    stop('A news page', { step: 'strip', view: 'page' }, [
      library('The library starts with the whole page and first removes scripts, hidden elements, headline and author.'),
      'This page has one article, and a menu, a side column and other stories around it.',
    ]),
    stop('An unlikely candidate', { step: 'strip', rule: 'unlikely', outcome: 'drop', view: 'page' }, [
      library(
        'An element whose class or id holds a word of a long list, “comment”, “sidebar” or “related” among them, goes unread. A word like “article” or “main” in it would save it.',
      ),
      'The box with other stories goes: its class is “related”.',
    ]),
    stop('Points for paragraphs', { step: 'points', part: 1, view: 'tree' }, [
      library(
        'A paragraph of 25 characters and more has one point, one for each comma and one more, and one for each hundred characters, three at most.',
      ),
      'Ten commas give the paragraph about the cost 15 points, the most of all.',
    ]),
    stop('Points go up', { step: 'candidates', part: 0.75, view: 'tree' }, [
      library('All of them go to the parent, half of them to the element around that, a sixth to the next.'),
      library('Tag and class weigh in: a div gets 5, a promising word in a class 25, a bad one takes 25.'),
      'The paragraphs give the article 96 points, a subheading and the line of keywords 3, and its class 25 more.',
      'The masthead falls below zero: “masthead” is a bad word.',
    ]),
    stop(
      'The winner',
      { step: 'winner', rule: 'winner', outcome: 'keep', view: 'page' },
      [
        library('The points are reduced by the share of link text; the element with the most points wins.'),
        'The article has {topScore} points. The runner-up, the element around the article, has 77.93.',
      ],
      {
        question: 'Paragraphs add their points to the elements around them. Which element will have the most? Click it.',
        at: { step: 'points', part: 1 },
      },
    ),
    stop('Beside the winner', { step: 'siblings', rule: 'sibling-score', outcome: 'drop', view: 'chart' }, [
      library('An element beside the winner is kept too if it has a fifth of the winner’s points, and at least ten.'),
      'The side column has 3.237 points, needs {siblingThreshold}, and is dropped.',
    ]),
    stop('An element dropped because of its class', { step: 'clean', rule: 'class-weight', outcome: 'drop', view: 'page' }, [
      library(
        'The kept text is cleaned: forms, lists, tables and boxes are dropped if their class or their text does not look like content.',
      ),
      'The keywords below the article go, because their class is “tags”.',
    ]),
    stop('Cleaned by its links', { step: 'clean', rule: 'links-low-weight', outcome: 'drop', view: 'formula' }, [
      library('Without a promising class a box may have a fifth of its text in links.'),
      'The box “More on the mill” has four fifths, and goes.',
    ]),
    stop('Enough?', { step: 'attempt-1', rule: 'attempt', outcome: 'pass', view: 'page' }, [
      library(
        'With fewer than 500 characters it would begin again with one rule less: without unlikely candidates, then without classes, then without this cleaning.',
      ),
      'The first attempt gave 4,133 characters: it is taken.',
    ]),
    stop('What Reader View shows', { step: 'align', part: 1, view: 'page' }, [
      'All nine paragraphs are kept.',
      library('Reader View itself shows title and author above them; so the first step removed them.'),
      'Headline and author’s line are not in the text.',
    ]),
  ],
}

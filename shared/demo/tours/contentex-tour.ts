import { asks, ours, paper, stop, type Tour } from './tour'

export const contentexTour: Tour = {
  id: 'contentex',
  title: 'ContentEx: remove the noise',
  about: 'Song, Cheng, Guo, Liu and Ding (2009): search for noise instead of content, with one filter after another.',
  extractor: 'contentex',
  sample: 'news-article',
  stops: [
    stop('At first, everything is kept', { step: 'scripts', rule: 'left', view: 'page' }, [
      paper('ContentEx starts with the whole page and removes the noise.', 'contentex-filters'),
    ]),
    stop('Form tags', { step: 'form tags', part: 1, view: 'tree' }, [
      paper('Form tags are dropped: “usually these tags don’t contain content”.', 'contentex-forms'),
      ours('Only input fields, buttons and selection lists are dropped, not the form itself: some sites wrap the whole page in a form.'),
      'On this page the button “Sign up” is dropped.',
    ]),
    stop('Statements', { step: 'statements', part: 1, view: 'page' }, [
      paper('Statements about copyright, disclaimers and local laws are dropped.', 'contentex-statements'),
      ours('A statement is a block of up to 300 characters that contains words of a list.'),
      'On this page the last line is a statement.',
    ]),
    stop('Counting words and links', { step: 'count', part: 0.5, view: 'tree' }, [
      paper('Each node counts its words and its links. A link of any length counts as one word.', 'contentex-words', 'contentex-links'),
      'The counts appear from the innermost nodes outwards. Body has no counts yet.',
    ]),
    stop('The score', { step: 'score', part: 1, view: 'formula' }, [
      paper('The score is the share of words that are not links.', 'contentex-score'),
      'The menu has the score 0. The article’s paragraphs have no link and the score 1.',
    ]),
    stop('From a link to its table', { step: 'link tables', view: 'code' }, [
      paper(
        'Now each link is visited. If the score of the element around the link is below a threshold, this element begins a link table, which grows upwards as long as the score falls.',
        'contentex-found',
        'contentex-climb',
      ),
      ours(
        'The paper’s threshold is “pre-defined”, but the paper does not print its value. Here the threshold is {threshold}.',
        'contentex-found',
      ),
    ]),
    stop('A link with little around it', { step: 'link tables', rule: 'table-begins', view: 'page' }, [
      asks('Which is the first element of the page that contains a link and scores below the threshold? Click it.', {
        step: 'link tables',
      }),
      'The line at the top has seven words, and four of them are links: its score is 3/7.',
      'The climb begins at this line.',
    ]),
    stop('Where the climb stops', { step: 'link tables', rule: 'table-ends', view: 'formula' }, [
      'The element around the line contains only this line and has the same score, 3/7. So the climb stops at the line.',
      'The next three stops show a longer climb on a small page.',
    ]),
    stop('A longer climb', { step: 'link tables', rule: 'table-begins', view: 'page', example: 'climb' }, [
      'The first link of this page, “Home”, is in an item of three words. One word is the link: the score is 2/3.',
      'The score is below the threshold: a climb begins.',
    ]),
    stop('As long as the score falls', { step: 'link tables', rule: 'table-ends', view: 'tree', example: 'climb' }, [
      asks('The climb continues as long as the score falls. Which element around “Home” has a higher score and ends the climb? Click it.', {
        step: 'link tables',
      }),
      'The list has the score 2/5, the menu 2/9, the column 2/15: each score is lower than the previous score.',
      'The element around the column also contains the story and has a higher score, so the climb stops at the column.',
    ]),
    stop('One link, a whole column', { step: 'link tables', rule: 'link-table', outcome: 'drop', view: 'page', example: 'climb' }, [
      'The whole column is dropped, with thirteen links and two words, although only its first link was visited.',
    ]),
    stop('Back on the news page: a table is deleted', { step: 'link tables', rule: 'link-table', outcome: 'drop', view: 'page' }, [
      paper('The table that the climb reached is deleted immediately, with its whole content.', 'contentex-delete'),
      'Date, weather and sign-in are dropped.',
    ]),
    stop('A link among words stays', { step: 'link tables', rule: 'link-in-text', outcome: 'pass', view: 'page' }, [
      'Six of the seven words around this link are outside links, so the score 6/7 is above the threshold. The link and the newspaper’s motto stay.',
      'On this page the rule makes a mistake. For a link in a paragraph the rule is right.',
    ]),
    stop('Patterns', { step: 'time pattern', part: 1, view: 'page' }, [
      paper(
        'The remaining noise matches patterns: times, IP addresses, labels that end in a colon, copyright lines, repeated short texts.',
        'contentex-patterns',
      ),
      'On this page only the time under the headline matches a pattern.',
    ]),
    stop('The result', { step: 'output', part: 1, view: 'page' }, [
      ours('Elements without remaining text are dropped too.'),
      'The article’s headline, paragraphs and subheadings are all kept.',
      'No filter matches the headings of deleted link tables (“Most read”, “Notices”, “More from the coast”), nor “The morning tide” with its invitation. So these headings and the invitation are kept too.',
    ]),
  ],
}

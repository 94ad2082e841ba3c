import { ours, paper, stop, type Tour } from './tour'

export const contentexTour: Tour = {
  id: 'contentex',
  title: 'ContentEx: remove the noise',
  about: 'Song, Cheng, Guo, Liu and Ding (2009): do not look for content, look for noise, with one filter after another.',
  extractor: 'contentex',
  sample: 'news-article',
  stops: [
    stop('At first, everything is kept', { step: 'scripts', rule: 'left', view: 'page' }, [
      paper('ContentEx starts with the whole page and removes the noise.', 'contentex-filters'),
      'So at first all text is kept.',
    ]),
    stop('Form tags', { step: 'form tags', part: 1, view: 'tree' }, [
      paper('Form tags go: “usually these tags don’t contain content”.', 'contentex-forms'),
      ours('Only input fields, buttons and lists of choices go; the form around them stays, since some sites wrap the whole page in one.'),
      'Here the button “Sign up” goes.',
    ]),
    stop('Statements', { step: 'statements', part: 1, view: 'page' }, [
      paper('Statements of copyright, disclaimers and local laws go.', 'contentex-statements'),
      ours('They are known by their words, in blocks of up to 300 characters.'),
      'Here it is the last line of the page.',
    ]),
    stop('Counting words and links', { step: 'count', part: 0.5, view: 'tree' }, [
      paper(
        'Every node counts its words and its links; a link counts as one word, however long its text is.',
        'contentex-words',
        'contentex-links',
      ),
      'The counts climb from the leaves; body has none yet.',
    ]),
    stop('The score', { step: 'score', part: 1, view: 'formula' }, [
      paper('The share of words that are not links.', 'contentex-score'),
      'The menu scores 0, the article’s paragraphs, which have no link, 1.',
    ]),
    stop('From a link to its table', { step: 'link tables', view: 'code' }, [
      paper(
        'Now each link is visited: if the element around it scores below a threshold, it stands in a link table, which grows upwards as long as the score falls.',
        'contentex-found',
        'contentex-climb',
      ),
      ours('The paper’s threshold is “pre-defined”, but not given: here it is {threshold}.', 'contentex-found'),
    ]),
    stop(
      'A link with little around it',
      { step: 'link tables', rule: 'table-begins', view: 'page' },
      ['The line at the top has seven words, and four of them are links: a score of 3/7.', 'The climb begins at that line.'],
      {
        question: 'From the top of the page: which is the first element with a link in it that scores below the threshold? Click it.',
        at: { step: 'link tables' },
      },
    ),
    stop('Where the climb stops', { step: 'link tables', rule: 'table-ends', view: 'formula' }, [
      'The element around the line holds nothing else: it has the same score, 3/7, so the climb stops before it has begun.',
      'The next three stops show a longer climb, on a small page.',
    ]),
    stop('A climb worth seeing', { step: 'link tables', rule: 'table-begins', view: 'page', example: 'climb' }, [
      'The first link of this page, “Home”, stands in an item of three words, one of which is the link: a score of 2/3.',
      'That is below the threshold: a climb begins.',
    ]),
    stop(
      'As long as the score falls',
      { step: 'link tables', rule: 'table-ends', view: 'tree', example: 'climb' },
      [
        'The list scores 2/5, the menu 2/9, the column 2/15: each time less than the element inside it.',
        'The element around the column holds the story too and scores higher, so the climb stops below it.',
      ],
      {
        question: 'The climb goes on as long as the score falls. Which element around “Home” ends it, because it scores higher? Click it.',
        at: { step: 'link tables' },
      },
    ),
    stop('One link, a whole column', { step: 'link tables', rule: 'link-table', outcome: 'drop', view: 'page', example: 'climb' }, [
      'The column goes at once: thirteen links and two words, although only its first link was visited.',
    ]),
    stop('Back on the news page: a link table goes', { step: 'link tables', rule: 'link-table', outcome: 'drop', view: 'page' }, [
      paper('The table that the climb reached is deleted at once, with all inside it.', 'contentex-delete'),
      'Date, weather and sign-in are gone.',
    ]),
    stop('A link among words stays', { step: 'link tables', rule: 'link-in-text', outcome: 'pass', view: 'page' }, [
      'Six of the seven words around this link are outside links, more than the limit. The link stays, and the newspaper’s motto too.',
      'Here that is a mistake; in a paragraph it would be right.',
    ]),
    stop('Patterns', { step: 'time pattern', part: 1, view: 'page' }, [
      paper(
        'The remaining noise has a form: times, IP addresses, labels that end in a colon, copyright lines, short texts that repeat.',
        'contentex-patterns',
      ),
      'The time under the headline is the one text of this page that a pattern takes.',
    ]),
    stop('The result', { step: 'output', part: 1, view: 'page' }, [
      ours('Elements that lost all their text go too.'),
      'The article’s headline, paragraphs and subheadings are all kept.',
      'The headings of deleted link tables, “Most read”, “Notices” and “More from the coast”, and “The morning tide” with its invitation are kept too: no filter matches them.',
    ]),
  ],
}

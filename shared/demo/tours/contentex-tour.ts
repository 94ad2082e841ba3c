import { ours, paper, type Tour } from './tour'

export const contentexTour: Tour = {
  id: 'contentex',
  title: 'ContentEx: take the noise away',
  about: 'Song, Cheng, Guo, Liu and Ding (2009): do not look for content, look for noise, with one filter after another.',
  extractor: 'contentex',
  sample: 'news-article',
  stops: [
    {
      title: 'Everything is content',
      text: [
        paper('ContentEx starts with the whole page and takes away what is noise.', 'contentex-filters'),
        'So at first all text is kept.',
      ],
      step: 'scripts',
      rule: 'left',
      look: 'page',
    },
    {
      title: 'Form tags',
      text: [
        paper('Form tags go: “usually these tags don’t contain content”.', 'contentex-forms'),
        ours(
          'Only input fields, buttons and lists of choices go; the form around them stays, since some sites wrap the whole page in one.',
        ),
        'Here the button “Sign up” goes.',
      ],
      step: 'form tags',
      part: 1,
      look: 'tree',
    },
    {
      title: 'Statements',
      text: [
        paper('Statements of copyright, disclaimers and local laws go.', 'contentex-statements'),
        ours('They are known by their words, in blocks of up to 300 characters.'),
        'Here it is the last line of the page.',
      ],
      step: 'statements',
      part: 1,
      look: 'page',
    },
    {
      title: 'Counting words and links',
      text: [
        paper(
          'Every node counts its words and its links; a link counts as one word, however long its text is.',
          'contentex-words',
          'contentex-links',
        ),
        'The counts climb from the leaves; body has none yet.',
      ],
      step: 'count',
      part: 0.5,
      look: 'tree',
    },
    {
      title: 'The score',
      text: [
        paper('The share of words that are not links.', 'contentex-score'),
        'The menu scores 0, the article’s paragraphs, which have no link, 1.',
      ],
      step: 'score',
      part: 1,
      look: 'formula',
    },
    {
      title: 'From a link to its table',
      text: [
        paper(
          'Now each link is visited: if the element around it scores below a threshold, it stands in a link table, which grows upwards as long as the score falls.',
          'contentex-found',
          'contentex-climb',
        ),
        ours('The paper’s threshold is “pre-defined”, but not given: here it is {threshold}.', 'contentex-found'),
      ],
      step: 'link tables',
      look: 'code',
    },
    {
      title: 'A link with little around it',
      text: ['The line at the top has seven words, and four of them are links: a score of 3/7.', 'The climb begins at that line.'],
      step: 'link tables',
      rule: 'table-begins',
      look: 'page',
      ask: {
        question: 'From the top of the page: which is the first element with a link in it that scores below the threshold? Click it.',
        at: { step: 'link tables' },
      },
    },
    {
      title: 'Where the climb ends',
      text: [
        'The element around the line holds nothing else: it scores 3/7 too, which is not lower, so the climb ends before it has begun.',
        'The next three stops show a longer climb, on a small page.',
      ],
      step: 'link tables',
      rule: 'table-ends',
      look: 'formula',
    },
    {
      title: 'A climb worth seeing',
      text: [
        'The first link of this page, “Home”, stands in an item of three words, one of which is the link: a score of 2/3.',
        'That is below the threshold: a climb begins.',
      ],
      step: 'link tables',
      rule: 'table-begins',
      look: 'page',
      example: 'climb',
    },
    {
      title: 'As long as the score falls',
      text: [
        'The list scores 2/5, the menu 2/9, the column 2/15: each time less than the element inside it.',
        'The element around the column holds the story too and scores higher, so the climb ends below it.',
      ],
      step: 'link tables',
      rule: 'table-ends',
      look: 'tree',
      example: 'climb',
      ask: {
        question: 'The climb goes on as long as the score falls. Which element around “Home” ends it, because it scores higher? Click it.',
        at: { step: 'link tables' },
      },
    },
    {
      title: 'One link, a whole column',
      text: ['The column goes at once: thirteen links and two words, although only its first link was visited.'],
      step: 'link tables',
      rule: 'link-table',
      outcome: 'drop',
      look: 'page',
      example: 'climb',
    },
    {
      title: 'Back on the news page: a link table goes',
      text: [
        paper('What the climb reached is deleted at once, with all inside it.', 'contentex-delete'),
        'Date, weather and sign-in are gone.',
      ],
      step: 'link tables',
      rule: 'link-table',
      outcome: 'drop',
      look: 'page',
    },
    {
      title: 'A link among words stays',
      text: [
        'Six of the seven words around this link are not links, more than enough: it stays, with the newspaper’s motto beside it.',
        'Here that is a mistake; in a paragraph it would be right.',
      ],
      step: 'link tables',
      rule: 'link-in-text',
      outcome: 'pass',
      look: 'page',
    },
    {
      title: 'Patterns',
      text: [
        paper(
          'What is left of the noise has a form: times, IP addresses, labels that end in a colon, copyright lines, short texts that repeat.',
          'contentex-patterns',
        ),
        'The time under the headline is the one text of this page that a pattern takes.',
      ],
      step: 'time pattern',
      part: 1,
      look: 'page',
    },
    {
      title: 'What remains',
      text: [
        ours('Elements that lost all their text go too.'),
        'The article’s headline, paragraphs and subheadings are all kept.',
        'So are the headings of link tables that went, “Most read”, “Notices” and “More from the coast”, and “The morning tide” with its invitation: no filter knows them.',
      ],
      step: 'output',
      part: 1,
      look: 'page',
    },
  ],
}

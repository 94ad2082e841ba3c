/** Exercises on ContentEx. The extractor computes the answers, see scripts/docs-exercises.mjs. */
const page = {
  title: 'The ferry’s forum',
  html: `<body>
<div class="column">
<ul>
<li>Back to <a href="/">Harbour</a></li>
<li><a href="/tides">Tides</a></li>
<li><a href="/boats">Boats</a></li>
</ul>
</div>
<p>After two winters the ferry crosses <a href="/river">the river</a> again.</p>
<p>June 3, 2011</p>
<p>Posted by:</p>
<p>I took it every day when I went to school.</p>
</body>
`,
}

export default {
  id: 'contentex',
  name: 'ContentEx',
  extractor: 'contentex',
  page,
  exercises: {
    'Read it off': {
      words: {
        show: ['linkCnt'],
        unit: 'words',
        ask: 'What is the word count of p 1?',
        number: { measure: 'textCnt', at: 'p 1' },
        hint: 'A link counts as one word, regardless of the number of its words.',
        slips: { 'You counted the words inside the link; a link counts as one word.': (read) => read('textCnt', 'p 1') + 1 },
      },
      links: {
        show: ['textCnt'],
        unit: 'links',
        ask: 'How many links does ul contain?',
        number: { measure: 'linkCnt', at: 'ul' },
        hint: 'Count the links of all its items.',
        slips: { 'That is the number of links in one item; count the links in all items.': (read) => read('linkCnt', 'li 1') },
      },
      'kept-link': {
        show: ['textCnt', 'linkCnt', 'score'],
        ask: 'Which of these links stays?',
        among: ['a 1', 'a 2', 'a 3', 'a 4'],
        node: { status: 'kept' },
        hint: 'Read the score of the element around each link. A link table begins below the threshold.',
      },
    },
    'Compute it': {
      score: {
        show: ['textCnt', 'linkCnt'],
        ask: 'Compute the score of li 1.',
        number: { measure: 'score', at: 'li 1' },
        hint: 'The score is the share of words that are not links: one minus links divided by words.',
        slips: {
          'That is the share of links; subtract it from one.': (read) => 1 - read('score', 'li 1'),
          'You added the links to the words, which already include the links.': (read) =>
            read('textCnt', 'li 1') / (read('textCnt', 'li 1') + read('linkCnt', 'li 1')),
        },
      },
      'list-score': {
        ask: 'Compute the score of ul.',
        number: { measure: 'score', at: 'ul' },
        hint: 'Count the words of ul (a link counts as one word) and the links of ul.',
        slips: {
          'That is the share of links; subtract it from one.': (read) => 1 - read('score', 'ul'),
          'That is the score of the first item.': (read) => read('score', 'li 1'),
        },
      },
      tables: {
        show: ['score'],
        unit: 'tables',
        ask: 'How many link tables does ContentEx find?',
        number: { value: 'linkTables' },
        hint: 'From the first link, ContentEx goes up while the score falls. It skips the other links in this table.',
        slips: { 'You counted links; ContentEx skips the other links in a table.': (read) => read('linkCnt', 'ul') },
      },
    },
    Predict: {
      low: {
        ask: 'With which threshold is the sentence with the link dropped?',
        options: [{ set: { threshold: 0.5 } }, { set: { threshold: 0.75 } }, { set: { threshold: 0.9 } }],
        choice: { loses: 'two winters' },
        hint: 'Compute the score of its p. Which threshold is above this score?',
      },
      date: {
        ask: 'With which setting does the date stay?',
        options: [{ set: { time: false } }, { set: { colon: false } }, { set: { copyright: false } }],
        choice: { keeps: 'June' },
        hint: 'Each pattern can be switched off.',
      },
    },
    'Break it': {
      colon: {
        ask: 'With which edit does “Posted by” stay?',
        options: [
          {},
          { say: 'Remove the colon', edit: ['Posted by:', 'Posted by'] },
          { say: 'Make it a heading', edit: ['<p>Posted by:</p>', '<h2>Posted by:</h2>'] },
        ],
        choice: { keeps: 'Posted by' },
        hint: 'A pattern tests the text, not the tag around it.',
      },
      link: {
        ask: 'With which edit is the sentence about school dropped?',
        options: [
          {},
          {
            say: 'Put it into a span',
            edit: ['I took it every day when I went to school.', '<span>I took it every day when I went to school.</span>'],
          },
          {
            say: 'Make the whole sentence a link',
            edit: ['I took it every day when I went to school.', '<a href="/school">I took it every day when I went to school.</a>'],
          },
        ],
        choice: { loses: 'school' },
        hint: 'A link of any length counts as one word and one link. What is the score of its p then?',
      },
    },
  },
}

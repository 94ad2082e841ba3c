/** ContentEx. Answers are not here: each is what the extractor gives, see scripts/docs-exercises.mjs. */
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
        hint: 'A link counts as one word, however many words its text has.',
        slips: { 'You counted the words inside the link; a link has one word.': (read) => read('textCnt', 'p 1') + 1 },
      },
      links: {
        show: ['textCnt'],
        unit: 'links',
        ask: 'How many links does ul have?',
        number: { measure: 'linkCnt', at: 'ul' },
        hint: 'An element has the links of all its children.',
        slips: { 'A list has the links of all its items.': (read) => read('linkCnt', 'li 1') },
      },
      'kept-link': {
        show: ['textCnt', 'linkCnt', 'score'],
        ask: 'One of these links stays. Which?',
        among: ['a 1', 'a 2', 'a 3', 'a 4'],
        node: { status: 'kept' },
        hint: 'Read the score of the element around each link: a table begins below the threshold.',
      },
    },
    'Compute it': {
      score: {
        show: ['textCnt', 'linkCnt'],
        ask: 'Compute the score of li 1.',
        number: { measure: 'score', at: 'li 1' },
        hint: 'The share of its words that are not links: one minus links by words.',
        slips: {
          'That is the share of links; subtract it from one.': (read) => 1 - read('score', 'li 1'),
          'You divided words by words and links; the link is among the words.': (read) =>
            read('textCnt', 'li 1') / (read('textCnt', 'li 1') + read('linkCnt', 'li 1')),
        },
      },
      'list-score': {
        ask: 'Compute the score of ul.',
        number: { measure: 'score', at: 'ul' },
        hint: 'Count its words (a link is one), then its links.',
        slips: {
          'That is the share of links; subtract it from one.': (read) => 1 - read('score', 'ul'),
          'That is the score of the first item.': (read) => read('score', 'li 1'),
        },
      },
      tables: {
        show: ['score'],
        unit: 'tables',
        ask: 'How many tables of links are found?',
        number: { value: 'linkTables' },
        hint: 'The first link climbs as long as the score falls. Links inside that table are skipped.',
        slips: { 'You counted links; links inside a table are skipped.': (read) => read('linkCnt', 'ul') },
      },
    },
    Predict: {
      low: {
        ask: 'With which threshold is the sentence with the link lost?',
        options: [{ set: { threshold: 0.5 } }, { set: { threshold: 0.75 } }, { set: { threshold: 0.9 } }],
        choice: { loses: 'two winters' },
        hint: 'Compute the score of its p. Which threshold is above it?',
      },
      date: {
        ask: 'With which setting does the date stay?',
        options: [{ set: { time: false } }, { set: { colon: false } }, { set: { copyright: false } }],
        choice: { keeps: 'June' },
        hint: 'Each pattern has its switch.',
      },
    },
    'Break it': {
      colon: {
        ask: 'By which edit does “Posted by” stay?',
        options: [
          {},
          { say: 'Remove the colon', edit: ['Posted by:', 'Posted by'] },
          { say: 'Make it a heading', edit: ['<p>Posted by:</p>', '<h2>Posted by:</h2>'] },
        ],
        choice: { keeps: 'Posted by' },
        hint: 'A pattern reads the text, not the tag around it.',
      },
      link: {
        ask: 'By which edit is the sentence about school lost?',
        options: [
          {},
          {
            say: 'Put it into a span',
            edit: ['I took it every day when I went to school.', '<span>I took it every day when I went to school.</span>'],
          },
          {
            say: 'Make all of it a link',
            edit: ['I took it every day when I went to school.', '<a href="/school">I took it every day when I went to school.</a>'],
          },
        ],
        choice: { loses: 'school' },
        hint: 'A link is one word and one link, however long it is. What is the score of its p then?',
      },
    },
  },
}

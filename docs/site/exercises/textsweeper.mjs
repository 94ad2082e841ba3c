/** TextSweeper. Answers are not here: each is what the extractor gives, see scripts/docs-exercises.mjs. */
const page = {
  title: 'The ferry, to be swept',
  html: `<body>
<ul>
<li><a href="/">Home</a></li>
<li><a href="/tides">Tides</a></li>
</ul>
<div class="story">
<h1>The ferry is back</h1>
<p>After two winters in the yard the ferry crosses the river again, every half hour.</p>
<p>Its crew painted it green, as it had been when it was new and had no engine.</p>
<p>Photo: harbour</p>
</div>
</body>
`,
}

const FIRST = 'After two winters in the yard the ferry crosses the river again, every half hour.'

export default {
  id: 'textsweeper',
  name: 'TextSweeper',
  extractor: 'textsweeper',
  // Without the bias for length, so that it is computed on paper.
  set: { lengthBias: false },
  page,
  exercises: {
    'Read it off': {
      tags: {
        unit: 'tags',
        ask: 'How many tags does div.story count?',
        number: { measure: 'tagCount', at: 'div.story' },
        hint: 'Count the elements below it, without inline elements. It has no inline elements here.',
        slips: { 'You counted the element itself.': (read) => read('tagCount', 'div.story') + 1 },
      },
      level: {
        ask: 'What is the level of the first p?',
        number: { measure: 'nodeLevel', at: 'p 1' },
        hint: 'body has level one, and each step down is one more.',
        slips: { 'body has level one, not zero.': (read) => read('nodeLevel', 'p 1') - 1 },
      },
      best: {
        show: ['ratio'],
        ask: 'Which is the best node?',
        node: { value: 'best' },
        hint: 'Find the highest ratio.',
      },
    },
    'Compute it': {
      ratio: {
        show: ['textLength', 'linkTextLength', 'tagCount', 'nodeLevel'],
        unit: 'weighted characters per tag',
        ask: 'Compute the ratio of div.story.',
        number: { measure: 'ratio', at: 'div.story' },
        hint: 'Net text by the sum of tags and level.',
        slips: {
          'You divided by tags only; the level is added.': (read) =>
            (read('textLength', 'div.story') - read('linkTextLength', 'div.story')) / read('tagCount', 'div.story'),
          'You counted the level from zero; body has level one.': (read) =>
            (read('textLength', 'div.story') - read('linkTextLength', 'div.story')) /
            (read('tagCount', 'div.story') + read('nodeLevel', 'div.story') - 1),
        },
      },
      'body-ratio': {
        show: ['textLength', 'linkTextLength', 'tagCount', 'nodeLevel'],
        unit: 'weighted characters per tag',
        ask: 'Compute the ratio of body.',
        number: { measure: 'ratio', at: 'body' },
        hint: 'Take the link text from the text first.',
        slips: {
          'You did not subtract the link text.': (read) =>
            read('textLength', 'body') / (read('tagCount', 'body') + read('nodeLevel', 'body')),
          'You divided by tags only; the level is added.': (read) =>
            (read('textLength', 'body') - read('linkTextLength', 'body')) / read('tagCount', 'body'),
        },
      },
      limit: {
        set: { tolerance: 0.5 },
        show: ['ratio'],
        unit: 'weighted characters per tag',
        ask: 'From which ratio on is a node relevant?',
        number: { value: 'limit' },
        hint: 'The tolerance times the best ratio.',
        slips: { 'That is the best ratio; multiply it by the tolerance.': (read) => read('ratio', 'div.story') },
      },
    },
    Predict: {
      length: {
        ask: 'With which minimum text length does the line about the photo stay?',
        options: [{ set: { minTextLength: 10 } }, { set: { minTextLength: 25 } }, { set: { minTextLength: 50 } }],
        choice: { keeps: 'Photo' },
        hint: 'Count its characters: it must not have fewer.',
      },
      verdict: {
        ask: 'With which least net text is the page no overview?',
        options: [{ set: { minNetText: 100 } }, { set: { minNetText: 400 } }, { set: { minNetText: 800 } }],
        choice: { verdict: 'article' },
        hint: 'Compare with the length of the text that is left.',
      },
    },
    'Break it': {
      links: {
        ask: 'By which edit is the sentence about the winters lost?',
        options: [
          {},
          { say: 'Make more than half of it a link', edit: [FIRST, `<a href="/yard">${FIRST.slice(0, 60)}</a>${FIRST.slice(60)}`] },
          { say: 'Make its first word a link', edit: [FIRST, `<a href="/yard">After</a>${FIRST.slice(5)}`] },
        ],
        choice: { loses: 'two winters', keeps: 'painted' },
        hint: 'A block goes when more than a share of its text is link text.',
      },
      spare: {
        ask: 'By which edit does the line about the photo stay?',
        options: [
          {},
          { say: 'Make it a heading', edit: ['<p>Photo: harbour</p>', '<h2>Photo: harbour</h2>'] },
          { say: 'Put it into italics', edit: ['Photo: harbour', '<i>Photo: harbour</i>'] },
        ],
        choice: { keeps: 'Photo' },
        hint: 'Some elements are spared, however short.',
      },
    },
  },
}

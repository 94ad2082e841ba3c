/** Exercises on TextSweeper. The extractor computes the answers, see scripts/docs-exercises.mjs. */
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
  // Without the bias for length, the ratio can be computed on paper.
  set: { lengthBias: false },
  page,
  exercises: {
    'Read it off': {
      tags: {
        unit: 'tags',
        ask: 'How many tags does div.story count?',
        number: { measure: 'tagCount', at: 'div.story' },
        hint: 'Count the elements below it. It contains no inline elements, which would not count.',
        slips: { 'You counted the element itself.': (read) => read('tagCount', 'div.story') + 1 },
      },
      level: {
        ask: 'What is the level of the first p?',
        number: { measure: 'nodeLevel', at: 'p 1' },
        hint: 'body has level 1, and each step down adds 1.',
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
        hint: 'Divide the net text by the sum of tags and level.',
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
        hint: 'First subtract the link text from the text.',
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
        ask: 'Which minimum ratio makes a node relevant?',
        number: { value: 'limit' },
        hint: 'Multiply the tolerance by the best ratio.',
        slips: { 'That is the best ratio; multiply it by the tolerance.': (read) => read('ratio', 'div.story') },
      },
    },
    Predict: {
      length: {
        ask: 'With which minimum text length does the line about the photo stay?',
        options: [{ set: { minTextLength: 10 } }, { set: { minTextLength: 25 } }, { set: { minTextLength: 50 } }],
        choice: { keeps: 'Photo' },
        hint: 'Count the characters of the line. The line needs at least the minimum length.',
      },
      verdict: {
        ask: 'With which minimum net text is the page not an overview?',
        options: [{ set: { minNetText: 100 } }, { set: { minNetText: 400 } }, { set: { minNetText: 800 } }],
        choice: { verdict: 'article' },
        hint: 'Compare the minimum net text with the length of the remaining text.',
      },
    },
    'Break it': {
      links: {
        ask: 'With which edit is the sentence about the winters dropped?',
        options: [
          {},
          { say: 'Make more than half of it a link', edit: [FIRST, `<a href="/yard">${FIRST.slice(0, 60)}</a>${FIRST.slice(60)}`] },
          { say: 'Make its first word a link', edit: [FIRST, `<a href="/yard">After</a>${FIRST.slice(5)}`] },
        ],
        choice: { loses: 'two winters', keeps: 'painted' },
        hint: 'A block is dropped if the share of link text in it is above the limit.',
      },
      spare: {
        ask: 'With which edit does the line about the photo stay?',
        options: [
          {},
          { say: 'Make it a heading', edit: ['<p>Photo: harbour</p>', '<h2>Photo: harbour</h2>'] },
          { say: 'Put it into italics', edit: ['Photo: harbour', '<i>Photo: harbour</i>'] },
        ],
        choice: { keeps: 'Photo' },
        hint: 'The cleanup tests only some elements for their length.',
      },
    },
  },
}

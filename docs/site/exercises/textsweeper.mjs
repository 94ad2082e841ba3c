/** TextSweeper. Answers are not here: each is what the extractor gives, see scripts/docs-exercises.mjs. */
const ferry = {
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
  pages: { ferry },
  exercises: [
    {
      id: 'tags',
      level: 'Read it off',
      kind: 'number',
      page: 'ferry',
      unit: 'tags',
      ask: 'What is the tag count of div.story?',
      of: { measure: 'tagCount', at: 'div.story' },
      hint: 'The elements below it; inline ones do not count. There are none here.',
    },
    {
      id: 'level',
      level: 'Read it off',
      kind: 'number',
      page: 'ferry',
      ask: 'What is the level of the first p?',
      of: { measure: 'nodeLevel', at: 'p 1' },
      hint: 'body has level one, and each step down is one more.',
    },
    {
      id: 'best',
      level: 'Read it off',
      kind: 'node',
      page: 'ferry',
      show: ['ratio'],
      ask: 'Which is the best node?',
      of: { value: 'best' },
      hint: 'The one of the highest ratio.',
    },
    {
      id: 'ratio',
      level: 'Compute it',
      kind: 'number',
      page: 'ferry',
      show: ['textLength', 'linkTextLength', 'tagCount', 'nodeLevel'],
      unit: 'weighted characters per tag',
      ask: 'Compute the ratio of div.story.',
      of: { measure: 'ratio', at: 'div.story' },
      hint: 'Net text by the sum of tags and level.',
    },
    {
      id: 'body-ratio',
      level: 'Compute it',
      kind: 'number',
      page: 'ferry',
      show: ['textLength', 'linkTextLength', 'tagCount', 'nodeLevel'],
      unit: 'weighted characters per tag',
      ask: 'Compute the ratio of body.',
      of: { measure: 'ratio', at: 'body' },
      hint: 'Take the link text from the text first.',
    },
    {
      id: 'limit',
      level: 'Compute it',
      kind: 'number',
      page: 'ferry',
      set: { tolerance: 0.5 },
      show: ['ratio'],
      unit: 'weighted characters per tag',
      ask: 'From which ratio on is a node relevant?',
      of: { value: 'limit' },
      hint: 'The tolerance times the best ratio.',
    },
    {
      id: 'length',
      level: 'Predict',
      kind: 'choice',
      page: 'ferry',
      ask: 'With which minimum text length does the line about the photo stay?',
      options: [{ set: { minTextLength: 10 } }, { set: { minTextLength: 25 } }, { set: { minTextLength: 50 } }],
      of: { keeps: 'Photo' },
      hint: 'Count its characters: it must not have fewer.',
    },
    {
      id: 'verdict',
      level: 'Predict',
      kind: 'choice',
      page: 'ferry',
      ask: 'With which least net text is the page no overview?',
      options: [{ set: { minNetText: 100 } }, { set: { minNetText: 400 } }, { set: { minNetText: 800 } }],
      of: { verdict: 'article' },
      hint: 'Compare with the length of the text that is left.',
    },
    {
      id: 'links',
      level: 'Break it',
      kind: 'choice',
      page: 'ferry',
      ask: 'By which edit is the sentence about the winters lost?',
      options: [
        {},
        { say: 'Make more than half of it a link', edit: [FIRST, `<a href="/yard">${FIRST.slice(0, 60)}</a>${FIRST.slice(60)}`] },
        { say: 'Make its first word a link', edit: [FIRST, `<a href="/yard">After</a>${FIRST.slice(5)}`] },
      ],
      of: { loses: 'two winters', keeps: 'painted' },
      hint: 'A block goes when more than a share of its text is link text.',
    },
    {
      id: 'spare',
      level: 'Break it',
      kind: 'choice',
      page: 'ferry',
      ask: 'By which edit does the line about the photo stay?',
      options: [
        {},
        { say: 'Make it a heading', edit: ['<p>Photo: harbour</p>', '<h2>Photo: harbour</h2>'] },
        { say: 'Put it into italics', edit: ['Photo: harbour', '<i>Photo: harbour</i>'] },
      ],
      of: { keeps: 'Photo' },
      hint: 'Some elements are spared, however short.',
    },
  ],
}

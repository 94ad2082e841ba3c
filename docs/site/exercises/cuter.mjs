/** Exercises on CUTER. The extractor computes the answers, see scripts/docs-exercises.mjs. */
const page = {
  title: 'The ferry and its comments',
  html: `<body>
<p>After two winters in the yard the ferry crosses the river again.</p>
<p>Its <a href="/crew">crew</a> painted it green, as it had been when it was new.</p>
<ul>
<li><a href="/print">Print</a></li>
<li><a href="/mail">Mail</a></li>
<li><a href="/share">Share</a></li>
</ul>
<p>I took it every day when I went to school, and I am so glad that it is back.</p>
<p>Hurrah!</p>
<p>Green is a good colour for a boat, but I had liked the blue one so much more.</p>
</body>
`,
}

const CREW = '<a href="/crew">crew</a> painted it green, as it had been'

export default {
  id: 'cuter',
  name: 'CUTER',
  extractor: 'cuter',
  set: { maxGap: 2 },
  page,
  exercises: {
    'Read it off': {
      number: {
        ask: 'Which number (IX) does the second p have?',
        number: { measure: 'IX', at: 'p 2' },
        hint: 'Only nodes that directly contain text have a number, in the order of the page. A link belongs to the p around it.',
        slips: { 'Numbers begin at one.': (read) => read('IX', 'p 2') - 1 },
      },
      'link-size': {
        show: ['IX', 'SL'],
        unit: 'bytes',
        ask: 'How large is SA (the link text) of the second p?',
        number: { measure: 'SA', at: 'p 2' },
        hint: 'Count the letters of the link in the second p.',
      },
      largest: {
        show: ['SL'],
        ask: 'Which node has the largest TP?',
        node: { most: 'TP' },
        hint: 'TP is SL divided by the same number for all nodes.',
      },
    },
    'Compute it': {
      lp: {
        show: ['SL', 'SA'],
        ask: 'Compute LP of the second p.',
        number: { measure: 'LP', at: 'p 2' },
        hint: 'Divide the link text by the text of the same row.',
        slips: {
          'You divided by the text outside of links; SL is all text of the node.': (read) =>
            read('SA', 'p 2') / (read('SL', 'p 2') - read('SA', 'p 2')),
          'You divided by SH, the text of the page; LP divides by SL.': (read) => read('SA', 'p 2') / read('SH'),
        },
      },
      tp: {
        show: ['SL'],
        ask: 'Compute TP of the first p.',
        number: { measure: 'TP', at: 'p 1' },
        hint: 'Divide its SL by SH, the sum of the column.',
        slips: {
          'You divided by the largest SL; SH is the sum of all.': (read) => read('SL', 'p 1') / read('SL', 'p 5'),
          'You left the node itself out of SH.': (read) => read('SL', 'p 1') / (read('SH') - read('SL', 'p 1')),
        },
      },
      'min-tp': {
        show: ['TP'],
        set: { tpShare: 0.25 },
        ask: 'Compute minTP.',
        number: { value: 'minTP' },
        hint: 'Multiply the largest TP of the nodes that were not dropped by the share in the settings.',
        slips: { 'That is the largest TP; multiply it by the share in the settings.': (read) => read('TP', 'p 5') },
      },
    },
    Predict: {
      below: {
        ask: 'With which largest gap are the comments kept?',
        options: [{ set: { maxGap: 1 } }, { set: { maxGap: 2 } }, { set: { maxGap: 4 } }],
        choice: { keeps: ['two winters', 'to school'] },
        hint: 'Subtract the number of the last node before the links from the number of the first node after the links.',
      },
      al: {
        ask: 'With which AL do the comments replace the report?',
        options: [{ set: { AL: 0.3 } }, { set: { AL: 0.5 } }, { set: { AL: 0.8 } }],
        choice: { loses: 'two winters', keeps: 'to school' },
        hint: 'The first group must be at least AL times as long as the longest group. Divide the length of the report by the length of the comments.',
      },
    },
    'Break it': {
      link: {
        ask: 'With which edit do the comments replace the report?',
        options: [
          {},
          { say: 'Make the words up to “had been” the link', edit: [CREW, '<a href="/crew">crew painted it green, as it had been</a>'] },
          { say: 'Put its link into italics', edit: [CREW, CREW.replace('>crew<', '><i>crew</i><')] },
        ],
        choice: { loses: ['two winters', 'painted'], keeps: 'to school' },
        hint: 'A node is dropped if its LP reaches maxLP. Compare the length of the remaining report with the length of the comments.',
      },
      gap: {
        ask: 'With which edit do report and comments become one group?',
        options: [
          {},
          {
            say: 'Put the three links into one paragraph',
            edit: [
              '<ul>\n<li><a href="/print">Print</a></li>\n<li><a href="/mail">Mail</a></li>\n<li><a href="/share">Share</a></li>\n</ul>',
              '<p><a href="/print">Print</a> <a href="/mail">Mail</a> <a href="/share">Share</a></p>',
            ],
          },
          { say: 'Give the list a heading', edit: ['<ul>', '<h2>More</h2>\n<ul>'] },
        ],
        choice: { keeps: ['two winters', 'to school'] },
        hint: 'The gap counts nodes, regardless of the length of their text.',
      },
    },
  },
}

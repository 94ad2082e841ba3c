/** Exercises on CETD. The extractor computes the answers, see scripts/docs-exercises.mjs. */
const page = {
  title: 'The ferry',
  html: `<body>
<ul class="menu">
<li><a href="/">Home</a></li>
<li><a href="/tides">Tides</a></li>
</ul>
<div class="story">
<h1>The ferry is back</h1>
<p>After two winters in the yard the ferry crosses the river again, every half hour.</p>
<p>Its <a href="/crew">crew</a> painted it green, as it had been when it was new.</p>
</div>
<div class="foot">Tickets are sold <a href="/pier">on the pier</a></div>
</body>
`,
}

const FOOT = '<div class="foot">Tickets'

export default {
  id: 'cetd',
  name: 'CETD',
  extractor: 'cectd-ds',
  page,
  exercises: {
    'Read it off': {
      characters: {
        extractor: 'cetd-ds',
        show: ['T', 'density'],
        unit: 'characters',
        ask: 'How many characters does div.foot have, including the elements in it?',
        number: { measure: 'C', at: 'div.foot' },
        hint: 'Spaces at the ends of a text do not count, spaces between its words count. Or use the table: density is characters divided by tags.',
        slips: {
          'You left out the link; its text counts too.': (read) => read('C', 'div.foot') - read('LC', 'div.foot'),
          'You counted the space between two texts; each text is trimmed before it is counted.': (read) => read('C', 'div.foot') + 1,
        },
      },
      tags: {
        extractor: 'cetd-ds',
        show: ['C'],
        unit: 'tags',
        ask: 'How many tags does ul.menu count?',
        number: { measure: 'T', at: 'ul.menu' },
        hint: 'Count all elements below it, at any depth, without the element itself.',
        slips: {
          'You counted the element itself.': (read) => read('T', 'ul.menu') + 1,
          'You counted its children only; elements at any depth count.': (read) => read('T', 'ul.menu') / 2,
          'You counted end tags too; T counts elements.': (read) => 2 * read('T', 'ul.menu'),
        },
      },
      densest: {
        extractor: 'cetd-ds',
        show: ['C', 'T'],
        ask: 'Which element has the highest text density?',
        node: { most: 'density' },
        hint: 'Divide C by T. Without tags, divide by one.',
      },
    },
    'Compute it': {
      density: {
        extractor: 'cetd-ds',
        show: ['C', 'T'],
        unit: 'characters per tag',
        ask: 'Compute the text density of div.story (CETD-DS).',
        number: { measure: 'density', at: 'div.story' },
        hint: 'Definition 1: divide C by T of the same row.',
        slips: {
          'You divided by T + 1: the element itself is not counted.': (read) => read('C', 'div.story') / (read('T', 'div.story') + 1),
          'You divided tags by characters.': (read) => read('T', 'div.story') / read('C', 'div.story'),
          'That is the density of body, not of div.story.': (read) => read('density', 'body'),
        },
      },
      links: {
        show: ['C', 'LC'],
        ask: 'Compute r, the share of link characters of the page (CECTD-DS).',
        number: { value: 'r' },
        hint: 'Divide LC by C, both of body.',
        slips: {
          'You divided by the characters outside of links; divide by all characters.': (read) =>
            read('LC', 'body') / (read('C', 'body') - read('LC', 'body')),
          'That is LC / C of div.story; r uses LC and C of body.': (read) => read('LC', 'div.story') / read('C', 'div.story'),
        },
      },
      target: {
        show: ['density'],
        ask: 'Which element is the target of CECTD-DS: the element whose children have the largest total density?',
        node: { value: 'target' },
        hint: 'Add the densities of the children of each element with several children. Which sum is the largest?',
      },
    },
    Predict: {
      threshold: {
        set: { lambda: 0.5 },
        show: ['density'],
        unit: 'characters per tag',
        ask: 'What is the threshold?',
        number: { value: 'threshold' },
        hint: 'Find the lowest density from the target up to body, and multiply it by λ.',
        slips: {
          'That is the lowest density; multiply it by λ.': (read) => read('threshold') / read('lambda'),
          'That is λ times the density of the target; body has a lower density.': (read) => read('lambda') * read('density', 'div.story'),
        },
      },
      lambda: {
        ask: 'With which λ is the menu kept?',
        options: [{ set: { lambda: 0 } }, { set: { lambda: 0.5 } }, { set: { lambda: 1 } }],
        choice: { keeps: 'Home' },
        hint: 'The menu contains only links, so its composite density is as low as possible. Which threshold is not above this density?',
      },
    },
    'Break it': {
      foot: {
        ask: 'With which edit does CECTD-DS also keep the line about tickets?',
        options: [
          {},
          { say: 'Make all of it a link', edit: [FOOT, '<div class="foot"><a href="/shop">Buy</a> Tickets'] },
          { say: 'Remove its link', edit: ['<a href="/pier">on the pier</a>', 'on the pier'] },
        ],
        choice: { keeps: 'Tickets are sold' },
        hint: 'A link lowers the density of div.foot. Compare the density with the threshold.',
      },
      comments: {
        extractor: 'cetd-ds',
        ask: 'With which edit does CETD-DS keep the whole page, including the menu?',
        options: [
          {},
          {
            say: 'Add a long comment without tags below the story',
            edit: [
              '</body>',
              `<div class="comment">${'I took it every day when I went to school and I am so glad that it is back. '.repeat(5).trim()}</div>\n</body>`,
            ],
          },
          { say: 'Add a short comment below the story', edit: ['</body>', '<div class="comment">So glad!</div>\n</body>'] },
        ],
        choice: { keeps: ['Home', 'two winters'] },
        hint: 'The density of an element without tags is the length of its text. Then the sum of body is larger than the sum of the story.',
      },
    },
  },
}

/** Exercises on TTR. The extractor computes the answers, see scripts/docs-exercises.mjs. */
const page = {
  title: 'The ferry, line by line',
  html: `<div class="menu"><a>Home</a> <a>Tides</a> <a>Boats</a></div>
<ul>
<li><a>Timetable</a></li>
<li><a>Prices</a></li>
</ul>
<h1>The ferry is back</h1>
<p>After two winters in the yard the ferry crosses the river again, every half hour.</p>
<p>Its crew painted it green, as it had been when it was new and had no engine.</p>
<p>On Sunday the <em>first</em> passengers stood on deck in the rain, and waved.</p>
<ul>
<li><a>Print</a></li>
<li><a>Mail</a></li>
</ul>
<div class="foot"><a>Imprint</a> <a>Contact</a></div>
`,
}

const STORY = '<p>Its crew painted it green, as it had been when it was new and had no engine.</p>'

export default {
  id: 'ttr',
  name: 'TTR',
  extractor: 'ttr',
  page,
  exercises: {
    'Read it off': {
      characters: {
        show: ['y'],
        unit: 'characters',
        ask: 'How many characters outside tags does line 6 (the heading) have?',
        number: { measure: 'x', at: 'line 6' },
        hint: 'Ignore everything from < to >, and count the other characters, including the spaces between words.',
        slips: { 'You left out the spaces between words.': (read) => read('x', 'line 6') - 3 },
      },
      tags: {
        show: ['x'],
        unit: 'tags',
        ask: 'How many tags does line 9 have?',
        number: { measure: 'y', at: 'line 9' },
        hint: 'Each opening tag and each closing tag counts as one.',
        slips: { 'You counted elements; opening and closing tags count one each.': (read) => read('y', 'line 9') / 2 },
      },
      peak: {
        show: ['ratio'],
        ask: 'Which line has the highest ratio before smoothing?',
        node: { most: 'ratio' },
        hint: 'Look for the largest number in the column.',
      },
    },
    'Compute it': {
      ratio: {
        show: ['x', 'y'],
        unit: 'characters per tag',
        ask: 'Compute the ratio of line 3.',
        number: { measure: 'ratio', at: 'line 3' },
        hint: 'Characters divided by tags.',
        slips: {
          'You divided by elements; start and end tags count one each.': (read) => (2 * read('x', 'line 3')) / read('y', 'line 3'),
          'You divided by tags plus one.': (read) => read('x', 'line 3') / (read('y', 'line 3') + 1),
        },
      },
      smooth: {
        show: ['ratio'],
        unit: 'characters per tag',
        ask: 'Compute the smoothed ratio of line 8 with the radius in the settings.',
        set: { radius: 1 },
        number: { measure: 'smoothed', at: 'line 8' },
        hint: 'Compute the mean of the line and its neighbours. The radius is the number of neighbours on each side.',
        slips: {
          'That is the ratio before smoothing.': (read) => read('ratio', 'line 8'),
          'You left out the line itself.': (read) => (read('ratio', 'line 7') + read('ratio', 'line 9')) / 2,
          'You computed the sum; divide it by the number of lines.': (read) => 3 * read('smoothed', 'line 8'),
        },
      },
      'smoothed-peak': {
        set: { radius: 1 },
        show: ['ratio'],
        ask: 'Which line has the highest ratio after smoothing?',
        node: { most: 'smoothed' },
        hint: 'A line has a high smoothed ratio if its neighbours have high ratios.',
      },
    },
    Predict: {
      border: {
        set: { cluster: 'threshold' },
        show: ['smoothed'],
        unit: 'characters per tag',
        ask: 'Which minimum smoothed ratio makes a line content? The threshold is c standard deviations, with c = 1.',
        number: { value: 'threshold' },
        hint: 'Compute the standard deviation of the column: the square root of the mean squared distance from the mean.',
        slips: {
          'That is the variance; take its square root.': (read) => read('threshold') ** 2,
          'You divided by the number of lines minus one; divide by the number of lines.': (read) =>
            read('threshold') * Math.sqrt(read('lines') / (read('lines') - 1)),
        },
      },
      radius: {
        ask: 'With which radius are the first links below the story kept?',
        options: [{ set: { radius: 1 } }, { set: { radius: 2 } }, { set: { radius: 3 } }],
        choice: { keeps: 'Print' },
        hint: 'Count the lines from the last long line to the first link. A window without a long line has a low mean.',
      },
    },
    'Break it': {
      bury: {
        set: { radius: 0 },
        ask: 'Without smoothing, with which edit is the sentence about the crew dropped?',
        options: [
          {},
          {
            say: 'Put half of its words into formatting tags',
            edit: [
              STORY,
              '<p><b>Its</b> <b>crew</b> <b>painted</b> <b>it</b> <b>green</b>, <i>as</i> <i>it</i> <i>had</i> <i>been</i> when it was new.</p>',
            ],
          },
          { say: 'Put it in a div', edit: [STORY, STORY.replaceAll('p>', 'div>')] },
        ],
        choice: { loses: 'painted' },
        hint: 'The ratio is text divided by tags. Which edit adds tags?',
      },
      join: {
        ask: 'With which edit is the imprint kept?',
        options: [
          {},
          { say: 'Remove the list above it', edit: ['<ul>\n<li><a>Print</a></li>\n<li><a>Mail</a></li>\n</ul>\n', ''] },
          { say: 'Split it into two lines', edit: ['</a> <a>Contact', '</a>\n<a>Contact'] },
        ],
        choice: { keeps: 'Imprint' },
        hint: 'Smoothing raises lines near long lines. Which edit moves the last line near a long line?',
      },
    },
  },
}

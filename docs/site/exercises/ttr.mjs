/** TTR. Answers are not here: each is what the extractor gives, see scripts/docs-exercises.mjs. */
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
        ask: 'How many characters outside of tags does line 6, the heading, have?',
        number: { measure: 'x', at: 'line 6' },
        hint: 'Leave out all between < and >, and count the remaining characters, with the spaces between words.',
        slips: { 'You left out the spaces between words.': (read) => read('x', 'line 6') - 3 },
      },
      tags: {
        show: ['x'],
        unit: 'tags',
        ask: 'How many tags does line 9 have?',
        number: { measure: 'y', at: 'line 9' },
        hint: 'Opening and closing tags count one each.',
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
        ask: 'Compute the smoothed ratio of line 8 with the radius that is set.',
        set: { radius: 1 },
        number: { measure: 'smoothed', at: 'line 8' },
        hint: 'The mean of the line and its neighbours, as many to each side as the radius says.',
        slips: {
          'That is the ratio before smoothing.': (read) => read('ratio', 'line 8'),
          'You left out the line itself.': (read) => (read('ratio', 'line 7') + read('ratio', 'line 9')) / 2,
          'You added up; the mean divides by the number of lines.': (read) => 3 * read('smoothed', 'line 8'),
        },
      },
      'smoothed-peak': {
        set: { radius: 1 },
        show: ['ratio'],
        ask: 'Which line has the highest ratio after smoothing?',
        node: { most: 'smoothed' },
        hint: 'A line stands high when its neighbours do.',
      },
    },
    Predict: {
      border: {
        set: { cluster: 'threshold' },
        show: ['smoothed'],
        unit: 'characters per tag',
        ask: 'From which smoothed ratio on is a line content? The threshold is c standard deviations, and c is one.',
        number: { value: 'threshold' },
        hint: 'The standard deviation of the column: the root of the mean of the squared distances from the mean.',
        slips: {
          'That is the variance; take its square root.': (read) => read('threshold') ** 2,
          'You divided by one line less: here the sum of squares is divided by the number of lines.': (read) =>
            read('threshold') * Math.sqrt(read('lines') / (read('lines') - 1)),
        },
      },
      radius: {
        ask: 'With which radius do the links below the story begin to come in?',
        options: [{ set: { radius: 1 } }, { set: { radius: 2 } }, { set: { radius: 3 } }],
        choice: { keeps: 'Print' },
        hint: 'Count the lines from the last long one to the first link: the mean of a window that has no long line is low.',
      },
    },
    'Break it': {
      bury: {
        set: { radius: 0 },
        ask: 'Without smoothing: by which edit is the sentence about the crew lost?',
        options: [
          {},
          {
            say: 'Put half of its words in formatting tags',
            edit: [
              STORY,
              '<p><b>Its</b> <b>crew</b> <b>painted</b> <b>it</b> <b>green</b>, <i>as</i> <i>it</i> <i>had</i> <i>been</i> when it was new.</p>',
            ],
          },
          { say: 'Put it in a div', edit: [STORY, STORY.replaceAll('p>', 'div>')] },
        ],
        choice: { loses: 'painted' },
        hint: 'Each tag on the line divides its text. Which edit adds tags?',
      },
      join: {
        ask: 'By which edit does the imprint come in?',
        options: [
          {},
          { say: 'Remove the list above it', edit: ['<ul>\n<li><a>Print</a></li>\n<li><a>Mail</a></li>\n</ul>\n', ''] },
          { say: 'Make it two lines', edit: ['</a> <a>Contact', '</a>\n<a>Contact'] },
        ],
        choice: { keeps: 'Imprint' },
        hint: 'Smoothing raises lines near long lines. Which edit moves the last line near a long line?',
      },
    },
  },
}

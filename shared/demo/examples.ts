/** Small pages for the editable stage, as HTML: examples of the papers, and our examples. */
type Example = Readonly<Record<'id' | 'title' | 'source' | 'html', string>>

export const EXAMPLES: readonly Example[] = [
  {
    id: 'cetd-2',
    title: 'CETD, Example 2: the numbers',
    source: 'Sun, Song, Liao 2011, §3.2, without indentation and dots. Spaces between words count.',
    html: `<body>
<div class="main">
<div class="article">
<div class="articleHeadline">South Korea to Hold Artillery Drills on Island</div>
<div class="articleBody">The announcement came as <a>Bill Richardson</a></div>
</div>
</div>
</body>
`,
  },
  {
    id: 'cetd-1',
    title: 'CETD, Example 1: the segment',
    source:
      'Sun, Song, Liao 2011, §3.1, from the article of their Figure 1. Here the dots count as text: the densities are 23.5, 31.33, 46 and 48. Without the dots they are 21.25, 28.33, 46 and 39, as in the paper.',
    html: `<div class="main">
  <div class="article">
    <div class="articleHeadline">
      South Korea to Hold Artillery Drills on Island</div>
    <div class="articleBody">
      ...The announcement came as...
      <a>Bill Richardson</a>...
    </div></div></div>
`,
  },
  {
    id: 'link-table',
    title: 'A list of links and a link in a text',
    source:
      'For ContentEx (Song et al. 2009), Fig. 3: a menu (the scores fall from item to list, 2/3 and 2/5, and rise again), a link inside a sentence, a table.',
    html: `<body>
<div class="menu">
  <ul>
    <li>Go to <a href="/">Home</a></li>
    <li><a href="/news">News</a></li>
    <li><a href="/sport">Sport</a></li>
  </ul>
  <p>Fresh from the coast</p>
</div>
<div>
  <p>The mill stood still for forty years, until <a href="/people">eleven volunteers</a> took its wheel apart and carried it home piece by piece.</p>
  <p>On Saturday the tide turned it again, slowly at first, and the whole village had come to look.</p>
</div>
<table>
  <tr><td><a href="/a">Tide tables</a></td><td><a href="/b">Weather</a></td></tr>
  <tr><td><a href="/c">Ferries</a></td><td><a href="/d">Imprint</a></td></tr>
</table>
</body>
`,
  },
  {
    id: 'climb',
    title: 'A climb from a link to a whole column',
    source:
      'For ContentEx (Song et al. 2009), Fig. 3: the score falls from the item to the list, the menu and the column around it (2/3, 2/5, 2/9, 2/15), and rises at the page.',
    html: `<body>
<div class="page">
<div class="column">
  <div class="menu">
    <ul class="main">
      <li>Go to <a href="/">Home</a></li>
      <li><a href="/news">News</a></li>
      <li><a href="/sport">Sport</a></li>
    </ul>
    <ul>
      <li><a href="/coast">Coast</a></li>
      <li><a href="/schools">Schools</a></li>
      <li><a href="/letters">Letters</a></li>
      <li><a href="/archive">Archive</a></li>
    </ul>
  </div>
  <ul>
    <li><a href="/a">Ferry timetable</a></li>
    <li><a href="/b">Night closures</a></li>
    <li><a href="/c">Oyster beds</a></li>
    <li><a href="/d">Road works</a></li>
    <li><a href="/e">Tide tables</a></li>
    <li><a href="/f">The regatta</a></li>
  </ul>
</div>
<div class="story">
  <h1>The mill turns again</h1>
  <p>The mill stood still for forty years, until <a href="/people">eleven volunteers</a> took its wheel apart and carried it home piece by piece.</p>
  <p>On Saturday the tide turned it again, slowly at first, and the whole village had come to look.</p>
</div>
</div>
</body>
`,
  },
  {
    id: 'gap',
    title: 'A report, a gap, and longer comments',
    source:
      'For CUTER (Adam et al. 2009), §IV: two groups of neighbouring nodes. The first group is the article, although the second group is longer.',
    html: `<body>
<div class="report">
  <h1>The mill turns again</h1>
  <p>The mill stood still for forty years, until eleven volunteers took its wheel apart and carried it home piece by piece.</p>
  <p>On Saturday the tide turned it again, slowly at first, and the whole village had come to look.</p>
</div>
<ul class="tools">
  <li><a href="/print">Print</a></li>
  <li><a href="/mail">Mail</a></li>
  <li><a href="/share">Share</a></li>
  <li><a href="/mills">Mills</a></li>
  <li><a href="/tides">Tides</a></li>
  <li><a href="/village">Village</a></li>
  <li><a href="/saturday">Saturday</a></li>
</ul>
<div class="comments">
  <p>My grandfather was the last miller there, and he always said that the wheel would turn again one day.</p>
  <p>We came by boat and saw it from the water, with the lanterns lit and the whole quay full of people.</p>
  <p>Does anybody know whether they will grind flour for sale, or is it only for show in the summer?</p>
</div>
</body>
`,
  },
]

export const exampleById = (id: string | undefined): Example | undefined => EXAMPLES.find((example) => example.id === id)

export const isExample = (html: string): boolean => EXAMPLES.some((example) => example.html === html)

export const exampleTitle = (html: string): string => EXAMPLES.find((example) => example.html === html)?.title ?? 'Custom example'

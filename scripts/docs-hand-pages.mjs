// Small example pages of the sections “By hand”.
import { exampleById } from '../shared/demo/examples'

const html = (body) => `<!doctype html>\n<title>By hand</title>\n<body>\n${body.trim()}\n</body>\n`

export const HAND_PAGES = {
  cetd: exampleById('cetd-2').html,
  ttr: `<div class="menu"><a>Home</a> <a>News</a> <a>Sport</a> <a>Coast</a></div>
<h1>The mill turns</h1>
<p>The mill stood still for forty years, until eleven volunteers took its wheel apart.</p>
<p>On Saturday the tide turned it again, slowly at first, and the whole village looked.</p>
<p>Nobody said <em>a word</em>.</p>
<p>Then the miller’s granddaughter opened the sluice, and the wheel began to turn.</p>
<ul>
<li><a>Print</a></li>
<li><a>Mail</a></li>
</ul><div class="foot"><a>Imprint</a> <a>Contact</a></div>
`,
  cuter: html(`
<p>The mill stood still for forty years, until eleven volunteers took its wheel apart.</p>
<p>On Saturday the tide turned it again, <a href="/tide">slowly</a> at first.</p>
<ul>
<li><a href="/print">Print</a></li>
<li><a href="/mail">Mail</a></li>
</ul>
<p>My grandfather was the last miller, and he said that it would turn again.</p>
<p>Ours too.</p>
<p>We came by boat and saw it from the water, with the whole quay full of people.</p>`),
  contentex: html(`
<div class="column">
<ul>
<li>Go to <a href="/">Home</a></li>
<li><a href="/news">News</a></li>
<li><a href="/sport">Sport</a></li>
</ul>
</div>
<p>The mill stood still until <a href="/people">eleven volunteers</a> took its wheel apart.</p>
<p>May 17, 2009</p>`),
  textsweeper: html(`
<ul>
<li><a href="/">Home</a></li>
<li><a href="/news">News</a></li>
</ul>
<div class="story">
<h1>The mill turns again</h1>
<p>The mill stood still for forty years, until eleven volunteers took its wheel apart.</p>
<p>On Saturday the tide turned it again, slowly at first, and the whole village looked.</p>
</div>`),
  baselines: html(`
<ul>
<li><a href="/">Home</a></li>
</ul>
<p>The mill stood still for forty years, until eleven volunteers took its wheel apart.</p>
<p><img src="wheel.jpg" alt=""> The wheel.</p>
<p>On Saturday the tide turned it again, slowly at first.</p>
<div><a href="/imprint">Imprint</a></div>`),
  lens: html(`
<nav><ul>
<li><a href="/">Home</a></li>
<li><a href="/news">News</a></li>
</ul></nav>
<main>
<h1>The mill turns again</h1>
<p>The mill stood still for forty years, until eleven volunteers took its wheel apart.</p>
<p>On Saturday the tide turned it again, slowly at first, and the whole village looked.</p>
</main>
<footer>All rights reserved.</footer>`),
  readability: html(`
<div class="sidebar"><p>Subscribe to the paper, and never miss a story.</p></div>
<div class="story">
<p>The mill stood still for forty years, until eleven volunteers took its wheel apart, cleaned it, and put it back.</p>
<p>On Saturday the tide turned it again, slowly at first, and the whole village looked.</p>
<div>More stories <a href="/archive">from the archive of the mill</a></div>
</div>
<p>Nobody was hurt.</p>`),
}

HAND_PAGES.cetr = HAND_PAGES.ttr

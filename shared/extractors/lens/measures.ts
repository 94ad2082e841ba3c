/** The measures of lens: numbers read off every block. */
import { attribute, type PageModel } from '../../page/page-model'
import { compositeTextDensity, textDensity, textRunDensity } from '../cetd/measures'
import { densitySums, textRuns } from '../cetd/density-sum'
import { category, measure, perBlock, type BlockContext, type BlockMeasure, type MeasureGroup } from './block-context'
import { MARKS, NearestMark, NOWHERE } from './marks'
import { PairNumbers } from './pair-numbers'
import { sayings } from './sayings'
import { tagPaths } from './tag-paths'

const MARK_GROUPS: readonly MeasureGroup[] = MARKS.map((spec) =>
  perBlock(
    [
      measure(
        spec.id,
        spec.label,
        'levels up',
        `Elements to climb from the block to the nearest one with the mark; ${NOWHERE} where there is none.`,
      ),
    ],
    (context) => {
      const levels = context.levels(spec.id)
      return (b, put) => put(0, levels[context.tree.parent[context.blocks.texts[context.blocks.first[b]]]])
    },
  ),
)

/** Outside the page's landmark where it has one: 0 the page has none, 1 inside, 2 outside. */
function landmark(id: string, mark: string, label: string): MeasureGroup {
  return perBlock(
    [
      measure(
        id,
        label,
        'none, inside, outside',
        `0: the page has no such element; 1: the block stands in one; 2: the page has one, and the block stands outside.`,
      ),
    ],
    (context) => {
      const levels = context.levels(mark)
      const bit = MARKS.findIndex((spec) => spec.id === mark)
      const present = context.marks.present[bit] === 1
      return (b, put) => put(0, !present ? 0 : levels[context.blocks.element[b]] < NOWHERE ? 1 : 2)
    },
  )
}

const size = perBlock(
  [
    measure('words', 'words', 'words', 'Words of the block.'),
    measure('link-share', 'link share', '', 'Characters inside links by characters.'),
    measure('word-length', 'word length', 'characters', 'Characters by words.'),
    measure('place', 'place in the page', '', 'Share of the page’s words that stand before the block.'),
    measure('words-before', 'words before', 'words', 'Words of the page before the block.'),
    measure('words-after', 'words after', 'words', 'Words of the page after the block.'),
    measure('depth', 'depth', 'elements', 'Elements from body down to the block’s element.'),
    measure('block-place', 'place among the blocks', '', 'Share of the page’s blocks before this one.'),
  ],
  ({ blocks, tree }) => {
    const { words, characters, linkCharacters, count } = blocks
    const all = words.reduce((sum, n) => sum + n, 0)
    const depth = new Int32Array(tree.size)
    for (let e = 1; e < tree.size; e++) depth[e] = depth[tree.parent[e]] + 1
    let before = 0
    return (b, put) => {
      put(0, words[b])
      put(1, linkCharacters[b] / characters[b])
      put(2, characters[b] / Math.max(1, words[b]))
      put(3, all === 0 ? 0 : before / all)
      put(4, before)
      put(5, all - before - words[b])
      put(6, depth[blocks.element[b]])
      put(7, b / count)
      before += words[b]
    }
  },
)

const density = perBlock(
  [
    measure('text-density', 'text density', 'characters a tag', 'Text density of the block’s element (CETD, Def. 1).'),
    measure('parent-density', 'parent’s text density', 'characters a tag', 'Text density of the parent of the block’s element.'),
    measure('grandparent-density', 'grandparent’s text density', 'characters a tag', 'Text density two levels up.'),
    measure('composite-density', 'composite text density', '', 'Composite text density of the block’s element (CETD, Def. 2).'),
    measure('parent-link-share', 'parent’s link share', '', 'Characters inside links by characters, in the parent of the block’s element.'),
    measure('grandparent-link-share', 'grandparent’s link share', '', 'The same two levels up.'),
    measure('great-link-share', 'link share three levels up', '', 'The same three levels up.'),
    measure(
      'density-sum-share',
      'DensitySum of the ancestors',
      '',
      'Largest composite DensitySum (CETD, Def. 3) among the block’s element and its ancestors below body, by the largest of the page.',
    ),
    measure('parent-share', 'parent’s share of the page', '', 'Characters of the parent by those of the page.'),
    measure('grandparent-share', 'grandparent’s share of the page', '', 'Characters two levels up by those of the page.'),
    measure('great-density', 'text density three levels up', 'characters a tag', 'Text density three levels up.'),
    measure('parent-characters', 'parent’s characters', 'characters', 'Characters of the parent of the block’s element.'),
    measure(
      'path-density',
      'least density of the path',
      'characters a tag',
      'Smallest text density on the way from the block’s element to body.',
    ),
  ],
  (context) => {
    const { tree, blocks, counts } = context
    const { C, T, LC, LT } = counts
    const n = tree.size
    const r = n === 0 || C[0] === 0 ? 0 : LC[0] / C[0]
    const composite = new Float64Array(n)
    const td = new Float64Array(n)
    for (let e = 0; e < n; e++) {
      if (tree.isText[e] === 1) continue
      td[e] = textDensity(C[e], T[e])
      composite[e] = compositeTextDensity(C[e], T[e], LC[e], LT[e], r, 'authors')
    }
    const sums = densitySums(tree, composite, counts.inLink, textRuns(tree, C), 'with-text-runs', (L) => textRunDensity(L, r))
    let most = 0
    for (let e = 1; e < n; e++) if (tree.isText[e] === 0 && sums[e] > most) most = sums[e]
    const best = new Float64Array(n)
    const least = new Float64Array(n)
    if (n > 0) least[0] = td[0]
    for (let e = 1; e < n; e++) {
      if (tree.isText[e] === 1) continue
      best[e] = Math.max(best[tree.parent[e]], sums[e])
      least[e] = Math.min(least[tree.parent[e]], td[e])
    }
    const up = (e: number): number => (e > 0 ? tree.parent[e] : 0)
    const share = (e: number): number => (C[e] === 0 ? 0 : LC[e] / C[e])
    return (b, put) => {
      const e = blocks.element[b]
      const p = up(e)
      const g = up(p)
      const gg = up(g)
      put(0, td[e])
      put(1, td[p])
      put(2, td[g])
      put(3, composite[e])
      put(4, share(p))
      put(5, share(g))
      put(6, share(gg))
      put(7, most === 0 ? 0 : best[e] / most)
      put(8, C[p] / Math.max(1, C[0]))
      put(9, C[g] / Math.max(1, C[0]))
      put(10, td[gg])
      put(11, C[p])
      put(12, least[e])
    }
  },
)

const readable = perBlock(
  [
    measure(
      'readable-inside',
      'inside the best container',
      '',
      'Whether the block stands in the container that collects most from its paragraphs (after Readability: a point a paragraph, one a comma, one each 100 characters up to 3; whole to the parent, half to the grandparent, a third above; times one less the link share).',
    ),
    measure('readable-share', 'best container of the block', '', 'Score of the best container around the block by the best of the page.'),
    measure(
      'readable-levels',
      'levels to the best container',
      'levels up',
      `Elements to climb to the page’s best container; ${NOWHERE} outside.`,
    ),
    measure(
      'readable-outside',
      'beside the best container',
      'levels up',
      'Elements to climb from the block to the first ancestor that also holds the best container.',
    ),
  ],
  (context) => {
    const { tree, blocks, texts, counts } = context
    const score = new Float64Array(tree.size)
    for (let b = 0; b < blocks.count; b++) {
      const text = texts[b]
      if (text.length < 25 || blocks.linkCharacters[b] > blocks.characters[b] / 2) continue
      let points = 1 + Math.min(3, Math.floor(text.length / 100))
      for (let i = 0; i < text.length; i++) {
        const c = text.charCodeAt(i)
        if (c === 44 || c === 0x3001 || c === 0xff0c || c === 0x60c) points++
      }
      let e = blocks.element[b]
      for (const part of [1, 0.5, 1 / 3, 0.25]) {
        if (e <= 0) break
        e = tree.parent[e]
        score[e] += points * part
      }
    }
    let winner = 0
    for (let e = 0; e < tree.size; e++) {
      if (tree.isText[e] === 1 || score[e] === 0) continue
      score[e] *= counts.C[e] === 0 ? 0 : 1 - counts.LC[e] / counts.C[e]
      if (score[e] > score[winner]) winner = e
    }
    const best = new Float64Array(tree.size)
    const levels = new Uint8Array(tree.size).fill(NOWHERE)
    const beside = new Uint8Array(tree.size)
    const end = tree.end[winner] ?? 0
    for (let e = 0; e < tree.size; e++) {
      if (tree.isText[e] === 1) continue
      const p = e === 0 ? 0 : tree.parent[e]
      best[e] = Math.max(e === 0 ? 0 : best[p], score[e])
      levels[e] = e === winner ? 0 : e === 0 ? NOWHERE : Math.min(NOWHERE, levels[p] + 1)
      beside[e] = e <= winner && tree.end[e] >= end ? 0 : Math.min(NOWHERE, beside[p] + 1)
    }
    const top = score[winner]
    return (b, put) => {
      const e = blocks.element[b]
      put(0, levels[e] < NOWHERE ? 1 : 0)
      put(1, top === 0 ? 0 : best[e] / top)
      put(2, levels[e])
      put(3, levels[e] < NOWHERE ? 0 : beside[e])
    }
  },
)

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

const headings = perBlock(
  [
    category('h1-side', 'before or after the h1', '0: the page has no h1; 1: before the first; 2: it; 3: after it.'),
    measure('since-h1', 'words since the h1', 'words', 'Words between the first h1 and the block; −1 before it or without one.'),
    measure('since-heading', 'words since the last heading', 'words', 'Words since the last heading; −1 where there was none.'),
    measure('heading-level', 'level of the last heading', '', 'Level of the last heading, 0 before the first.'),
    measure('is-heading', 'is a heading', '', 'Level of the heading that the block is, 0 for others.'),
    measure('until-heading', 'words until the next heading', 'words', 'Words from the block to the next heading; −1 where none follows.'),
    measure('headings-before', 'headings before', 'headings', 'Number of headings before the block.'),
    measure(
      'since-paragraph',
      'words since the last long block',
      'words',
      'Words since the last block of 20 words and more with little link text; −1 where there was none.',
    ),
    measure('until-paragraph', 'words until the next long block', 'words', 'Words until the next such block; −1 where none follows.'),
  ],
  ({ page, tree, blocks }) => {
    const level = new Uint8Array(tree.size)
    const byTag = page.tagNames.map((name) => HEADINGS.indexOf(name) + 1)
    for (let e = 1; e < tree.size; e++)
      level[e] = tree.isText[e] === 1 ? level[tree.parent[e]] : byTag[page.tag[tree.node[e]]] || level[tree.parent[e]]
    const of = new Uint8Array(blocks.count)
    for (let b = 0; b < blocks.count; b++) of[b] = level[blocks.element[b]]
    const h1 = of.indexOf(1)
    const until = new Float64Array(blocks.count)
    const untilLong = new Float64Array(blocks.count)
    const isLong = (b: number): boolean => blocks.words[b] >= 20 && blocks.linkCharacters[b] < 0.3 * blocks.characters[b]
    let ahead = -1
    let aheadLong = -1
    for (let b = blocks.count - 1; b >= 0; b--) {
      until[b] = ahead
      untilLong[b] = aheadLong
      if (of[b] > 0) {
        ahead = 0
      } else if (ahead >= 0) ahead += blocks.words[b]
      if (isLong(b)) aheadLong = 0
      else if (aheadLong >= 0) aheadLong += blocks.words[b]
    }
    let since = -1
    let sinceH1 = -1
    let sinceLong = -1
    let last = 0
    let before = 0
    return (b, put) => {
      put(0, h1 < 0 ? 0 : b < h1 ? 1 : b === h1 ? 2 : 3)
      put(1, sinceH1)
      put(2, since)
      put(3, last)
      put(4, of[b])
      put(5, until[b])
      put(6, before)
      put(7, sinceLong)
      put(8, untilLong[b])
      if (of[b] > 0) {
        since = 0
        last = of[b]
        before++
      } else if (since >= 0) since += blocks.words[b]
      if (b === h1) sinceH1 = 0
      else if (sinceH1 >= 0) sinceH1 += blocks.words[b]
      if (isLong(b)) sinceLong = 0
      else if (sinceLong >= 0) sinceLong += blocks.words[b]
    }
  },
)

const repeats = perBlock(
  [
    measure('repeats', 'repeats on the page', 'blocks', 'Blocks of the page with the same text, this one included.'),
    measure(
      'group-size',
      'size of the repeated group',
      'elements',
      'Elements alike (tag and first class, under one parent) in the largest such group around the block.',
    ),
    measure('group-share', 'share of the repeated group', '', 'Share of the page’s characters that stand in that group.'),
    measure('group-words', 'characters per repeated element', 'characters', 'Characters of the group by its elements.'),
    measure('group-link-share', 'link share of the repeated group', '', 'Characters inside links by characters, in the group.'),
    measure('siblings', 'like siblings', 'elements', 'Siblings of the block’s element with the same tag and first class, it included.'),
    measure('sibling-words', 'characters per like sibling', 'characters', 'Their mean characters.'),
    measure('sibling-link-share', 'link share of like siblings', '', 'Their characters inside links by characters.'),
    measure(
      'group-levels',
      'levels to the repeated group',
      'levels up',
      `Elements to climb to the group’s element; ${NOWHERE} where there is no group.`,
    ),
  ],
  (context) => {
    const { tree, blocks, texts, counts } = context
    const times = new Map<string, number>()
    for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1)
    // Groups: element children of one parent with the same tag and first class.
    const group = new Int32Array(tree.size).fill(-1)
    const members: number[] = []
    const chars: number[] = []
    const links: number[] = []
    const { names } = context
    const groups = new PairNumbers(tree.size)
    for (let e = 1; e < tree.size; e++) {
      if (tree.isText[e] === 1 || counts.C[e] === 0) continue
      const g = groups.of(tree.parent[e], names[e])
      if (g === members.length) {
        members.push(0)
        chars.push(0)
        links.push(0)
      }
      group[e] = g
      members[g]++
      chars[g] += counts.C[e]
      links[g] += counts.LC[e]
    }
    // The largest group among an element and its ancestors, by characters of its members, of 3 members and more.
    const around = new Int32Array(tree.size).fill(-1)
    const levels = new Uint8Array(tree.size).fill(NOWHERE)
    for (let e = 1; e < tree.size; e++) {
      if (tree.isText[e] === 1) continue
      const p = tree.parent[e]
      const g = group[e]
      const better = g >= 0 && members[g] >= 3 && (around[p] < 0 || members[g] >= members[around[p]])
      around[e] = better ? g : around[p]
      levels[e] = better ? 0 : Math.min(NOWHERE, levels[p] + 1)
    }
    const all = Math.max(1, counts.C[0])
    return (b, put) => {
      const e = blocks.element[b]
      const g = around[e]
      put(0, times.get(texts[b]) ?? 1)
      put(1, g < 0 ? 0 : members[g])
      put(2, g < 0 ? 0 : chars[g] / all)
      put(3, g < 0 ? -1 : chars[g] / members[g])
      put(4, g < 0 ? -1 : links[g] / Math.max(1, chars[g]))
      const s = group[e]
      put(5, s < 0 ? 0 : members[s])
      put(6, s < 0 ? -1 : chars[s] / members[s])
      put(7, s < 0 ? -1 : links[s] / Math.max(1, chars[s]))
      put(8, levels[e])
    }
  },
)

const around = perBlock(
  [
    measure('previous-words', 'words of the previous block', 'words', 'Words of the block before; −1 for the first.'),
    measure('next-words', 'words of the next block', 'words', 'Words of the block after; −1 for the last.'),
    measure('previous-link-share', 'link share of the previous block', '', 'Link share of the block before; −1 for the first.'),
    measure('next-link-share', 'link share of the next block', '', 'Link share of the block after; −1 for the last.'),
    measure('near-words', 'words near', 'words', 'Mean words of the three blocks on either side.'),
    measure('near-link-share', 'link share near', '', 'Link share of the three blocks on either side together.'),
    measure('wide-words', 'words around', 'words', 'Mean words of the ten blocks on either side.'),
    measure('wide-link-share', 'link share around', '', 'Link share of the ten blocks on either side together.'),
    measure('same-previous', 'previous block beside it', '', 'Whether the block before has the same parent.'),
    measure('same-next', 'next block beside it', '', 'Whether the block after has the same parent.'),
    measure('longest-near', 'longest block near', 'words', 'Words of the longest block among five on either side.'),
  ],
  ({ tree, blocks }) => {
    const { words, characters, linkCharacters, count, element } = blocks
    const sum = (values: Int32Array): Float64Array => {
      const prefix = new Float64Array(count + 1)
      for (let b = 0; b < count; b++) prefix[b + 1] = prefix[b] + values[b]
      return prefix
    }
    const w = sum(words)
    const c = sum(characters)
    const l = sum(linkCharacters)
    const share = (b: number): number => linkCharacters[b] / characters[b]
    const beside = (a: number, b: number): number =>
      element[a] === element[b] || tree.parent[element[a]] === tree.parent[element[b]] ? 1 : 0
    return (b, put) => {
      put(0, b > 0 ? words[b - 1] : -1)
      put(1, b + 1 < count ? words[b + 1] : -1)
      put(2, b > 0 ? share(b - 1) : -1)
      put(3, b + 1 < count ? share(b + 1) : -1)
      for (const [index, radius] of [
        [4, 3],
        [6, 10],
      ]) {
        const from = Math.max(0, b - radius)
        const to = Math.min(count, b + radius + 1)
        put(index, (w[to] - w[from]) / (to - from))
        put(index + 1, (l[to] - l[from]) / (c[to] - c[from]))
      }
      put(8, b > 0 ? beside(b, b - 1) : 0)
      put(9, b + 1 < count ? beside(b, b + 1) : 0)
      let longest = 0
      for (let k = Math.max(0, b - 5); k < Math.min(count, b + 6); k++) longest = Math.max(longest, words[k])
      put(10, longest)
    }
  },
)

const PHRASES: readonly (readonly [id: string, label: string, pattern: RegExp])[] = [
  ['cookie', 'speaks of cookies', /\bcookies?\b|\bgdpr\b|\bconsent\b/i],
  ['copyright', 'speaks of rights', /©|\(c\)\s*\d{4}|copyright|all rights reserved/i],
  [
    'share',
    'asks to share or follow',
    /\bshare (?:this|on|via|article)\b|^share\b|\bfollow us\b|\btweet\b|\bfacebook\b|\btwitter\b|\blinkedin\b|\bpinterest\b|\bwhatsapp\b/i,
  ],
  ['subscribe', 'asks to subscribe', /\bsubscribe\b|\bnewsletter\b|\bsign up\b|\bsign-up\b|\bmailing list\b/i],
  ['login', 'speaks of logging in', /\blog ?in\b|\bsign ?in\b|\bregister\b|\bmy account\b|\bpassword\b/i],
  [
    'more',
    'leads on',
    /\bread more\b|\blearn more\b|\bsee more\b|\bview (?:all|more)\b|\bshow more\b|\bload more\b|\bsee all\b|\bcontinue reading\b/i,
  ],
  [
    'comments',
    'counts comments or replies',
    /\b\d+ (?:comments?|replies|views|likes|answers|reviews)\b|\bleave a (?:comment|reply)\b|\bno comments\b|\badd a comment\b/i,
  ],
  [
    'posted',
    'says who or when',
    /^(?:by|posted|published|written|updated|last (?:updated|modified))\b|\bmin(?:ute)?s? read\b|\b(?:minutes?|hours?|days?|weeks?|months?|years?) ago\b/i,
  ],
  [
    'date',
    'holds a date',
    /\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}(?:,|st|nd|rd|th)?|\b\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\b(?:19|20)\d\d-\d\d-\d\d\b/i,
  ],
  ['price', 'holds a price', /[$€£¥₹]\s?\d|\b\d+(?:[.,]\d+)?\s?(?:€|£|usd|eur|kr|zł)\b/i],
  [
    'related',
    'announces other pages',
    /\brelated\b|\byou (?:may|might) also\b|\brecommended\b|\bmost (?:read|popular)\b|\bpopular\b|\btrending\b|\bmore from\b|\bmore (?:in|on|stories|articles)\b|\bup next\b|\brecent(?:ly)? (?:posts|viewed)\b|\bcustomers (?:also|who)\b/i,
  ],
  [
    'terms',
    'names legal pages',
    /\bterms (?:of|and|&)|\bprivacy policy\b|\bdisclaimer\b|\bimprint\b|\baccessibility\b|\bcontact us\b|\babout us\b|\bsitemap\b|\bcareers\b/i,
  ],
  ['skip', 'leads to a part', /^skip to\b|\bback to top\b|\bjump to\b|\btable of contents\b|\bon this page\b/i],
  ['ad', 'announces advertising', /^advert(?:isement|ising)?\b|\bsponsored\b|\bpromoted\b|\baffiliate\b/i],
  [
    'cart',
    'sells',
    /\badd to (?:cart|bag|basket|wish ?list)\b|\bbuy now\b|\bcheckout\b|\bin stock\b|\bout of stock\b|\bfree shipping\b|\bshop now\b|\bqty\b|\bquantity\b/i,
  ],
  ['you', 'speaks to the reader', /\b(?:you|your|we|our|us)\b/i],
  [
    'function',
    'has words of sentences',
    /\b(?:the|of|and|to|in|is|that|for|was|with|der|die|das|und|les?|des?|et|los|las|el|que|och|att)\b.*\b(?:the|of|and|to|in|is|that|for|was|with|der|die|das|und|les?|des?|et|los|las|el|que|och|att)\b/i,
  ],
  [
    'menu',
    'is a word of menus',
    /^(?:home|menu|search|contact|about|news|blog|help|faq|support|login|shop|products|services|next|previous|prev|close|open|print|email|back|top|reply|report|quote|edit|like|save|submit|cancel|ok|yes|no|filter|sort by|language|english|download)\W*$/i,
  ],
  ['javascript', 'asks for scripts', /\bjavascript\b|\byour browser\b|\benable\b/i],
  ['loading', 'is a placeholder', /^loading\b|\bplease wait\b|\bno results\b|\bsorry\b|\berror\b/i],
]

/** Phrases that content has, too. */
const NEUTRAL: ReadonlySet<string> = new Set(['date', 'price', 'you', 'function'])

const wording = perBlock(
  [
    measure('commas', 'commas', 'a word', 'Commas by words.'),
    measure('stops', 'sentence ends', 'a word', 'Full stops, question and exclamation marks by words.'),
    measure('digits', 'digits', '', 'Digits by characters.'),
    measure('capitals', 'capital letters', '', 'Capital letters by characters.'),
    category('ends-as', 'last character', '0: a letter or digit; 1: . ! ? or their like; 2: a colon; 3: an ellipsis; 4: another.'),
    category('starts-as', 'first character', '0: a capital letter; 1: a small letter; 2: a digit; 3: another.'),
    measure('symbols', 'symbols', '', 'Characters that are neither letters, digits, spaces nor marks of sentences, by characters.'),
    measure('sentences', 'sentence ends in all', '', 'Full stops, question and exclamation marks.'),
  ],
  ({ texts, blocks }) => {
    return (b, put) => {
      const text = texts[b]
      const words = Math.max(1, blocks.words[b])
      let commas = 0
      let stops = 0
      let digits = 0
      let capitals = 0
      let symbols = 0
      for (let i = 0; i < text.length; i++) {
        const c = text.charCodeAt(i)
        if (c === 44 || c === 0x3001 || c === 0xff0c || c === 0x60c) commas++
        else if (c === 46 || c === 33 || c === 63 || c === 0x3002) stops++
        else if (c >= 48 && c <= 57) digits++
        else if (c >= 65 && c <= 90) capitals++
        else if (c < 128 && c > 32 && !(c >= 97 && c <= 122)) symbols++
      }
      const last = text.charCodeAt(text.length - 1)
      const first = text.charCodeAt(0)
      put(0, commas / words)
      put(1, stops / words)
      put(2, digits / text.length)
      put(3, capitals / text.length)
      put(
        4,
        last === 46 && text.endsWith('...')
          ? 3
          : last === 0x2026
            ? 3
            : last === 46 || last === 33 || last === 63 || last === 0x3002
              ? 1
              : last === 58 || last === 0xff1a
                ? 2
                : (last >= 48 && last <= 57) || (last >= 65 && last <= 90) || (last >= 97 && last <= 122) || last > 0x2f00
                  ? 0
                  : 4,
      )
      put(5, first >= 65 && first <= 90 ? 0 : first >= 97 && first <= 122 ? 1 : first >= 48 && first <= 57 ? 2 : first > 0xbf ? 0 : 3)
      put(6, symbols / text.length)
      put(7, stops)
    }
  },
)

const phrases = perBlock(
  [
    measure(
      'phrases',
      'phrases of frames',
      'phrases',
      'How many of the lists of phrases that speak for a frame (cookies, rights, sharing, logging in, other pages, selling and their like) the text matches.',
    ),
    ...PHRASES.map(([id, label]) => measure(`says-${id}`, label, '', `Whether the text ${label}, by a list of phrases.`)),
  ],
  ({ texts }) =>
    (b, put) => {
      // Phrases are looked for in short blocks and at the beginning of long ones.
      const start = texts[b].length > 400 ? texts[b].slice(0, 400) : texts[b]
      let frames = 0
      for (let k = 0; k < PHRASES.length; k++) {
        const found = PHRASES[k][2].test(start) ? 1 : 0
        put(1 + k, found)
        if (!NEUTRAL.has(PHRASES[k][0])) frames += found
      }
      put(0, frames)
    },
)

/** Marks that speak against a block, and for it. */
const AGAINST =
  'role-navigation role-contentinfo role-complementary role-dialog role-search role-button class-nav class-footer class-sidebar class-comment class-related class-share class-ad class-cookie class-modal class-breadcrumb class-pagination class-login class-newsletter class-cart class-toc class-hidden class-filter class-legal class-language class-logo class-tag class-signature'.split(
    ' ',
  )
const FOR =
  'role-main role-article class-content class-article class-post class-body class-main class-text class-description class-thread class-doc item-articleBody'.split(
    ' ',
  )

const zones = perBlock(
  [
    measure(
      'against-levels',
      'nearest mark of a frame',
      'levels up',
      `Elements to climb to the nearest one whose tag, role, class or id speaks of navigation, footer, sidebar, comments, sharing, advertising, dialogs and their like; ${NOWHERE} where there is none.`,
    ),
    measure(
      'for-levels',
      'nearest mark of content',
      'levels up',
      `Elements to climb to the nearest one that speaks of main, article, content, post, text or description; ${NOWHERE} where there is none.`,
    ),
    measure(
      'zone',
      'nearer mark',
      'levels',
      'Levels to the nearest mark of a frame less those to the nearest mark of content, within ±20: negative where the frame is nearer.',
    ),
    category(
      'against-mark',
      'which mark of a frame',
      'The nearest mark of a frame, by its place in the list of marks; −1 where there is none.',
    ),
    category(
      'for-mark',
      'which mark of content',
      'The nearest mark of content, by its place in the list of marks; −1 where there is none.',
    ),
    measure('against-count', 'marks of a frame', '', 'Different marks of a frame on the way up.'),
    measure('for-count', 'marks of content', '', 'Different marks of content on the way up.'),
    category(
      'text-kind',
      'words and links',
      'Words of the block (1, to 4, to 9, to 19, to 49, more) three times, plus 0 without links, 1 with some, 2 where half or more of the text is links.',
    ),
    category(
      'tag-kind',
      'element and its length',
      'The block’s own element (see there) three times, plus 0 up to 5 words, 1 up to 19, 2 more.',
    ),
  ],
  (context) => {
    const { blocks, tree, page } = context
    const bad = new NearestMark(tree, context.marks, AGAINST)
    const good = new NearestMark(tree, context.marks, FOR)
    const kind = kindsOf(page)
    return (b, put) => {
      const e = tree.parent[blocks.texts[blocks.first[b]]]
      bad.look(e)
      good.look(e)
      put(0, bad.levels)
      put(1, good.levels)
      put(2, Math.max(-20, Math.min(20, bad.levels - good.levels)))
      put(3, bad.mark)
      put(4, good.mark)
      put(5, bad.count)
      put(6, good.count)
      const w = blocks.words[b]
      const links = blocks.linkCharacters[b] / blocks.characters[b]
      const size = w <= 1 ? 0 : w <= 4 ? 1 : w <= 9 ? 2 : w <= 19 ? 3 : w <= 49 ? 4 : 5
      put(7, size * 3 + (links === 0 ? 0 : links < 0.5 ? 1 : 2))
      put(8, kind[page.tag[tree.node[blocks.element[b]]]] * 3 + (w <= 5 ? 0 : w <= 19 ? 1 : 2))
    }
  },
)

const KINDS: Readonly<Record<string, number>> = {
  p: 1,
  li: 2,
  td: 3,
  th: 3,
  h1: 4,
  h2: 4,
  h3: 4,
  h4: 4,
  h5: 4,
  h6: 4,
  a: 5,
  button: 5,
  dt: 6,
  dd: 6,
  dl: 6,
  blockquote: 7,
  pre: 7,
  section: 8,
  article: 8,
  main: 8,
  label: 9,
  option: 9,
  legend: 9,
  select: 9,
  figcaption: 10,
  caption: 10,
  ul: 2,
  ol: 2,
  table: 3,
  tr: 3,
}

/** Kind of each tag of the page. */
function kindsOf(page: PageModel): number[] {
  return page.tagNames.map((name) => KINDS[name] ?? 0)
}

const inside = perBlock(
  [
    measure('only-link', 'is one link', '', 'Whether all of the text stands in a single link.'),
    measure('links', 'links', 'links', 'Links in the block.'),
    measure('starts-bold', 'begins in bold', '', 'Whether the first text stands in bold.'),
    measure('has-code', 'holds code', '', 'Whether some of the text stands in code.'),
    measure('text-nodes', 'text nodes', '', 'Text nodes of the block.'),
    category(
      'own-tag',
      'element of the block',
      '0: div and others; 1: p; 2: li; 3: cell; 4: heading; 5: link or button; 6: description list; 7: quotation or preformatted; 8: section, article, main; 9: label, option, legend; 10: caption.',
    ),
    category('parent-tag', 'element around the block', 'The same of the parent.'),
    measure('only-child', 'only text of its parent', '', 'Whether the parent of the block’s element has no other text.'),
    measure('first-child', 'first text of its parent', '', 'Whether no text of the parent stands before the block.'),
    measure('children', 'children of the parent', 'elements', 'Element children of the parent of the block’s element.'),
    measure('paragraphs', 'paragraphs beside it', 'elements', 'Children <p> of the parent of the block’s element.'),
    measure('paragraph-share', 'paragraphs of the parent', '', 'Share of the parent’s characters that stand in its children <p>.'),
    measure('hash-link', 'leads within the page', '', 'Whether its first link leads to a place of the same page.'),
    measure('away-link', 'leads to another site', '', 'Whether its first link leads to another host.'),
  ],
  ({ page, tree, blocks, counts }) => {
    const kind = kindsOf(page)
    const a = page.tagNames.indexOf('a')
    const bold = [page.tagNames.indexOf('b'), page.tagNames.indexOf('strong')]
    const code = [page.tagNames.indexOf('code'), page.tagNames.indexOf('pre'), page.tagNames.indexOf('kbd'), page.tagNames.indexOf('samp')]
    const p = page.tagNames.indexOf('p')
    const inBold = new Uint8Array(tree.size)
    const inCode = new Uint8Array(tree.size)
    const link = new Int32Array(tree.size).fill(-1)
    const children = new Int32Array(tree.size)
    const paragraphs = new Int32Array(tree.size)
    const paragraphChars = new Int32Array(tree.size)
    for (let e = 1; e < tree.size; e++) {
      const up = tree.parent[e]
      const t = tree.isText[e] === 1 ? -2 : page.tag[tree.node[e]]
      inBold[e] = bold.includes(t) ? 1 : inBold[up]
      inCode[e] = code.includes(t) ? 1 : inCode[up]
      link[e] = t === a ? e : link[up]
      if (t === -2) continue
      children[up]++
      if (t === p) {
        paragraphs[up]++
        paragraphChars[up] += counts.C[e]
      }
    }
    const host =
      page.url !== null
        ? (/^[a-z]+:\/\/([^/?#]+)/i
            .exec(page.url)?.[1]
            ?.toLowerCase()
            .replace(/^www\./, '') ?? null)
        : null
    return (b, put) => {
      const from = blocks.first[b]
      const to = blocks.first[b + 1]
      let links = 0
      let single = true
      let hasCode = 0
      let last = -2
      for (let k = from; k < to; k++) {
        const e = blocks.texts[k]
        if (link[e] !== last) {
          if (link[e] >= 0) links++
          if (last !== -2) single = false
          last = link[e]
        }
        if (inCode[e] === 1) hasCode = 1
      }
      const e = blocks.element[b]
      const up = e > 0 ? tree.parent[e] : 0
      const firstText = blocks.texts[from]
      put(0, single && last >= 0 ? 1 : 0)
      put(1, links)
      put(2, inBold[firstText])
      put(3, hasCode)
      put(4, to - from)
      put(5, kind[page.tag[tree.node[e]]])
      put(6, kind[page.tag[tree.node[up]]])
      put(7, counts.C[up] === blocks.characters[b] ? 1 : 0)
      put(8, b === 0 || blocks.texts[from - 1] <= up ? 1 : 0)
      put(9, children[up])
      put(10, paragraphs[up])
      put(11, counts.C[up] === 0 ? 0 : paragraphChars[up] / counts.C[up])
      const anchor = link[firstText]
      const href = anchor >= 0 ? (attribute(page, tree.node[anchor], 'href') ?? '') : ''
      put(12, href.startsWith('#') ? 1 : 0)
      const target = /^(?:https?:)?\/\/([^/?#]+)/i
        .exec(href)?.[1]
        ?.toLowerCase()
        .replace(/^www\./, '')
      put(13, target !== undefined && host !== null && target !== host ? 1 : 0)
    }
  },
)

const GROUPS: readonly MeasureGroup[] = [
  landmark('outside-main', 'role-main', 'outside the page’s main'),
  landmark('outside-article', 'role-article', 'outside the page’s article'),
  size,
  density,
  readable,
  headings,
  repeats,
  around,
  wording,
  phrases,
  inside,
  zones,
  tagPaths,
  sayings,
  ...MARK_GROUPS,
]

/** Every measure that lens knows, in the order of the full model's weights. */
export const BLOCK_MEASURES: readonly BlockMeasure[] = GROUPS.flatMap((group) => group.measures)

/**
 * Measures of all blocks.
 * @param wanted ids to compute; groups that hold none of them are left out
 * @returns one array a measure, one number a block
 */
export function measureBlocks(context: BlockContext, wanted: ReadonlySet<string>): Map<string, Float64Array> {
  const values = new Map<string, Float64Array>()
  for (const group of GROUPS) {
    if (!group.measures.some(({ id }) => wanted.has(id))) continue
    const columns = group.compute(context, wanted)
    for (const [i, { id }] of group.measures.entries()) if (wanted.has(id)) values.set(id, columns[i])
  }
  return values
}

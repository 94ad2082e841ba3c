import { attributeValue } from '../../page/attributes'
import type { ContentTree } from '../../page/content-tree'

/** How far up a mark may stand to count; farther is as good as nowhere. */
export const NOWHERE = 60
/** What that is called where levels are counted. */
export const NONE = { [NOWHERE]: 'none' }

/** What an element can be marked as, by its tag, role, class, id or microdata. Order is the order of the weights: append only. */
export interface MarkSpec {
  readonly id: string
  readonly label: string
  readonly tags?: readonly string[]
  readonly roles?: readonly string[]
  /** Words within class and id; `=word` matches only a whole word between separators. */
  readonly words?: readonly string[]
  readonly itemprops?: readonly string[]
}

const tag = (id: string, ...tags: readonly string[]): MarkSpec => ({
  id: `tag-${id}`,
  label: `inside ${tags.map((t) => `<${t}>`).join(', ')}`,
  tags,
})
const role = (id: string, roles: readonly string[], tags: readonly string[] = []): MarkSpec => ({
  id: `role-${id}`,
  label: `inside the landmark or role ${id}`,
  roles,
  tags,
})
const named = (id: string, ...words: readonly string[]): MarkSpec => ({
  id: `class-${id}`,
  label: `class or id of an ancestor says ${id}`,
  words,
})
const item = (id: string, ...itemprops: readonly string[]): MarkSpec => ({
  id: `item-${id}`,
  label: `microdata of an ancestor says ${id}`,
  itemprops,
})

export const MARKS: readonly MarkSpec[] = [
  role('main', ['main'], ['main']),
  role('article', ['article'], ['article']),
  role('navigation', ['navigation', 'menu', 'menubar'], ['nav']),
  role('banner', ['banner'], ['header']),
  role('contentinfo', ['contentinfo'], ['footer']),
  role('complementary', ['complementary'], ['aside']),
  role('search', ['search', 'searchbox'], ['search']),
  role('dialog', ['dialog', 'alertdialog', 'alert'], ['dialog']),
  role('button', ['button'], ['button']),
  role('list', ['list', 'listbox'], []),
  role('tab', ['tab', 'tablist']),
  role('tabpanel', ['tabpanel']),
  role('region', ['region']),
  role('presentation', ['presentation', 'none']),
  tag('p', 'p'),
  tag('li', 'li'),
  tag('ul', 'ul', 'menu'),
  tag('ol', 'ol'),
  tag('dl', 'dl'),
  tag('dt', 'dt'),
  tag('dd', 'dd'),
  tag('td', 'td'),
  tag('th', 'th'),
  tag('table', 'table'),
  tag('h1', 'h1'),
  tag('h2', 'h2'),
  tag('h3', 'h3'),
  tag('h4-6', 'h4', 'h5', 'h6'),
  tag('blockquote', 'blockquote', 'q'),
  tag('pre', 'pre', 'code'),
  tag('figure', 'figure'),
  tag('figcaption', 'figcaption', 'caption'),
  tag('section', 'section'),
  tag('a', 'a'),
  tag('label', 'label', 'legend', 'fieldset'),
  tag('select', 'select', 'option', 'optgroup', 'textarea'),
  tag('details', 'details', 'summary'),
  tag('address', 'address'),
  tag('span', 'span'),
  tag('time', 'time'),
  tag('strong', 'strong', 'b'),
  tag('iframe', 'iframe', 'noscript', 'object'),
  tag('custom', 'template-slot'),
  named('nav', '=nav', 'navbar', 'navig', 'menu', 'mainnav', 'subnav', 'topnav', 'dropdown'),
  named('footer', 'footer', '=foot', 'bottom', 'colophon'),
  named('header', 'header', '=head', 'masthead', 'topbar', '=top', 'toolbar'),
  named('sidebar', 'sidebar', 'side-bar', '=aside', '=rail', '=side', 'secondary', 'left-col', 'right-col'),
  named('comment', 'comment', 'disqus', 'discussion', 'respond'),
  named('reply', 'reply', 'replies', 'answer', 'message', 'messagebody'),
  named('content', 'content', '=contents'),
  named('article', 'article', '=story', '=entry'),
  named('post', '=post', 'posts', 'postbody', 'blog'),
  named('body', '=body', 'bodytext', 'articlebody', 'post-body', 'entry-content', 'article-content', 'post-content'),
  named('main', '=main', 'primary', 'maincontent'),
  named('text', '=text', 'richtext', 'rich-text', 'prose', 'wysiwyg', 'markdown', 'rte', 'paragraph', 'copy-block', '=copy'),
  named(
    'related',
    'related',
    'recommend',
    'similar',
    'more-',
    'also-',
    'popular',
    'trending',
    'upsell',
    'cross-sell',
    'crosssell',
    'read-next',
  ),
  named('share', 'share', 'sharing', 'social', 'facebook', 'twitter', 'follow'),
  named('ad', '=ad', '=ads', 'advert', 'sponsor', 'promo', 'adsense', 'banner', 'outbrain', 'taboola'),
  named('cookie', 'cookie', 'consent', 'gdpr', 'onetrust', 'privacy'),
  named('modal', 'modal', 'popup', 'overlay', 'lightbox', 'dialog', 'drawer', 'offcanvas', 'flyout', 'tooltip'),
  named('breadcrumb', 'breadcrumb', 'crumb'),
  named('pagination', 'paginat', 'pager', 'page-num', '=next', '=prev', 'previous', 'load-more'),
  named('author', 'author', 'byline', 'writer', '=bio', 'avatar', 'profile', 'user'),
  named('meta', '=meta', 'metadata', '=info', 'details-bar', 'post-info'),
  named('date', '=date', 'time', 'timestamp', 'published', 'updated'),
  named('tag', '=tag', '=tags', 'tagcloud', 'keyword', 'topics', 'label'),
  named('category', 'categor', 'taxonomy', 'department'),
  named('widget', 'widget', 'module', 'plugin'),
  named('search', 'search', 'autocomplete'),
  named('login', 'login', 'signin', 'sign-in', 'account', 'register', 'signup', 'sign-up', 'auth'),
  named('newsletter', 'newsletter', 'subscri', 'mailing', 'optin', 'email'),
  named('product', 'product', '=sku', 'pdp'),
  named('description', 'description', '=desc', 'summary', 'excerpt', 'overview', 'abstract', '=lead', 'intro', 'standfirst', 'dek'),
  named('specs', 'spec', 'attribute', 'feature', 'property', 'highlights'),
  named('price', 'price', 'cost', 'amount', 'discount', 'sale'),
  named('cart', 'cart', 'basket', 'checkout', 'add-to', 'wishlist', 'buy', 'shipping', 'delivery', 'stock', 'quantity'),
  named('review', 'review', 'rating', 'stars', 'testimonial', 'feedback'),
  named('carousel', 'carousel', 'slider', 'slick', 'swiper', 'slide', 'gallery', 'owl-'),
  named('card', 'card', 'tile', 'teaser', 'thumb'),
  named('item', '=item', 'items', 'result', 'listing'),
  named('list', '=list', 'lists'),
  named('grid', 'grid', 'columns', '=row', '=col'),
  named('hero', 'hero', 'jumbotron', 'splash', 'cover'),
  named('title', 'title', 'headline', 'heading', 'subtitle', 'subhead'),
  named('caption', 'caption', 'credit', 'figure', 'image', '=img', 'photo', 'media', 'picture'),
  named('button', 'button', '=btn', '=cta', 'call-to-action', 'action'),
  named('legal', 'copyright', 'legal', 'disclaimer', 'terms', 'license', 'imprint'),
  named('toc', '=toc', 'table-of-contents', 'tableofcontents', 'on-this-page', 'anchor', 'jump'),
  named('hidden', 'sr-only', 'visually-hidden', 'visuallyhidden', 'screen-reader', 'hidden', '=hide', 'skip', 'collapse'),
  named('tab', '=tab', '=tabs', 'accordion', 'toggle', 'panel', 'expand'),
  named('faq', '=faq', '=faqs', 'question', 'q-and-a', '=qa'),
  named('thread', 'thread', 'topic', 'forum', 'postlist', 'crawler-post', 'cooked'),
  named('signature', 'signature', '=sig', 'poster', 'member', 'userinfo', 'user-info', 'usertitle'),
  named('quote', 'quote', 'blockquote'),
  named('video', 'video', 'player', 'audio', 'podcast', 'embed'),
  named('map', '=map', 'location', 'address', 'contact', 'phone', 'office'),
  named('logo', 'logo', 'brand', 'site-title', 'site-name'),
  named('language', 'language', '=lang', 'locale', 'country', 'region-', 'currency'),
  named('filter', 'filter', '=sort', 'facet', 'refine', 'sorting', 'swatch', 'variant', 'option', 'select'),
  named('form', '=form', 'field', 'input', 'control'),
  named('section', 'section', 'block', 'component'),
  named('container', 'container', 'wrap', 'inner', 'layout', '=page', 'site'),
  named('notice', 'notice', 'alert', 'warning', 'notification', 'message-bar', 'announcement', 'sticky'),
  named('doc', '=doc', '=docs', 'document', 'api', 'reference', 'sphinx', 'rst-content', 'theme-doc'),
  named('code', 'code', 'highlight', 'snippet', 'prism', 'hljs', 'syntax'),
  named('event', 'event', 'schedule', 'calendar'),
  named('team', '=team', 'staff', 'people', 'partner', 'client', 'award'),
  named('stats', 'stats', 'statistic', 'count', 'view', 'vote', 'score', 'like'),
  named('edit', 'edit', '=print', 'report', 'flag', 'permalink'),
  item('articleBody', 'articlebody', 'text', 'description'),
  item('review', 'review', 'reviewbody', 'reviewrating', 'aggregaterating', 'comment'),
  item('offer', 'offers', 'price', 'brand', 'sku'),
  item('name', 'name', 'headline', 'author', 'datepublished'),
]

const WORDS = 4

/** Bit sets of marks, `WORDS` numbers each. */
function setOf(marks: readonly number[]): Int32Array {
  const set = new Int32Array(WORDS)
  for (const mark of marks) set[mark >> 5] |= 1 << (mark & 31)
  return set
}

/** A word that class and id attributes are searched for, by its characters' codes, and the marks that it gives. */
interface Word {
  readonly codes: Uint8Array
  readonly set: Int32Array
}

/** Words by their first letters, longest first, so that a word within another does not hide it. */
interface WordTable {
  /** For each `keyOf` the index into `lists`, where 0 is empty: most places of an attribute are passed by with one look. */
  readonly index: Uint16Array
  readonly lists: readonly (readonly Word[])[]
}

/** Letters that a key is made of; no stem is shorter, and no whole word shorter than two. */
const KEY = 3
const WHOLE_KEY = 2

/** The last letters that were read as a number; other characters fall on some of these. */
const keyOf = (before: number, code: number, letters: number): number => ((before << 5) | (code & 31)) & ((1 << (5 * letters)) - 1)

function wordTable(letters: number, isWhole: boolean): WordTable {
  const marks = new Map<string, number[]>()
  for (const [mark, spec] of MARKS.entries())
    for (const word of spec.words ?? []) {
      const name = word.startsWith('=') ? word.slice(1) : word
      if (word.startsWith('=') === isWhole) marks.set(name, [...(marks.get(name) ?? []), mark])
    }
  const index = new Uint16Array(1 << (5 * letters))
  const lists: Word[][] = [[]]
  for (const [name, list] of [...marks].sort(([a], [b]) => b.length - a.length)) {
    const codes = Uint8Array.from(name, (letter) => letter.charCodeAt(0))
    const key = codes.subarray(0, letters).reduce((before, code) => keyOf(before, code, letters), 0)
    if (index[key] === 0) index[key] = lists.push([]) - 1
    lists[index[key]].push({ codes, set: setOf(list) })
  }
  return { index, lists }
}

const STEMS = wordTable(KEY, false)
const WHOLE = wordTable(WHOLE_KEY, true)

const HYPHEN = 45
const isSmall = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
const isCapital = (code: number): boolean => code >= 65 && code <= 90
/** `_`, `:`, `/` */
const isSeparator = (code: number): boolean => code === 95 || code === 58 || code === 47

/** Reads class and id attributes; keeps room for the characters of one. */
class AttributeReader {
  #codes = new Uint8Array(256)
  #length = 0

  /** The marks that the words of an attribute give. */
  read(value: string): Int32Array {
    this.#write(value)
    const set = new Int32Array(WORDS)
    this.#addStems(set)
    this.#addWholeWords(set)
    return set
  }

  /** Writes the value in small letters, with hyphens where it has capitals after small letters, or separators. */
  #write(value: string): void {
    if (this.#codes.length < value.length * 2) this.#codes = new Uint8Array(value.length * 3)
    const codes = this.#codes
    let length = 0
    let before = 0
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i)
      if (isCapital(code)) {
        if (isSmall(before)) codes[length++] = HYPHEN
        codes[length++] = code + 32
      } else if (isSeparator(code)) {
        if (!isSeparator(before)) codes[length++] = HYPHEN
      } else if (code < 128) codes[length++] = code
      // No word has other letters, but two of these are plain ones in small letters: the sign for kelvin, and İ with its dot.
      else if (code === 0x212a) codes[length++] = 107
      else {
        if (code === 0x130) codes[length++] = 105
        codes[length++] = 0
      }
      before = code
    }
    this.#length = length
  }

  #addStems(set: Int32Array): void {
    const codes = this.#codes
    const length = this.#length
    let key = 0
    let from = 0
    for (let i = 0; i < length; i++) {
      key = keyOf(key, codes[i], KEY)
      const at = i + 1 - KEY
      if (at < from || STEMS.index[key] === 0) continue
      for (const word of STEMS.lists[STEMS.index[key]]) {
        if (!this.#stands(word.codes, at)) continue
        addTo(set, word.set)
        from = at + word.codes.length
        break
      }
    }
  }

  #addWholeWords(set: Int32Array): void {
    const codes = this.#codes
    let start = 0
    for (let at = 0; at <= this.#length; at++) {
      if (at < this.#length && isSmall(codes[at])) continue
      if (at - start >= WHOLE_KEY) {
        const key = keyOf(keyOf(0, codes[start], WHOLE_KEY), codes[start + 1], WHOLE_KEY)
        for (const word of WHOLE.lists[WHOLE.index[key]])
          if (word.codes.length === at - start && this.#stands(word.codes, start)) addTo(set, word.set)
      }
      start = at + 1
    }
  }

  #stands(word: Uint8Array, at: number): boolean {
    if (at + word.length > this.#length) return false
    for (let i = 0; i < word.length; i++) if (this.#codes[at + i] !== word[i]) return false
    return true
  }
}

function addTo(set: Int32Array, more: Int32Array): void {
  for (let k = 0; k < WORDS; k++) set[k] |= more[k]
}

/** For every entry the marks it has itself, as bit sets of `WORDS` times 32 bits. */
export interface EntryMarks {
  readonly bits: Int32Array
  /** 1 for each mark that stands on some element of the page. */
  readonly present: Uint8Array
}

const BY_TAG: ReadonlyMap<string, Int32Array> = setsBy((spec) => (spec.id === 'tag-custom' ? [] : spec.tags))
/** Of elements that a page made up. */
const CUSTOM = setOf([MARKS.findIndex((spec) => spec.id === 'tag-custom')])
const BY_ROLE: ReadonlyMap<string, Int32Array> = setsBy((spec) => spec.roles)
const BY_ITEM: ReadonlyMap<string, Int32Array> = setsBy((spec) => spec.itemprops)

function setsBy(names: (spec: MarkSpec) => readonly string[] | undefined): Map<string, Int32Array> {
  const marks = new Map<string, number[]>()
  for (const [mark, spec] of MARKS.entries()) for (const name of names(spec) ?? []) marks.set(name, [...(marks.get(name) ?? []), mark])
  return new Map([...marks].map(([name, list]) => [name, setOf(list)]))
}

/** Reads the marks of every element. Linear in elements and the characters of their attributes. */
export function marksOf(tree: ContentTree): EntryMarks {
  const { page, size, node, isText } = tree
  const { attributes } = page
  const [className, id, role, itemprop] = ['class', 'id', 'role', 'itemprop'].map((name) => attributes.names.indexOf(name))
  const bits = new Int32Array(size * WORDS)
  const byTag = page.tagNames.map((name) => BY_TAG.get(name) ?? (name.includes('-') ? CUSTOM : undefined))
  // Values of attributes come again and again.
  const values = new Map<string, Int32Array>()
  const reader = new AttributeReader()
  const add = (e: number, set: Int32Array | undefined): void => {
    if (set) for (let k = 0; k < WORDS; k++) bits[e * WORDS + k] |= set[k]
  }
  for (let e = 0; e < size; e++) {
    if (isText[e] === 1) continue
    add(e, byTag[page.tag[node[e]]])
    const end = attributes.first[node[e] + 1]
    for (let a = attributes.first[node[e]]; a < end; a++) {
      const name = attributes.name[a]
      // Class and id of body speak of the whole page.
      if ((name === className || name === id) && e > 0) {
        const value = attributeValue(attributes, a)
        let set = values.get(value)
        if (!set) values.set(value, (set = reader.read(value)))
        add(e, set)
      } else if (name === role) add(e, BY_ROLE.get(attributeValue(attributes, a).trim().toLowerCase()))
      else if (name === itemprop) for (const word of attributeValue(attributes, a).toLowerCase().split(/\s+/)) add(e, BY_ITEM.get(word))
    }
  }
  const any = new Int32Array(WORDS)
  for (let e = 0; e < size; e++) for (let k = 0; k < WORDS; k++) any[k] |= bits[e * WORDS + k]
  const present = new Uint8Array(MARKS.length)
  for (let mark = 0; mark < present.length; mark++) present[mark] = (any[mark >> 5] >>> (mark & 31)) & 1
  return { bits, present }
}

/** 1 for each entry inside an element with one of the marks. Linear. */
export function insideAny(tree: ContentTree, marks: EntryMarks, ids: readonly string[]): Uint8Array {
  const wanted = setOf(ids.map((id) => MARKS.findIndex((spec) => spec.id === id)))
  const inside = new Uint8Array(tree.size)
  for (let e = 0; e < tree.size; e++) {
    let own = 0
    for (let k = 0; k < WORDS; k++) own |= marks.bits[e * WORDS + k] & wanted[k]
    inside[e] = own !== 0 || (e > 0 && inside[tree.parent[e]] === 1) ? 1 : 0
  }
  return inside
}

/**
 * The nearest of several marks above an entry, itself included: asked entry by entry with `look`, which climbs at most `NOWHERE`
 * levels.
 */
export class NearestMark {
  /** Levels up to it; `NOWHERE` where there is none. */
  levels = NOWHERE
  /** Its place in the list, the first of several on one element; −1 for none. */
  mark = -1
  /** Different marks on the way up. */
  count = 0
  readonly #wanted: Int32Array
  /** Place in the list of each mark. */
  readonly #place = new Int32Array(WORDS * 32)

  constructor(
    private readonly tree: ContentTree,
    private readonly marks: EntryMarks,
    ids: readonly string[],
  ) {
    const list = ids.map((id) => MARKS.findIndex((spec) => spec.id === id))
    this.#wanted = setOf(list)
    for (const [place, mark] of list.entries()) this.#place[mark] = place
  }

  look(entry: number): void {
    const { parent } = this.tree
    const { bits } = this.marks
    const wanted = this.#wanted
    this.levels = NOWHERE
    this.mark = -1
    this.count = 0
    let met0 = 0
    let met1 = 0
    let met2 = 0
    let met3 = 0
    for (let e = entry, up = 0; e >= 0 && up < NOWHERE; e = parent[e], up++) {
      const at = e * WORDS
      const own0 = bits[at] & wanted[0]
      const own1 = bits[at + 1] & wanted[1]
      const own2 = bits[at + 2] & wanted[2]
      const own3 = bits[at + 3] & wanted[3]
      if ((own0 | own1 | own2 | own3) === 0) continue
      if (this.mark < 0) {
        this.levels = up
        this.mark = Math.min(this.#firstOf(own0, 0), this.#firstOf(own1, 32), this.#firstOf(own2, 64), this.#firstOf(own3, 96))
      }
      met0 |= own0
      met1 |= own1
      met2 |= own2
      met3 |= own3
    }
    this.count = bitsIn(met0) + bitsIn(met1) + bitsIn(met2) + bitsIn(met3)
  }

  /** Least place in the list among the marks of a word of the bit set. */
  #firstOf(word: number, from: number): number {
    let least = WORDS * 32
    for (let rest = word; rest !== 0; rest &= rest - 1) least = Math.min(least, this.#place[from + 31 - Math.clz32(rest & -rest)])
    return least
  }
}

function bitsIn(word: number): number {
  let count = 0
  for (let rest = word; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Levels up from each entry to the nearest one with a mark, itself included as 0; `NOWHERE` where there is none. Linear. */
export function levelsTo(tree: ContentTree, marks: EntryMarks, mark: number): Uint8Array {
  const { size, parent } = tree
  const levels = new Uint8Array(size)
  if (marks.present[mark] === 0) return levels.fill(NOWHERE)
  const word = mark >> 5
  const bit = 1 << (mark & 31)
  for (let e = 0; e < size; e++) {
    if ((marks.bits[e * WORDS + word] & bit) !== 0) levels[e] = 0
    else levels[e] = e === 0 ? NOWHERE : Math.min(NOWHERE, levels[parent[e]] + 1)
  }
  return levels
}

import type { ContentTree } from '../../page/content-tree'

/** How far up a mark may stand to count; farther is as good as nowhere. */
export const NOWHERE = 60

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
/** Letters by which the stems are looked up; none is shorter. */
const KEY = 3

interface Stems {
  /** Marks of whole words between separators. */
  readonly whole: ReadonlyMap<string, readonly number[]>
  /** Stems by their first letters, longest first, so that a word within another does not hide it. */
  readonly part: ReadonlyMap<number, readonly { readonly stem: string; readonly marks: readonly number[] }[]>
}

const keyAt = (text: string, at: number): number => text.charCodeAt(at) | (text.charCodeAt(at + 1) << 8) | (text.charCodeAt(at + 2) << 16)

function stemTable(): Stems {
  const whole = new Map<string, number[]>()
  const stems = new Map<string, number[]>()
  for (const [mark, spec] of MARKS.entries())
    for (const word of spec.words ?? []) {
      const [map, name] = word.startsWith('=') ? [whole, word.slice(1)] : [stems, word]
      map.set(name, [...(map.get(name) ?? []), mark])
    }
  const part = new Map<number, { stem: string; marks: number[] }[]>()
  for (const [stem, marks] of [...stems].sort(([a], [b]) => b.length - a.length))
    part.set(keyAt(stem, 0), [...(part.get(keyAt(stem, 0)) ?? []), { stem, marks }])
  return { whole, part }
}

const STEMS = stemTable()

/** Two letters as a number below 1024; others fall on some of these. */
const pairAt = (text: string, at: number): number => ((text.charCodeAt(at) & 31) << 5) | (text.charCodeAt(at + 1) & 31)
/** 1 for the pairs of letters that some stem begins with: most places of a word are passed by with one look. */
const BEGINS = new Uint8Array(1024)
for (const list of STEMS.part.values()) for (const { stem } of list) BEGINS[pairAt(stem, 0)] = 1

/** What needs no rewriting. */
const PLAIN = /^[a-z0-9-]*$/

/** Marks that a word of a class or id attribute gives. */
function marksOfWord(value: string): number[] {
  const plain = PLAIN.test(value)
  const text = plain
    ? value
    : value
        .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
        .toLowerCase()
        .replace(/[_:/]+/g, '-')
  const marks: number[] = []
  for (let at = 0; at + KEY <= text.length; at++) {
    if (BEGINS[pairAt(text, at)] === 0) continue
    const found = STEMS.part.get(keyAt(text, at))?.find(({ stem }) => text.startsWith(stem, at))
    if (!found) continue
    marks.push(...found.marks)
    at += found.stem.length - 1
  }
  for (const word of plain ? text.split('-') : text.split(/[^a-z0-9]+/)) {
    const found = STEMS.whole.get(word)
    if (found) marks.push(...found)
  }
  return marks
}

/** For every entry the marks it has itself, as bit sets of `WORDS` times 32 bits. */
export interface EntryMarks {
  readonly bits: Int32Array
  /** 1 for each mark that stands on some element of the page. */
  readonly present: Uint8Array
}

/** Bit sets of marks, `WORDS` numbers each. */
function setOf(marks: readonly number[]): Int32Array {
  const set = new Int32Array(WORDS)
  for (const mark of marks) set[mark >> 5] |= 1 << (mark & 31)
  return set
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
  const bits = new Int32Array(size * WORDS)
  const byTag = page.tagNames.map((name) => BY_TAG.get(name) ?? (name.includes('-') ? CUSTOM : undefined))
  // Values of attributes come again and again, and so do their words.
  const values = new Map<string, Int32Array>()
  const words = new Map<string, readonly number[]>()
  const setOfWords = (value: string): Int32Array => {
    const marks: number[] = []
    for (const word of value.split(/\s+/)) {
      let own = words.get(word)
      if (!own) words.set(word, (own = marksOfWord(word)))
      marks.push(...own)
    }
    return setOf(marks)
  }
  const add = (e: number, set: Int32Array | undefined): void => {
    if (set) for (let k = 0; k < WORDS; k++) bits[e * WORDS + k] |= set[k]
  }
  for (let e = 0; e < size; e++) {
    if (isText[e] === 1) continue
    add(e, byTag[page.tag[node[e]]])
    for (const [name, value] of page.attributes[node[e]] ?? []) {
      // Class and id of body speak of the whole page.
      if ((name === 'class' || name === 'id') && e > 0) {
        let set = values.get(value)
        if (!set) values.set(value, (set = setOfWords(value)))
        add(e, set)
      } else if (name === 'role') add(e, BY_ROLE.get(value.trim().toLowerCase()))
      else if (name === 'itemprop') for (const word of value.toLowerCase().split(/\s+/)) add(e, BY_ITEM.get(word))
    }
  }
  const any = new Int32Array(WORDS)
  for (let e = 0; e < size; e++) for (let k = 0; k < WORDS; k++) any[k] |= bits[e * WORDS + k]
  return { bits, present: Uint8Array.from(MARKS, (_, mark) => (any[mark >> 5] >>> (mark & 31)) & 1) }
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

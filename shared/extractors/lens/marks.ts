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

function stemTable(): {
  readonly pattern: RegExp
  readonly whole: ReadonlyMap<string, readonly number[]>
  readonly part: ReadonlyMap<string, readonly number[]>
} {
  const whole = new Map<string, number[]>()
  const part = new Map<string, number[]>()
  const add = (map: Map<string, number[]>, word: string, mark: number): void => {
    const list = map.get(word)
    if (list) list.push(mark)
    else map.set(word, [mark])
  }
  for (const [mark, spec] of MARKS.entries())
    for (const word of spec.words ?? []) {
      if (word.startsWith('=')) add(whole, word.slice(1), mark)
      else add(part, word, mark)
    }
  // Longest first, so that a word within another does not hide it.
  const stems = [...part.keys()].sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
  return { pattern: new RegExp(stems.join('|'), 'g'), whole, part }
}

const STEMS = stemTable()

/** Marks that the words of a class or id attribute give. */
function marksOfWords(value: string): number[] {
  const text = value
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[_:/]+/g, '-')
  const marks: number[] = []
  for (const [word] of text.matchAll(STEMS.pattern)) marks.push(...(STEMS.part.get(word) ?? []))
  for (const word of text.split(/[^a-z0-9]+/)) {
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

/** Reads the marks of every element. Linear in elements and the characters of their attributes. */
export function marksOf(tree: ContentTree): EntryMarks {
  const { page, size, node, isText } = tree
  const bits = new Int32Array(size * WORDS)
  const present = new Uint8Array(MARKS.length)
  const byTag = page.tagNames.map((name) =>
    MARKS.flatMap((spec, mark) => (spec.tags?.includes(name) ? [mark] : name.includes('-') && spec.id === 'tag-custom' ? [mark] : [])),
  )
  const byRole = new Map<string, number[]>()
  const byItem = new Map<string, number[]>()
  for (const [mark, spec] of MARKS.entries()) {
    for (const name of spec.roles ?? []) byRole.set(name, [...(byRole.get(name) ?? []), mark])
    for (const name of spec.itemprops ?? []) byItem.set(name, [...(byItem.get(name) ?? []), mark])
  }
  const known = new Map<string, readonly number[]>()
  const set = (e: number, marks: readonly number[]): void => {
    for (const mark of marks) {
      bits[e * WORDS + (mark >> 5)] |= 1 << (mark & 31)
      present[mark] = 1
    }
  }
  for (let e = 0; e < size; e++) {
    if (isText[e] === 1) continue
    set(e, byTag[page.tag[node[e]]])
    for (const [name, value] of page.attributes[node[e]] ?? []) {
      // Class and id of body speak of the whole page.
      if ((name === 'class' || name === 'id') && e > 0) {
        let marks = known.get(value)
        if (!marks) known.set(value, (marks = marksOfWords(value)))
        set(e, marks)
      } else if (name === 'role') set(e, byRole.get(value.trim().toLowerCase()) ?? [])
      else if (name === 'itemprop') for (const word of value.toLowerCase().split(/\s+/)) set(e, byItem.get(word) ?? [])
    }
  }
  return { bits, present }
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

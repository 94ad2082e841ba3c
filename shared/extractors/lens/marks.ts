/** A mark that is at least this many levels up counts as missing. */
export const NOWHERE = 60

/**
 * A condition on the tag, role, class, id or microdata of an element. Lens measures the levels up to the nearest element that meets the
 * condition.
 */
export interface MarkSpec {
  readonly id: string
  readonly label: string
  readonly tags?: readonly string[]
  readonly roles?: readonly string[]
  /** Words within class and id. `=word` matches only a whole word between separators. */
  readonly words?: readonly string[]
  readonly itemprops?: readonly string[]
}

const tag = (id: string, ...tags: readonly string[]): MarkSpec => ({
  id: `tag-${id}`,
  label: `inside ${tags.map((t) => `<${t}>`).join(', ')}`,
  tags,
})
const eachTag = (...names: readonly string[]): MarkSpec[] => names.map((name) => tag(name, name))
const role = (id: string, roles: readonly string[], tags: readonly string[] = []): MarkSpec => ({
  id: `role-${id}`,
  label: `inside the landmark or role ${id}`,
  roles,
  tags,
})
const markByWords = (id: string, ...words: readonly string[]): MarkSpec => ({
  id: `class-${id}`,
  label: `class or id of an ancestor suggests ${id}`,
  words,
})
const item = (id: string, ...itemprops: readonly string[]): MarkSpec => ({
  id: `item-${id}`,
  label: `microdata of an ancestor suggests ${id}`,
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
  ...eachTag('p', 'li'),
  tag('ul', 'ul', 'menu'),
  ...eachTag('ol', 'dl', 'dt', 'dd', 'td', 'th', 'table', 'h1', 'h2', 'h3'),
  tag('h4-6', 'h4', 'h5', 'h6'),
  tag('blockquote', 'blockquote', 'q'),
  tag('pre', 'pre', 'code'),
  tag('figure', 'figure'),
  tag('figcaption', 'figcaption', 'caption'),
  ...eachTag('section', 'a'),
  tag('label', 'label', 'legend', 'fieldset'),
  tag('select', 'select', 'option', 'optgroup', 'textarea'),
  tag('details', 'details', 'summary'),
  ...eachTag('address', 'span', 'time'),
  tag('strong', 'strong', 'b'),
  tag('iframe', 'iframe', 'noscript', 'object'),
  { id: 'tag-custom', label: 'inside a custom element' },
  markByWords('nav', '=nav', 'navbar', 'navig', 'menu', 'mainnav', 'subnav', 'topnav', 'dropdown'),
  markByWords('footer', 'footer', '=foot', 'bottom', 'colophon'),
  markByWords('header', 'header', '=head', 'masthead', 'topbar', '=top', 'toolbar'),
  markByWords('sidebar', 'sidebar', 'side-bar', '=aside', '=rail', '=side', 'secondary', 'left-col', 'right-col'),
  markByWords('comment', 'comment', 'disqus', 'discussion', 'respond'),
  markByWords('reply', 'reply', 'replies', 'answer', 'message', 'messagebody'),
  markByWords('content', 'content', '=contents'),
  markByWords('article', 'article', '=story', '=entry'),
  markByWords('post', '=post', 'posts', 'postbody', 'blog'),
  markByWords('body', '=body', 'bodytext', 'articlebody', 'post-body', 'entry-content', 'article-content', 'post-content'),
  markByWords('main', '=main', 'primary', 'maincontent'),
  markByWords('text', '=text', 'richtext', 'rich-text', 'prose', 'wysiwyg', 'markdown', 'rte', 'paragraph', 'copy-block', '=copy'),
  markByWords('related', ...'related recommend similar more- also- popular trending upsell cross-sell crosssell read-next'.split(' ')),
  markByWords('share', 'share', 'sharing', 'social', 'facebook', 'twitter', 'follow'),
  markByWords('ad', '=ad', '=ads', 'advert', 'sponsor', 'promo', 'adsense', 'banner', 'outbrain', 'taboola'),
  markByWords('cookie', 'cookie', 'consent', 'gdpr', 'onetrust', 'privacy'),
  markByWords('modal', 'modal', 'popup', 'overlay', 'lightbox', 'dialog', 'drawer', 'offcanvas', 'flyout', 'tooltip'),
  markByWords('breadcrumb', 'breadcrumb', 'crumb'),
  markByWords('pagination', 'paginat', 'pager', 'page-num', '=next', '=prev', 'previous', 'load-more'),
  markByWords('author', 'author', 'byline', 'writer', '=bio', 'avatar', 'profile', 'user'),
  markByWords('meta', '=meta', 'metadata', '=info', 'details-bar', 'post-info'),
  markByWords('date', '=date', 'time', 'timestamp', 'published', 'updated'),
  markByWords('tag', '=tag', '=tags', 'tagcloud', 'keyword', 'topics', 'label'),
  markByWords('category', 'categor', 'taxonomy', 'department'),
  markByWords('widget', 'widget', 'module', 'plugin'),
  markByWords('search', 'search', 'autocomplete'),
  markByWords('login', 'login', 'signin', 'sign-in', 'account', 'register', 'signup', 'sign-up', 'auth'),
  markByWords('newsletter', 'newsletter', 'subscri', 'mailing', 'optin', 'email'),
  markByWords('product', 'product', '=sku', 'pdp'),
  markByWords('description', 'description', '=desc', 'summary', 'excerpt', 'overview', 'abstract', '=lead', 'intro', 'standfirst', 'dek'),
  markByWords('specs', 'spec', 'attribute', 'feature', 'property', 'highlights'),
  markByWords('price', 'price', 'cost', 'amount', 'discount', 'sale'),
  markByWords('cart', 'cart', 'basket', 'checkout', 'add-to', 'wishlist', 'buy', 'shipping', 'delivery', 'stock', 'quantity'),
  markByWords('review', 'review', 'rating', 'stars', 'testimonial', 'feedback'),
  markByWords('carousel', 'carousel', 'slider', 'slick', 'swiper', 'slide', 'gallery', 'owl-'),
  markByWords('card', 'card', 'tile', 'teaser', 'thumb'),
  markByWords('item', '=item', 'items', 'result', 'listing'),
  markByWords('list', '=list', 'lists'),
  markByWords('grid', 'grid', 'columns', '=row', '=col'),
  markByWords('hero', 'hero', 'jumbotron', 'splash', 'cover'),
  markByWords('title', 'title', 'headline', 'heading', 'subtitle', 'subhead'),
  markByWords('caption', 'caption', 'credit', 'figure', 'image', '=img', 'photo', 'media', 'picture'),
  markByWords('button', 'button', '=btn', '=cta', 'call-to-action', 'action'),
  markByWords('legal', 'copyright', 'legal', 'disclaimer', 'terms', 'license', 'imprint'),
  markByWords('toc', '=toc', 'table-of-contents', 'tableofcontents', 'on-this-page', 'anchor', 'jump'),
  markByWords('hidden', 'sr-only', 'visually-hidden', 'visuallyhidden', 'screen-reader', 'hidden', '=hide', 'skip', 'collapse'),
  markByWords('tab', '=tab', '=tabs', 'accordion', 'toggle', 'panel', 'expand'),
  markByWords('faq', '=faq', '=faqs', 'question', 'q-and-a', '=qa'),
  markByWords('thread', 'thread', 'topic', 'forum', 'postlist', 'crawler-post', 'cooked'),
  markByWords('signature', 'signature', '=sig', 'poster', 'member', 'userinfo', 'user-info', 'usertitle'),
  markByWords('quote', 'quote', 'blockquote'),
  markByWords('video', 'video', 'player', 'audio', 'podcast', 'embed'),
  markByWords('map', '=map', 'location', 'address', 'contact', 'phone', 'office'),
  markByWords('logo', 'logo', 'brand', 'site-title', 'site-name'),
  markByWords('language', 'language', '=lang', 'locale', 'country', 'region-', 'currency'),
  markByWords('filter', 'filter', '=sort', 'facet', 'refine', 'sorting', 'swatch', 'variant', 'option', 'select'),
  markByWords('form', '=form', 'field', 'input', 'control'),
  markByWords('section', 'section', 'block', 'component'),
  markByWords('container', 'container', 'wrap', 'inner', 'layout', '=page', 'site'),
  markByWords('notice', 'notice', 'alert', 'warning', 'notification', 'message-bar', 'announcement', 'sticky'),
  markByWords('doc', '=doc', '=docs', 'document', 'api', 'reference', 'sphinx', 'rst-content', 'theme-doc'),
  markByWords('code', 'code', 'highlight', 'snippet', 'prism', 'hljs', 'syntax'),
  markByWords('event', 'event', 'schedule', 'calendar'),
  markByWords('team', '=team', 'staff', 'people', 'partner', 'client', 'award'),
  markByWords('stats', 'stats', 'statistic', 'count', 'view', 'vote', 'score', 'like'),
  markByWords('edit', 'edit', '=print', 'report', 'flag', 'permalink'),
  item('articleBody', 'articlebody', 'text', 'description'),
  item('review', 'review', 'reviewbody', 'reviewrating', 'aggregaterating', 'comment'),
  item('offer', 'offers', 'price', 'brand', 'sku'),
  item('name', 'name', 'headline', 'author', 'datepublished'),
]

import { category, perBlock } from './block-context'

/** Patterns of the values 0, 1, … of `ends-as` and `starts-as`. A text without a match has the next value. */
const ENDS = [/(?![\u3002\uff1a])[0-9A-Za-z\u2f01-\uffff]$/, /(?<!\.\.)\.$|[!?\u3002]$/, /[:\uff1a]$/, /\.\.\.$|\u2026$/]
const STARTS = [/^[A-Z\u00c0-\uffff]/, /^[a-z]/, /^[0-9]/]

function matchOf(patterns: readonly RegExp[], text: string): number {
  let match = 0
  while (match < patterns.length && !patterns[match].test(text)) match++
  return match
}

export const wording = perBlock(
  {
    commas: 'commas | per word | Commas per word.',
    stops: 'sentence ends | per word | Full stops, question and exclamation marks per word.',
    digits: 'digits | Share of digits in the characters.',
    capitals: 'capital letters | Share of capital letters (A to Z) in the characters.',
    'ends-as': category('last character', ['a letter or digit', '. ! ? or similar', 'a colon', 'an ellipsis', 'another']),
    'starts-as': category('first character', ['a capital letter or a character from À on', 'a small letter', 'a digit', 'another']),
    symbols: 'symbols | Share of ASCII characters other than letters, digits, spaces, commas, full stops, question and exclamation marks.',
    sentences: 'number of sentence ends | Number of full stops, question and exclamation marks.',
  },
  ({ texts, blocks }, columns) => {
    return (b) => {
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
      columns.commas[b] = commas / words
      columns.stops[b] = stops / words
      columns.digits[b] = digits / text.length
      columns.capitals[b] = capitals / text.length
      columns['ends-as'][b] = matchOf(ENDS, text.slice(-3))
      columns['starts-as'][b] = matchOf(STARTS, text.slice(0, 1))
      columns.symbols[b] = symbols / text.length
      columns.sentences[b] = stops
    }
  },
)

/** Lists of phrases by `id | label`. */
const PHRASES: Readonly<Record<string, RegExp>> = {
  'cookie | mentions cookies': /\bcookies?\b|\bgdpr\b|\bconsent\b/i,
  'copyright | mentions copyright': /©|\(c\)\s*\d{4}|copyright|all rights reserved/i,
  'share | mentions sharing, following or a social network':
    /\bshare (?:this|on|via|article)\b|^share\b|\bfollow us\b|\btweet\b|\bfacebook\b|\btwitter\b|\blinkedin\b|\bpinterest\b|\bwhatsapp\b/i,
  'subscribe | offers a subscription': /\bsubscribe\b|\bnewsletter\b|\bsign up\b|\bsign-up\b|\bmailing list\b/i,
  'login | mentions a login': /\blog ?in\b|\bsign ?in\b|\bregister\b|\bmy account\b|\bpassword\b/i,
  'more | leads to more content':
    /\bread more\b|\blearn more\b|\bsee more\b|\bview (?:all|more)\b|\bshow more\b|\bload more\b|\bsee all\b|\bcontinue reading\b/i,
  'comments | mentions comments, replies or likes':
    /\b\d+ (?:comments?|replies|views|likes|answers|reviews)\b|\bleave a (?:comment|reply)\b|\bno comments\b|\badd a comment\b/i,
  'posted | names an author or a time':
    /^(?:by|posted|published|written|updated|last (?:updated|modified))\b|\bmin(?:ute)?s? read\b|\b(?:minutes?|hours?|days?|weeks?|months?|years?) ago\b/i,
  'date | contains a date':
    /\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}(?:,|st|nd|rd|th)?|\b\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\b(?:19|20)\d\d-\d\d-\d\d\b/i,
  'price | contains a price': /[$€£¥₹]\s?\d|\b\d+(?:[.,]\d+)?\s?(?:€|£|usd|eur|kr|zł)\b/i,
  'related | announces other pages':
    /\brelated\b|\byou (?:may|might) also\b|\brecommended\b|\bmost (?:read|popular)\b|\bpopular\b|\btrending\b|\bmore from\b|\bmore (?:in|on|stories|articles)\b|\bup next\b|\brecent(?:ly)? (?:posts|viewed)\b|\bcustomers (?:also|who)\b/i,
  'terms | names legal or company pages':
    /\bterms (?:of|and|&)|\bprivacy policy\b|\bdisclaimer\b|\bimprint\b|\baccessibility\b|\bcontact us\b|\babout us\b|\bsitemap\b|\bcareers\b/i,
  'skip | leads to a part of the page': /^skip to\b|\bback to top\b|\bjump to\b|\btable of contents\b|\bon this page\b/i,
  'ad | announces advertising': /^advert(?:isement|ising)?\b|\bsponsored\b|\bpromoted\b|\baffiliate\b/i,
  'cart | offers a product':
    /\badd to (?:cart|bag|basket|wish ?list)\b|\bbuy now\b|\bcheckout\b|\bin stock\b|\bout of stock\b|\bfree shipping\b|\bshop now\b|\bqty\b|\bquantity\b/i,
  'you | addresses the reader': /\b(?:you|your|we|our|us)\b/i,
  'function | contains function words':
    /\b(?:the|of|and|to|in|is|that|for|was|with|der|die|das|und|les?|des?|et|los|las|el|que|och|att)\b.*\b(?:the|of|and|to|in|is|that|for|was|with|der|die|das|und|les?|des?|et|los|las|el|que|och|att)\b/i,
  'menu | is a typical menu entry':
    /^(?:home|menu|search|contact|about|news|blog|help|faq|support|login|shop|products|services|next|previous|prev|close|open|print|email|back|top|reply|report|quote|edit|like|save|submit|cancel|ok|yes|no|filter|sort by|language|english|download)\W*$/i,
  'javascript | mentions scripts or the browser': /\bjavascript\b|\byour browser\b|\benable\b/i,
  'loading | is a placeholder': /^loading\b|\bplease wait\b|\bno results\b|\bsorry\b|\berror\b/i,
}
const LISTS = Object.entries(PHRASES).map(([row, pattern]) => {
  const [id = '', label = ''] = row.split(' | ')
  return { id, label, pattern }
})

const NEUTRAL: ReadonlySet<string> = new Set(['date', 'price', 'you', 'function'])

export const phrases = perBlock<string>(
  {
    phrases:
      'phrases of boilerplate | phrases | Number of matching lists of phrases that are typical of boilerplate, for example about cookies, rights, sharing, login, other pages and sales.',
    ...Object.fromEntries(LISTS.map(({ id, label }) => [`says-${id}`, `${label} | Whether the text ${label}, by a list of phrases.`])),
  },
  ({ texts }, columns) => {
    const lists = LISTS.map(({ id, pattern }) => ({ pattern, found: columns[`says-${id}`], frame: NEUTRAL.has(id) ? 0 : 1 }))
    return (b) => {
      const start = texts[b].length > 400 ? texts[b].slice(0, 400) : texts[b]
      let frames = 0
      for (const { pattern, found, frame } of lists) {
        if (pattern.test(start)) {
          found[b] = 1
          frames += frame
        } else found[b] = 0
      }
      columns.phrases[b] = frames
    }
  },
)

/** Measures of the topics that headings and beginnings of elements announce. */
import { category, perBlock } from './block-context'
import { NOWHERE } from './marks'

/** The first matching topic counts. The weights depend on this order, so new topics must be appended. */
const ANNOUNCED: Readonly<Record<string, RegExp>> = {
  'other pages':
    /\brelated\b|\byou (?:may|might|will)(?: also)?\b|\brecommended\b|\bmost (?:read|popular|viewed|commented)\b|\bpopular\b|\btrending\b|\bmore (?:from|in|on|stories|articles|news|posts|like|products)\b|^more\b|\bup next\b|\brecent(?:ly)?\b|\blatest\b|\balso (?:like|viewed|bought|read)\b|\bsimilar\b|\bread next\b|\bfeatured\b|\bbest ?sellers?\b|\bcustomers (?:also|who)\b|\bsee also\b|\bprevious\b|\bnext\b/i,
  comments: /\bcomments?\b|\bleave a reply\b|\brepl(?:y|ies)\b|\bdiscussion\b|\bresponses?\b|\bjoin the conversation\b/i,
  reviews: /\breviews?\b|\bratings?\b|\btestimonials?\b|\bquestions & answers\b|\bwhat (?:our )?(?:customers|clients)\b/i,
  following:
    /\bshare\b|\bfollow\b|\bsubscribe\b|\bnewsletter\b|\bsign up\b|\bstay (?:in touch|connected|up)\b|\bconnect with\b|\bjoin (?:our|us|the)\b|\bget (?:the latest|updates)\b/i,
  filters:
    /^(?:filters?|refine|sort|sort by|price|brands?|colou?rs?|sizes?|categor(?:y|ies)|tags?|topics?|archives?|browse|shop by|departments?)\b/i,
  'the site':
    /\bcontact\b|\bquick links\b|\buseful links\b|\bcustomer (?:service|care|support)\b|\bcompany\b|\babout us\b|\bresources\b|\blegal\b|\bcookies?\b|\bprivacy\b|\bmy account\b|\blog ?in\b|\bsupport\b|\bmenu\b|\bnavigation\b|\bsearch\b/i,
  'the author': /\babout the author\b|^about [a-z.]+ [a-z.]+$|\bwritten by\b|^authors?\b/i,
  content:
    /\bdescription\b|\bspecifications?\b|\bdetails?\b|\bfeatures?\b|\boverview\b|\babout (?:this|the)\b|\bingredients\b|\binstructions\b|\bhow to\b|\bwhat(?:’|')?s included\b|\bfaqs?\b|\bfrequently asked\b|\bintroduction\b|\bsummary\b|\bbenefits\b|\bexamples?\b|\bparameters\b|\bconclusion\b|\bhighlights\b|\bour (?:services|approach|process)\b|\bwhy\b/i,
}
const PATTERNS = Object.values(ANNOUNCED)
const ANOTHER = PATTERNS.length + 1
const HEADING_WORDS = 8
const ANNOUNCEMENTS = ['nothing', ...Object.keys(ANNOUNCED), 'something else']

export const sayings = perBlock(
  {
    'heading-says': category(
      'topic of the last heading',
      ANNOUNCEMENTS,
      'Topic of the last heading before the block, or of the block if it is a heading, by lists of phrases. ',
    ),
    'container-says': category(
      'topic of the container',
      ANNOUNCEMENTS,
      `Topic of the nearest element around the block that begins with a text of at most ${HEADING_WORDS} words from the lists of phrases. `,
    ),
    'container-says-levels': `levels to the container with a topic | levels up | Levels up to the element of “topic of the container”; ${NOWHERE} if missing. | ${NOWHERE} = none`,
  },
  ({ page, tree, blocks, texts }, columns) => {
    const isHeading = page.tagNames.map((name) => /^h[1-6]$/.test(name))
    const headed = new Uint8Array(tree.size)
    const announced = new Uint8Array(blocks.count)
    for (let b = 0; b < blocks.count; b++)
      if (blocks.words[b] <= HEADING_WORDS) announced[b] = PATTERNS.findIndex((pattern) => pattern.test(texts[b])) + 1
    const own = new Uint8Array(tree.size)
    const levels = new Uint8Array(tree.size).fill(NOWHERE)
    let next = 0
    for (let e = 0; e < tree.size; e++) {
      if (tree.isText[e] === 1) {
        if (blocks.of[e] === next) next++
        continue
      }
      const up = e === 0 ? 0 : tree.parent[e]
      headed[e] = e > 0 && (headed[up] === 1 || isHeading[page.tag[tree.node[e]]]) ? 1 : 0
      const first = next < blocks.count && blocks.texts[blocks.first[next]] < tree.end[e] ? next : -1
      const continues = first >= 0 && first + 1 < blocks.count && blocks.texts[blocks.first[first + 1]] < tree.end[e]
      if (e > 0 && continues && announced[first] > 0) {
        own[e] = announced[first]
        levels[e] = 0
      } else if (e > 0) {
        own[e] = own[up]
        levels[e] = Math.min(NOWHERE, levels[up] + 1)
      }
    }
    let last = 0
    return (b) => {
      const e = blocks.element[b]
      if (headed[e] === 1) last = announced[b] || ANOTHER
      columns['heading-says'][b] = last
      columns['container-says'][b] = own[e]
      columns['container-says-levels'][b] = levels[e]
    }
  },
)

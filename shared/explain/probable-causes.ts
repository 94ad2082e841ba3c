import { isErrorAnswer } from '../base/url'
import { attribute, ELEMENT, TEXT, tagName, type NodeId, type PageModel } from '../page/page-model'
import { unreadTags } from '../page/tags'
import { collapse, countWords } from '../page/text'
import { hiddenCause, textLengths, visibleCoverage, isSeen, removalsOf } from './coverage'
import { KEPT } from '../page/output'
import { HIDES } from './reason-sentence'
import { once } from '../base/once'

type CauseKind = 'error-answer' | 'built-by-scripts' | 'consent' | 'hidden-text' | 'words-without-spaces' | 'in-frames'

export interface ProbableCause {
  readonly kind: CauseKind
  readonly sentence: string
  readonly next: string
  /** The element with the cause; null for the whole page. */
  readonly node: NodeId | null
}

const FEW_WORDS = 60
const MUCH_UNSEEN = 0.2
const MUCH_UNSPACED = 0.3
const MUCH_CONSENT = 0.25
/** Maximum words of a cookie banner on a page with fewer than `FEW_WORDS` other words. */
const LONGEST_WALL = 600

const MOUNTS = new Set(['root', 'app', '__next', '__nuxt', 'svelte', 'gatsby', '___gatsby', 'react-root', 'main-app'])
const CONSENT_NAME = /cookie|consent|gdpr|onetrust|didomi|usercentrics|cmp-?(?:box|root)|privacy-?(?:wall|banner)/i
const CONSENT_WORDS = /\b(?:cookies?|consent|einwilligung|datenschutz|consentement|consentimiento|cookie-richtlinie)\b|クッキー|同意/iu
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu

interface CapturedAs {
  readonly mode: 'source' | 'rendered' | null
  readonly status: number | null
  /** Label of the parameter that drops hidden text; missing without such a parameter. */
  readonly dropUnseen?: string | undefined
}

/** Returns probable causes of a bad result, in a fixed order. */
export function probableCauses(page: PageModel, selected: Uint8Array, { mode, status, dropUnseen }: CapturedAs): ProbableCause[] {
  const { words, characters, unspacedCount, scripts, scriptCharacters, mount, banner, bannerWords, frame } = factsOf(page)
  const isBuilt = mount >= 0 && words < FEW_WORDS
  const hasFew = words < FEW_WORDS && scriptCharacters > Math.max(2_000, characters)
  const isBuiltByScripts = mode !== 'rendered' && (isBuilt || hasFew || (words === 0 && scripts > 0))

  const isWithoutBanner = selected.includes(KEPT) && !selected.subarray(banner, page.subtreeEnd[banner]).includes(KEPT)
  // A banner beside other text is not a cause if the result omits the banner. An element that contains most of a long page is not a banner.
  const hasText = words - bannerWords >= FEW_WORDS
  const isHarmless = hasText ? bannerWords < words * MUCH_CONSENT || isWithoutBanner : bannerWords > LONGEST_WALL

  const { kept, keptUnseen } = selected.length === page.count ? visibleCoverage(page, selected) : { kept: 0, keptUnseen: 0 }
  const unseen = keptUnseen / Math.max(1, kept + keptUnseen)
  const unspaced = unspacedCount / Math.max(1, characters)

  const causes: (ProbableCause | false)[] = [
    isErrorAnswer(status) && {
      kind: 'error-answer',
      sentence: `The server responded with status ${status}. This is probably its error page, not the requested page.`,
      next: 'Check the address.',
      node: null,
    },
    isBuiltByScripts && {
      kind: 'built-by-scripts',
      sentence:
        mount >= 0
          ? `Scripts probably build this page: ${tagName(page, mount)}#${attribute(page, mount, 'id') ?? ''} is empty in the source HTML.`
          : hasFew
            ? `The page shows ${words} words of text and has far more script, so scripts probably build the page.`
            : `The source HTML has no visible words, but ${scripts === 1 ? 'a script' : `${scripts} scripts`}, so scripts probably build the page.`,
      next: 'Capture the rendered page.',
      node: mount >= 0 ? mount : null,
    },
    bannerWords > 0 &&
      !isHarmless && {
        kind: 'consent',
        sentence: `A consent banner has ${bannerWords} of the ${words} visible words.`,
        next: 'Capture the page with cookie banners dismissed.',
        node: banner,
      },
    unseen >= MUCH_UNSEEN && {
      kind: 'hidden-text',
      sentence: `${Math.round(unseen * 100)} % of the kept text is hidden on the page.`,
      next:
        dropUnseen === undefined
          ? 'Check the hidden text in the tree.'
          : `Switch on “${dropUnseen}” in the parameters, or check the hidden text in the tree.`,
      node: null,
    },
    unspaced >= MUCH_UNSPACED && {
      kind: 'words-without-spaces',
      sentence: `${Math.round(unspaced * 100)} % of the text is in writing systems without spaces between words, such as Chinese. Limits in words are not suitable for such text.`,
      next: 'Prefer extractors and parameters that count characters.',
      node: null,
    },
    frame >= 0 &&
      words < FEW_WORDS && {
        kind: 'in-frames',
        sentence: `The page has ${words} visible words outside its frames. Its text is probably in a frame.`,
        next: 'Capture the rendered page with frames as part of the page, or open the frame’s address.',
        node: frame,
      },
  ]
  return causes.filter((cause) => cause !== false)
}

const factsOf = once(findFacts)

function findFacts(page: PageModel) {
  const removal = removalsOf(page)
  const unread = unreadTags(page)
  const lengths = textLengths(page)
  let words = 0
  let characters = 0
  let unspacedCount = 0
  let scripts = 0
  let scriptCharacters = 0
  // The first empty element that a script would fill; -1 if missing.
  let mount = -1
  let searchedTo = 0
  // The outermost element of a cookie banner; -1 if missing.
  let consentAt = -1
  let consentEnd = -1
  let consentWords = 0
  let hasBanner = false
  // The first visible frame without a document in the model; -1 if missing.
  let frame = -1
  for (let n = 0; n < page.count; n++) {
    if (page.kind[n] === ELEMENT) {
      const tag = tagName(page, n)
      const end = page.subtreeEnd[n] as number
      if (tag === 'script') scripts++
      if ((tag === 'iframe' || tag === 'frame') && frame < 0 && end === n + 1 && isShownFrame(page, n)) frame = n
      const id = attribute(page, n, 'id') ?? ''
      if (mount < 0 && n >= searchedTo && MOUNTS.has(id.toLowerCase())) {
        searchedTo = end
        if (lengths.subarray(n, end).every((length) => length === 0)) mount = n
      }
      const mayBeBanner = n >= consentEnd && !hasBanner && tag !== 'body' && tag !== 'html'
      if (mayBeBanner && CONSENT_NAME.test(`${id} ${attribute(page, n, 'class') ?? ''}`)) {
        consentAt = n
        consentEnd = end
        consentWords = 0
      }
      continue
    }
    if (page.kind[n] !== TEXT) continue
    const parent = page.parent[n] as number
    const text = page.text[n] as string
    if (unread.has(tagName(page, parent))) {
      if (tagName(page, parent) === 'script') scriptCharacters += text.length
      continue
    }
    if (n < page.body || !isSeen(page, removal, n)) continue
    const plain = collapse(text)
    const count = countWords(plain)
    words += count
    characters += plain.length
    unspacedCount += plain.match(UNSPACED)?.length ?? 0
    if (n > consentAt && n < consentEnd) {
      consentWords += count
      hasBanner ||= CONSENT_WORDS.test(plain)
    }
  }
  const banner = hasBanner ? { banner: consentAt, bannerWords: consentWords } : { banner: -1, bannerWords: 0 }
  return { words, characters, unspacedCount, scripts, scriptCharacters, mount, ...banner, frame }
}

/** Whether a frame is visible. Tracking services use frames that are hidden or at most one pixel wide or high. */
const isShownFrame = (page: PageModel, node: NodeId): boolean =>
  !HIDES.has(hiddenCause(page, node)?.cause ?? '') &&
  !['width', 'height'].some((name) => /^\s*[01](?:px)?\s*$/.test(attribute(page, node, name) ?? ''))

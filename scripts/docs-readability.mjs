// Reads the numbers and word lists for the documentation article on Mozilla's Readability from the source of the installed library.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Each pattern must match exactly once, or the article is not built. */
const NUMBERS = {
  attemptCharacters: /DEFAULT_CHAR_THRESHOLD: (\d+)/,
  topCandidates: /DEFAULT_N_TOP_CANDIDATES: (\d+)/,
  scoredCharacters: /if \(innerText\.length < (\d+)\) \{\n\s*return;/,
  scoredAncestors: /_getNodeAncestors\(elementToScore, (\d+)\)/,
  base: /paragraph itself as a base\.\n\s*contentScore \+= (\d+)/,
  charactersPerPoint: /Math\.floor\(innerText\.length \/ (\d+)\), \d+\)/,
  mostForLength: /Math\.floor\(innerText\.length \/ \d+\), (\d+)\)/,
  grandparent: /scoreDivider = (\d+);\n\s*\} else \{\n/,
  perLevel: /scoreDivider = level \* (\d+)/,
  div: /case "DIV":\n\s*node\.readability\.contentScore \+= (\d+)/,
  quote: /case "BLOCKQUOTE":\n\s*node\.readability\.contentScore \+= (\d+)/,
  list: /case "FORM":\n\s*node\.readability\.contentScore -= (\d+)/,
  heading: /case "TH":\n\s*node\.readability\.contentScore -= (\d+)/,
  goodWord: /REGEXPS\.positive\.test\(e\.className\)\) \{\n\s*weight \+= (\d+)/,
  badWord: /REGEXPS\.negative\.test\(e\.className\)\) \{\n\s*weight -= (\d+)/,
  goodId: /REGEXPS\.positive\.test\(e\.id\)\) \{\n\s*weight \+= (\d+)/,
  badId: /REGEXPS\.negative\.test\(e\.id\)\) \{\n\s*weight -= (\d+)/,
  ownPageLink: /hashUrl\.test\(href\) \? ([\d.]+) : 1/,
  titleLikeness: /_textSimilarity\(this\._articleTitle, heading\) > ([\d.]+)/,
  onlyParagraphLinks: /_hasSingleTagInsideElement\(node, "P"\) &&\n\s*this\._getLinkDensity\(node\) < ([\d.]+)/,
  nearlyAsGood: /topCandidate\.readability\.contentScore >=\n\s*([\d.]+)/,
  nearlyAsGoodCount: /MINIMUM_TOPCANDIDATES = (\d+)/,
  climbShare: /scoreThreshold = lastScore \/ (\d+)/,
  siblingLeast: /siblingScoreThreshold = Math\.max\(\n\s*(\d+)/,
  siblingShare: /siblingScoreThreshold = Math\.max\(\n\s*\d+,\n\s*topCandidate\.readability\.contentScore \* ([\d.]+)/,
  siblingBonus: /contentBonus \+= topCandidate\.readability\.contentScore \* ([\d.]+)/,
  siblingCharacters: /nodeLength > (\d+) && linkDensity < [\d.]+/,
  siblingLinks: /nodeLength > \d+ && linkDensity < ([\d.]+)/,
  cleanCommas: /_getCharCount\(node, ","\) < (\d+)/,
  listShare: /isList = listLength \/ .* > ([\d.]+)/,
  freeItems: /getElementsByTagName\("li"\)\.length - (\d+)/,
  paragraphsPerImage: /p \/ img < ([\d.]+)/,
  paragraphsPerInput: /input > Math\.floor\(p \/ (\d+)\)/,
  shortCharacters: /contentLength < (\d+) &&\n\s*\(img === 0/,
  shortImages: /\(img === 0 \|\| img > (\d+)\)/,
  shortHeadings: /headingDensity < ([\d.]+) &&/,
  weightForLinks: /weight < (\d+) &&\n\s*linkDensity > [\d.]+ \+/,
  lowWeightLinks: /linkDensity > ([\d.]+) \+ this\._linkDensityModifier\n/,
  highWeightLinks: /weight >= \d+ && linkDensity > ([\d.]+) \+/,
  embedCharacters: /embedCount === 1 && contentLength < (\d+)/,
}

const READERABLE = { leastScore: /minScore: (\d+)/, leastCharacters: /minContentLength: (\d+)/ }

const PATTERNS = {
  unlikely: /unlikelyCandidates:\s*\/(.*)\/i/,
  maybe: /okMaybeItsACandidate:\s*\/(.*)\/i/,
  positive: /positive:\s*\/(.*)\/i/,
  negative: /negative:\s*\/(.*)\/i/,
}
const LISTS = {
  scored: /DEFAULT_TAGS_TO_SCORE: "([^"]*)"/,
  roles: /UNLIKELY_ROLES: \[([^\]]*)\]/,
  blocks: /DIV_TO_P_ELEMS: new Set\(\[([^\]]*)\]/,
}

function find(source, name, pattern) {
  const [found, ...others] = [...source.matchAll(new RegExp(pattern, 'g'))]
  if (found === undefined || others.length > 0)
    throw new Error(`Readability’s source ${others.length === 0 ? 'does not contain' : 'repeats'} ${name}`)
  return found[1]
}

const findAll = (source, patterns) => Object.fromEntries(Object.entries(patterns).map(([name, one]) => [name, find(source, name, one)]))

/** Throws unless each pattern matches exactly once. @returns {Readonly<Record<string, string | readonly string[]>>} */
export function readReadability(/** @type {string} */ root) {
  const read = (name) => readFileSync(join(root, 'node_modules', '@mozilla', 'readability', name), 'utf8')
  const source = read('Readability.js')
  const lists = Object.entries(findAll(source, LISTS)).map(([name, text]) => [
    name,
    text
      .split(',')
      .map((one) => one.replace(/["\s]/g, '').toLowerCase())
      .filter(Boolean),
  ])
  return {
    ...findAll(source, NUMBERS),
    ...findAll(read('Readability-readerable.js'), READERABLE),
    ...findAll(source, PATTERNS),
    ...Object.fromEntries(lists),
  }
}

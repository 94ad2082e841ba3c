/** Exact quotations of the papers. A test searches each available paper for its quotations. */

/** The available papers. `ttr` means the slides of the talk. `ttr-print` means the first page of the printed paper. */
export type PaperId = 'cetd' | 'ttr' | 'ttr-print' | 'cuter' | 'contentex' | 'textsweeper'

export interface Quotation {
  readonly paper: PaperId
  /** Section such as `§4.2`, or the heading of a slide such as `Methodology [1]`. */
  readonly section: string
  /** The words. ` … ` marks an omission. */
  readonly quotation: string
  readonly part?: string
}

const from =
  (paper: PaperId) =>
  (section: string, quotation: string, part?: string): Quotation => ({ paper, section, quotation, ...(part !== undefined && { part }) })

const cetd = from('cetd')
const ttr = from('ttr')
const cuter = from('cuter')
const contentex = from('contentex')
const sweeper = from('textsweeper')

export const QUOTATIONS = {
  'cetd-link-quota': cetd('§2', 'identifying DOM elements which have a high ratio of text residing in hyperlink anchors'),
  'cetd-figure-1': cetd('§3', 'shown in Figure 1 as an example', 'Figure 1'),
  'cetd-example-1': cetd('§3.1', 'Below is a brief segment of HTML code from Figure 1.', 'Example 1'),
  'cetd-scripts': cetd(
    '§3.2',
    'script, comment and style tags are removed from the DOM tree because such information is not visible and would likely skew the results',
  ),
  'cetd-characters': cetd('§3.2', 'CharNumber: number of all characters in its subtree.'),
  'cetd-count': cetd(
    '§3.2',
    'number of all characters in its subtree … number of all tags in its subtree … for all child node C in N do 4: ComputeDensity(C)',
    'Algorithm 1',
  ),
  'cetd-example-2': cetd(
    '§3.2',
    'Chars=85, Tags=4, Density=21.25 … Chars=46, Tags=1, Density=46 … Chars=15, Tags=1, Density=15',
    'Example 2',
  ),
  'cetd-density': cetd('§3.2', 'the ratio of its CharNumber to its TagNumber … if T_i is 0, it should be set to 1', 'Definition 1'),
  'cetd-figure-3': cetd('§3.2', 'Figure 3 shows the resulting density-histogram', 'Figure 3'),
  'cetd-links': cetd(
    '§3.3',
    'LinkCharNumber: number of all hyperlink characters in its subtree … LinkTagNumber: number of all hyperlink tags',
  ),
  'cetd-composite': cetd(
    '§3.3',
    'its Composite Text Density (CTD_i) is … a node with too many hyperlinks and less text is less important, thus getting a low density value',
    'Definition 2',
  ),
  'cetd-body-share': cetd(
    '§3.3',
    'LC_b is the number of all hyperlink characters under the <body> tag and C_b is the number of all characters under the <body> tag',
    'Definition 2',
  ),
  'cetd-zeros': cetd('§3.3', 'when denominators of the formula are 0, set them to 1', 'Definition 2'),
  'cetd-figure-4': cetd(
    '§3.3',
    'Compared to Figure 3, Composite Text Density, shown in Figure 4, is better suited for classification',
    'Figure 4',
  ),
  'cetd-body-threshold': cetd('§4.1', "we set the <body> tag's text density as the threshold"),
  'cetd-sum': cetd('§4.2', "DensitySum is the sum of all its children's text densities", 'Definition 3'),
  'cetd-target': cetd('§4.2', 'the algorithm first finds the maximum DensitySum tag in the whole page, without thresholding'),
  'cetd-path-threshold': cetd(
    '§4.2',
    'we set the minimum text density of the node in the path from the maximum DensitySum tag to <body> tag as threshold',
  ),
  'cetd-mark': cetd('§4.2', 'extract the content by keeping its ancestors and subtrees … MarkContent(T)', 'Algorithm 2'),
  'cetd-descend': cetd('§4.2', 'if N.TextDensity ≥ threshold then … FindMaxDensitySumTag(N) … ExtractContent(C)', 'Algorithm 2'),
  'cetd-buttons': cetd('§4.3', 'buttons and drop-down lists are treated as hyperlinks'),
  'cetd-smoothing': cetd('§4.3', 'here it is simply weighted averaging with sibling nodes'),
  'cetd-lambda': cetd('§5.5', 'use a coefficient λ to adjust the threshold value … we set λ = 1'),
  'cetd-lambda-figure': cetd('§5.5', 'This precision/recall tradeoff is shown in Figure 5', 'Figure 5'),
  'cetd-lambda-limit': cetd(
    '§5.5',
    'the threshold must be lower than the text density of the <body> tag, otherwise the whole page will be viewed as noise',
  ),
  'cetd-lambda-zero': cetd(
    '§5.5',
    'a marked increase in recall and a sharp decrease in precision by reducing the threshold … When λ = 0, the recall is always 100% because all nodes in DOM are included',
  ),
  'cetd-hidden-results': cetd('§5.4', 'hidden disclaimers at the bottom of each page, with very long text … are included in the results'),
  'cetd-hidden': cetd(
    '§6.1',
    'identify the hidden elements of the pages … remove these non-visible elements before the computation of text density',
  ),

  'ttr-lines': ttr('Text-to-Tag Ratio [1]', 'for each line k to numLines( h ) do', 'Algorithm 1'),
  'ttr-remove': ttr('Text-to-Tag Ratio [1]', 'Remove all script, remark tags and empty lines', 'Algorithm 1'),
  'ttr-counts': ttr('Text-to-Tag Ratio [1]', 'x ← number of non-tag ASCII characters in h[k] y ← number of tags in h[k]', 'Algorithm 1'),
  'ttr-ratio': ttr('Text-to-Tag Ratio [1]', 'if y = 0 then TTRArray[i] ← x else TTRArray[i] ← x / y', 'Algorithm 1'),
  'ttr-histogram': ttr('Text-to-Tag Ratio [2]', 'Line Number'),
  'ttr-worst': ttr('Text-to-Tag Ratio [3]', 'Worst Case [1] Non-HTML or all content pages'),
  'ttr-blurring': ttr('Methodology [1]', 'Content Blurring'),
  'ttr-smoothing': from('ttr-print')(
    '§1',
    'we smooth the TTR histogram and then cluster the results into content and non-content sections',
  ),
  'ttr-clusters': ttr('Methodology [2]', 'K-Means, Farthest First, Expectation … 1 cluster 2 clusters 3 clusters … K-Means clustering'),
  'ttr-threshold': ttr('Methodology [3]', 'Threshold clustering based on standard deviation'),
  'ttr-prediction': ttr('Methodology [4]', 'Looks for jumps in the moving average of the TTRArray … Not formalized in this paper'),

  'cuter-pages': cuter('Abstract', 'HTML pages that include news articles from major portals and blogs'),
  'cuter-media': cuter('§III', 'any nodes that are nested into c₁ nodes and include multimedia are characterized as c₂ nodes'),
  'cuter-title': cuter('§IV', "the useful text is more likely to be after the article's title"),
  'cuter-sizes': cuter('§IV', 'The size in bytes of the text for the leaf X … The identifier of a node', 'Table 1'),
  'cuter-LP': cuter('§IV', 'LP is the link percentage of a node', 'equation 1'),
  'cuter-TP': cuter('§IV', 'TP is the text percentage of a node', 'equation 2'),
  'cuter-navigation': cuter('§IV', 'Nodes with high percentage of links usually form navigation menus, advertisements'),
  'cuter-high-TP': cuter('§IV', 'High values of the TP can be translated into nodes that can possibly form the useful text'),
  'cuter-omit': cuter('§IV', 'we omit all the nodes (and their children) with high link percentage'),
  'cuter-maxLP': cuter('§IV', 'the limit of the LP should be placed at 50%'),
  'cuter-near': cuter('§IV', 'Starting from nodes (nx) that are close to nk, if their TP is high (greater than TP(nk)/3)'),
  'cuter-largest': cuter(
    '§IV',
    'Starting from the node (nk) that has the higher TP we measure the relative distance between nk and all the other nodes',
  ),
  'cuter-rest': cuter('§IV', 'we unite nk with nx and repeat the procedure. The rest of the nodes are omitted.'),
  'cuter-empty': cuter('§IV', 'The algorithm first deletes all the nodes that do not have text'),
  'cuter-subtrees': cuter('§IV', 'Get the text length from current node and children nodes'),
  'cuter-depth-first': cuter('§IV', 'nodes []=getAllNodesDepthFirst(xml); … IX=nextNodeID++;'),
  'cuter-valid': cuter('§IV', 'A valid node contains high text percentage and low link percentage'),
  'cuter-merge': cuter('§IV', 'Merge neighbouring nodes to one node using the node ID number'),
  'cuter-first': cuter('§IV', 'The article is usually the first node with big enough content'),
  'cuter-minTP': cuter('§IV', 'minTP as the minimum acceptable text percentage (depending on each webpage)'),
  'cuter-AL': cuter('§IV', 'AL as the factor … in order to avoid content that is derived from "comments"'),

  'contentex-forms': contentex('§II.A', "Usually these tags don't contain content."),
  'contentex-scripts': contentex('§II.A', 'Scripts are codes executed by browsers, and they are not content we care.'),
  'contentex-xhtml': contentex('§II.A', 'This function is used to generate error-free web pages.'),
  'contentex-statements': contentex(
    '§II.A',
    'statements about copyright, statements about disclaimer and statements about posting messages complying with local laws',
  ),
  'contentex-filters': contentex('§III', 'we use filters to remove noises in forum pages and use remainders as extraction results'),
  'contentex-link-tables': contentex('§III.A', 'to remove navigation links, advertisements and multiple pieces of related links'),
  'contentex-words': contentex(
    '§III.A',
    '2 for each terminal node N of T: … textCnt(N) = word count of text in N; … else if N is a link node: 7 textCnt(N) = 1; … 15 textCnt(N) = textCnt(N) + textCnt(C);',
    'Figure 3, lines 2–15',
  ),
  'contentex-links': contentex(
    '§III.A',
    '2 for each terminal node N of T: … linkCnt(N) = 1; … 16 linkCnt(N) = linkCnt(N) + linkCnt(C);',
    'Figure 3, lines 2–16',
  ),
  'contentex-score': contentex('§III.A', '17 Calculate … 18 Score(N) =', 'Figure 3, lines 17–18'),
  'contentex-found': contentex(
    '§III.A',
    'a link table is found when the score of parent of the link node is below a pre-defined threshold. The link table is further extended in Steps 22-23 until the largest possible link table is found',
    'Figure 3',
  ),
  'contentex-climb': contentex('§III.A', '23 while score(parent(N)) < score(N): … 24 N = parent(N);', 'Figure 3, lines 23–24'),
  'contentex-delete': contentex('§III.A', '25 Delete N from T;', 'Figure 3, line 25'),
  'contentex-patterns': contentex(
    '§III.B',
    'patterns of noises frequently appearing in forum pages … Time pattern … IP pattern … Colon pattern … Copyright pattern … Repeated short text pattern',
  ),
  'contentex-time': contentex('§III.B', 'delete text nodes which consist of a few words and these words match time patterns'),
  'contentex-ip': contentex('§III.B', "Some forum pages show authors' IP addresses which are also common noises"),
  'contentex-colon': contentex('§III.B', 'We delete text nodes with a colon as their last non-blank word'),
  'contentex-copyright': contentex('§III.B', 'We delete text nodes containing string "all right reserved"'),
  'contentex-repeated': contentex('§III.B', 'Repeated short texts are usually generated automatically and are used as navigation messages'),

  'textsweeper-remove': sweeper('§3', 'containers, which never contain any content (like <form> or <script>)'),
  'textsweeper-activities': sweeper('§3', 'Figure 2 presents an activity diagram', 'Figure 2'),
  'textsweeper-weights': sweeper(
    '§3',
    'headings and bold text are considered more important than other elements … a bias towards long text passages',
    'equation 1',
  ),
  'textsweeper-links': sweeper(
    '§3',
    'does not only rely on the occurrence of an anchor tag, but also takes attributes such as “onclick” and the actual text into account … ends with a phrase like “Read more” or “...” … considers the element as well as its parent as a link element',
  ),
  'textsweeper-ratio': sweeper(
    '§3',
    'uses the net text length (plain text minus link text) and divides them by the number of tags, ignoring inline text tags, and the level of the node',
    'equation 2',
  ),
  'textsweeper-best': sweeper('§3', 'the node with the highest Text-to-Tag ratio which is considered to contain most of the main content'),
  'textsweeper-tolerance': sweeper(
    '§3',
    'For example, if the tolerance ratio is set to 0.9 and the node with the highest Text-to-Tag ratio has a value of 1,000, then all nodes with a ratio greater than 900 will be considered relevant',
  ),
  'textsweeper-path': sweeper('§3', 'For all relevant nodes TextSweeper detects their common path'),
  'textsweeper-cleanup': sweeper('§3', 'delete all nodes which fall below a predefined minimum text length or which mainly contain links'),
  'textsweeper-verdict': sweeper(
    '§3',
    'examines the net text length of the returned node and rejects all documents which are below a given minimum threshold',
  ),
} as const satisfies Readonly<Record<string, Quotation>>

export type QuotationId = keyof typeof QUOTATIONS

/** Returns the places of quotations in the paper, such as `§3.2, Figure 3; §3.3, Figure 4`. */
export function placesOf(cites: readonly QuotationId[]): string {
  const places = new Map<string, string[]>()
  for (const id of cites) {
    const { section, part }: Quotation = QUOTATIONS[id]
    const parts = places.get(section) ?? []
    places.set(section, part === undefined || parts.includes(part) ? parts : [...parts, part])
  }
  return [...places].map(([section, parts]) => [section, ...outermost(parts)].join(', ')).join('; ')
}

function outermost(parts: readonly string[]): string[] {
  const isQuoted = (part: string, by: string): boolean => {
    if (by.startsWith(`${part}, `)) return true
    const [inner, outer] = [linesIn(part), linesIn(by)]
    return inner !== null && outer?.of === inner.of && outer.from <= inner.from && outer.to >= inner.to
  }
  return parts.filter((part) => !parts.some((other) => other !== part && isQuoted(part, other)))
}

function linesIn(part: string): { readonly of: string; readonly from: number; readonly to: number } | null {
  const found = /^(.+), lines? (\d+)(?:–(\d+))?$/.exec(part)
  return found && { of: found[1] ?? '', from: Number(found[2]), to: Number(found[3] ?? found[2]) }
}

/** The source of a value or rule: the paper, the authors' program, the library, our choice, or a custom extractor. */
export type Origin = 'paper' | 'authors' | 'library' | 'ours' | 'yours'

/** A statement of origin `paper` cites the paper. Baselines have 'not at hand', because their papers are not available. */
export type Cited =
  | { readonly origin: 'paper'; readonly cites: readonly QuotationId[] | 'not at hand' }
  | { readonly origin: Exclude<Origin, 'paper'>; readonly cites?: readonly QuotationId[] }

const ORIGIN_WORDS: Readonly<Record<Exclude<Origin, 'paper'>, string>> = {
  authors: 'authors’ program',
  library: 'library',
  ours: 'our choice',
  yours: 'yours',
}

/** Returns an origin in words, such as `paper`, `slides` or `authors’ program`. */
export function originWords({ origin, cites = [] }: Cited): string {
  if (origin !== 'paper') return ORIGIN_WORDS[origin]
  return cites === 'not at hand' || cites.length === 0
    ? 'paper'
    : [...new Set(cites.map((id) => (QUOTATIONS[id].paper === 'ttr' ? 'slides' : 'paper')))].join(' and ')
}

import { f1 as f1Term, precision as precisionTerm, recall as recallTerm } from '../base/glossary.json'
import { overlapCounts, overlapScore, shinglePart, shingleScoreOf } from '../metrics/ngrams'
import { spaceSaving, f1Of } from '../metrics/text-scores'
import * as inputs from './measured-text'

export interface MetricInfo extends inputs.Metric {
  readonly id: MetricId
  readonly larger: boolean
}

const METRIC_LIST = [
  {
    id: 'precision',
    label: 'Precision',
    description: `${precisionTerm.text} LCS(a, b) / |a| (CETD Eq. 1).`,
    measure: (measured) => inputs.scored(measured)?.precision,
  },
  {
    id: 'recall',
    label: 'Recall',
    description: `${recallTerm.text} LCS(a, b) / |b| over words (CETD Eq. 1; the text-to-tag ratio’s LCS recall); not defined if the gold text is empty.`,
    measure: (measured) => inputs.recallIn(measured, inputs.scored(measured)?.recall),
  },
  {
    id: 'f1',
    label: 'F1',
    description: `${f1Term.text} 2PR / (P + R) per page (CETD Eq. 2).`,
    measure: (measured) => inputs.scored(measured)?.f1,
    sums: [
      {
        id: 'f1OfMeans',
        label: 'F1 of means',
        size: 2,
        part: ({ metrics: { precision, recall } }) =>
          typeof precision === 'number' && typeof recall === 'number' ? [precision, recall] : null,
        of: ([precision = 0, recall = 0], pages) => f1Of(precision / pages, recall / pages),
      },
    ],
  },
  {
    id: 'wordF1',
    label: 'Word F1',
    description:
      '2·|a ∩ b| / (|a| + |b|) over words with repetitions, as mean over pages (WCXB). A word is a sequence of letters, digits and _ in the lower-cased text. 1 if both texts are empty.',
    measure: ({ text, page }) => {
      const wanted = inputs.goldWordCounts(page)
      return wanted ? overlapScore(overlapCounts(inputs.wordCounts(text), wanted)).f1 : undefined
    },
  },
  {
    id: 'rouge5',
    label: 'ROUGE-5',
    description: rougeDescription(5),
    measure: inputs.createRouge(5),
  },
  {
    id: 'shingleF1',
    label: 'Shingle F1',
    description:
      'F1 per page, over all sequences of 4 words with repetitions. The article extraction benchmark prints a different value, F1 of mean precision and mean recall: see the column “Shingle F1 of means”.',
    measure: (measured) => {
      const found = inputs.shingles(measured)
      return found ? overlapScore(found).f1 : undefined
    },
    counts: (measured) => ({ shingles: inputs.shingles(measured) }),
    sums: [
      {
        id: 'shingleF1OfMeans',
        label: 'Shingle F1 of means',
        size: 4,
        part: ({ counts }) => (counts?.shingles ? shinglePart(counts.shingles) : null),
        of: (sums) => shingleScoreOf(sums).f1,
      },
    ],
  },
  {
    id: 'cleanEval',
    label: 'CleanEval',
    description: 'LCS / (|a| + |b| − LCS) over words (CleanEval’s alignment score; CETD Eqs. 3, 4).',
    measure: (measured) => inputs.scored(measured)?.cleaneval,
  },
  {
    id: 'edr',
    label: 'EDR',
    description: '1 − Levenshtein(a, b) / max(|a|, |b|) over words (edit distance ratio of the slides about the text-to-tag ratio).',
    measure: (measured) => inputs.scored(measured)?.editDistanceRatio,
  },
  {
    id: 'editSimilarity',
    label: 'Edit similarity',
    description: '1 − Levenshtein(a, b) / max(|a|, |b|) over characters (WebMainBench’s text_edit). Slow on long texts.',
    costly: true,
    measure: (measured) => inputs.edits(measured)?.edit,
  },
  {
    id: 'levenshteinRatio',
    label: 'Levenshtein ratio',
    description: '2·LCS(a, b) / (|a| + |b|) over characters (the ratio of Levenshtein libraries). Slow on long texts.',
    costly: true,
    measure: (measured) => inputs.edits(measured)?.ratio,
  },
  {
    id: 'markdownEdit',
    label: 'Markdown edit',
    description:
      '1 − Levenshtein(a, b) / max(|a|, |b|) over characters of the kept nodes as Markdown and the gold text as Markdown. Slow on long texts.',
    costly: true,
    markdown: true,
    measure: (measured) => inputs.edits(measured)?.edit,
  },
  {
    id: 'markdownRatio',
    label: 'Markdown ratio',
    description:
      '2·LCS(a, b) / (|a| + |b|) over characters of the kept nodes as Markdown and the gold text as Markdown. Slow on long texts.',
    costly: true,
    markdown: true,
    measure: (measured) => inputs.edits(measured)?.ratio,
  },
  {
    id: 'markdownRouge5',
    label: 'Markdown ROUGE-5',
    description: 'ROUGE-5 of the kept nodes as Markdown and the gold text as Markdown (WebMainBench’s main metric).',
    costly: true,
    markdown: true,
    measure: inputs.createRouge(5),
  },
  {
    id: 'accuracy',
    label: 'Accuracy',
    description: 'Bytes of common tokens / bytes of tokens in the gold text (CUTER).',
    measure: (measured) => inputs.recallIn(measured, inputs.scored(measured)?.accuracy),
  },
  {
    id: 'noise',
    label: 'Noise',
    description: '1 − bytes of common tokens / bytes of the kept tokens (CUTER). 1 if nothing of a non-empty gold text was kept.',
    larger: false,
    measure: (measured) => inputs.scored(measured)?.noise,
  },
  {
    id: 'weightedPrecision',
    label: 'Weighted P',
    description: 'Precision weighted by token length (ContentEx).',
    measure: (measured) => inputs.weighted(measured)?.precision,
    sums: [inputs.lengthSums('microPrecision', 'Weighted P, micro', ({ precision }) => precision)],
  },
  {
    id: 'weightedRecall',
    label: 'Weighted R',
    description: 'Recall weighted by token length (ContentEx).',
    measure: (measured) => inputs.recallIn(measured, inputs.weighted(measured)?.recall),
    sums: [inputs.lengthSums('microRecall', 'Weighted R, micro', ({ recall }) => recall)],
  },
  {
    id: 'snippetAccuracy',
    label: 'Snippet accuracy',
    description: 'Share of correct snippets per page: wanted snippets kept, unwanted snippets dropped (trafilatura).',
    needs: 'snippets',
    measure: (measured) => inputs.snippetsScore(measured)?.accuracy,
    counts: (measured) => ({ snippets: inputs.snippets(measured) }),
    sums: [
      inputs.snippetSums('microSnippetAccuracy', 'Snippet accuracy, micro', ({ accuracy }) => accuracy),
      inputs.snippetSums('microSnippetF1', 'Snippet F1, micro', ({ f1 }) => f1),
    ],
  },
  {
    id: 'snippetsWith',
    label: 'Wanted snippets',
    description: 'Share of the wanted snippets that were kept; white space counts as one space.',
    needs: 'with',
    measure: (measured) => (measured.page.snippets.with.length > 0 ? inputs.snippetsScore(measured)?.recall : undefined),
  },
  {
    id: 'snippetsWithout',
    label: 'Unwanted snippets',
    description: 'Share of the unwanted snippets that were dropped; white space counts as one space.',
    needs: 'without',
    measure: (measured) => (measured.page.snippets.without.length > 0 ? inputs.snippetsScore(measured)?.specificity : undefined),
  },
  {
    id: 'wcxbWith',
    label: 'WCXB with',
    description:
      'Share of the wanted snippets that were kept, as counted by WCXB’s evaluate.py: ignores case, but not white space; 1 on pages of WCXB without wanted snippets.',
    needs: 'with',
    measure: ({ text, page }) => inputs.wcxbShare(text, page, page.snippets.with),
  },
  {
    id: 'wcxbWithout',
    label: 'WCXB without',
    description: 'Share of the unwanted snippets that were kept, as in WCXB’s evaluate.py; 1 on pages of WCXB without such snippets.',
    needs: 'without',
    larger: false,
    measure: ({ text, page }) => inputs.wcxbShare(text, page, page.snippets.without),
  },
  {
    id: 'spaceSaving',
    label: 'Space saving',
    description: '1 − bytes of the kept text / bytes of the HTML. No value if nothing was kept.',
    needs: 'nothing',
    measure: (measured) => spaceSaving(inputs.sizes(measured)),
    counts: (measured) => ({ sizes: inputs.sizes(measured) }),
    sums: [
      {
        id: 'totalSpaceSaving',
        label: 'Space saving, total',
        size: 2,
        // If nothing was kept, the page adds nothing to the sums.
        part: ({ counts }) => (counts?.sizes ? (counts.sizes.text === 0 ? [0, 0] : [counts.sizes.html, counts.sizes.text]) : null),
        of: ([html = 0, text = 0]) => spaceSaving({ html, text }),
      },
    ],
  },
  {
    id: 'spaceSavingGzip',
    label: 'Space saving, gzip',
    description: '1 − bytes of the kept text / bytes of the HTML, both compressed by gzip.',
    needs: 'nothing',
    measure: ({ text, page }) => spaceSaving({ html: inputs.htmlGzip(page), text: text === '' ? 0 : page.gzipSize(text) }),
  },
] as const satisfies readonly inputs.Metric[]

/** The id of a metric in the list, or of ROUGE-N with an N from 1 to 20 other than 5. */
export type MetricId = (typeof METRIC_LIST)[number]['id'] | `rouge${number}`

export const METRICS: readonly MetricInfo[] = METRIC_LIST.map((metric) => ({ larger: true, ...metric }))

export const METRIC_IDS: readonly MetricId[] = METRIC_LIST.map(({ id }) => id)

function rougeDescription(n: number): string {
  return `F1 over all sequences of ${n} tokens with repetitions (ROUGE-N, Lin 2004; WebMainBench prints N = 5). White space and punctuation are also tokens. Chinese text is divided into characters.`
}

/** Returns N of `rougeN`; null for other metrics. */
function rougeSize(id: string): number | null {
  const n = Number(/^rouge([1-9]\d?)$/.exec(id)?.[1] ?? 0)
  return n >= 1 && n <= 20 ? n : null
}

/** Returns the metric with a name; null if unknown. `lcsRecall` is the previous name of recall. */
export function metricOfName(name: string): MetricId | null {
  const n = rougeSize(name)
  if (n !== null) return `rouge${n}`
  return METRIC_IDS.find((id) => id === (name === 'lcsRecall' ? 'recall' : name)) ?? null
}

export function metricInfo(id: MetricId): MetricInfo {
  const known = METRICS.find((metric) => metric.id === id)
  if (known) return known
  const n = rougeSize(id) ?? 0
  return { id, label: `ROUGE-${n}`, description: rougeDescription(n), larger: true, measure: inputs.createRouge(n) }
}

/** Extraction libraries in Python and on npm. Each installed library runs as an external program. */
import type { ProgramDescription } from '../own/program-protocol'
import { JUSTEXT, READABILITY_LXML, TRAFILATURA, type LibraryRules } from './field-rules'

export type FieldLanguage = 'python' | 'npm'

export interface FieldPeer {
  readonly id: string
  readonly title: string
  readonly language: FieldLanguage
  /** Name of the package in the registry of the language. `version` is the version that produced our results. */
  readonly library: string
  readonly version: string
  /** Sentence about the source of the package, if no registry has the package. */
  readonly elsewhere?: string
  readonly source: NonNullable<ProgramDescription['source']>
  readonly summary: string
  readonly params: ProgramDescription['params']
  readonly libraryRules?: LibraryRules
}

type Param = ProgramDescription['params'][string]

const number = (label: string, description: string, value: number, [min, max, step]: readonly [number, number, number]): Param => {
  return { kind: 'number', label, description, default: value, min, max, step }
}
const boolean = (label: string, description: string, value: boolean): Param => {
  return { kind: 'boolean', label, description, default: value }
}
const choice = (label: string, description: string, values: readonly string[]): Param => {
  return { kind: 'choice', label, description, default: values[0], options: values.map((value) => ({ value, label: value })) }
}

const source = (authors: string, title: string, venue: string, year: number): FieldPeer['source'] => ({ authors, title, venue, year })

const peer = (
  language: FieldLanguage,
  id: string,
  version: string,
  more: Pick<FieldPeer, 'source' | 'summary'> & Partial<FieldPeer>,
): FieldPeer => ({ id, title: id, language, library: id, version, params: {}, ...more })

export const FIELD_PEERS: readonly FieldPeer[] = [
  peer('python', 'trafilatura', '2.3.1', {
    source: source('Barbaresi', 'Trafilatura: a web scraping library and command-line tool', 'ACL demos', 2021),
    summary: 'Rules over XPath expressions, with jusText and readability as fallbacks.',
    params: {
      focus: choice('focus', 'Metric that the library favours.', ['balanced', 'precision', 'recall']),
      comments: boolean('comments', 'Whether comments belong to the text.', true),
      tables: boolean('tables', 'Whether tables belong to the text.', true),
    },
    libraryRules: TRAFILATURA,
  }),
  peer('python', 'readability-lxml', '0.9', {
    source: source('Arc90, Babich', 'readability-lxml', 'Python package', 2025),
    summary: 'Arc90’s Readability in Python.',
    params: {
      minTextLength: number('least text', 'Minimum characters of a paragraph that gets points.', 25, [0, 1000, 5]),
      retryLength: number(
        'retry length',
        'Minimum characters of the article’s HTML. If the HTML is shorter, the library makes a second attempt.',
        250,
        [0, 5000, 50],
      ),
    },
    libraryRules: READABILITY_LXML,
  }),
  peer('python', 'justext', '3.0.2', {
    title: 'jusText',
    source: source('Pomikálek', 'Removing boilerplate and duplicate content from web corpora', 'PhD thesis', 2011),
    summary: 'Classifies blocks by length, link density and stop words, then adjusts the classes to the neighbours.',
    params: {
      language: choice('language', 'Language of the stop words.', [
        ...['English', 'none', 'Arabic', 'Czech', 'Danish', 'Dutch', 'Finnish', 'French', 'German', 'Greek', 'Hungarian', 'Italian'],
        ...['Korean', 'Polish', 'Portuguese', 'Romanian', 'Russian', 'Slovak', 'Spanish', 'Swedish', 'Turkish', 'Ukrainian'],
      ]),
      lengthLow: number('length, low', 'A block with fewer characters than this is short.', 70, [0, 1000, 10]),
      lengthHigh: number('length, high', 'A block with more characters than this is long.', 200, [0, 2000, 10]),
      stopwordsLow: number('stop words, low', 'Minimum stop-word share of near-good blocks.', 0.3, [0, 1, 0.01]),
      stopwordsHigh: number('stop words, high', 'Minimum stop-word share of good blocks.', 0.32, [0, 1, 0.01]),
      maxLinkDensity: number('link density', 'Blocks with a share of link characters above this value are boilerplate.', 0.2, [0, 1, 0.01]),
    },
    libraryRules: JUSTEXT,
  }),
  peer('python', 'resiliparse', '2.0.1', {
    title: 'Resiliparse',
    source: source('Bevendorff et al.', 'Elastic ChatNoir: search engine for the ClueWeb and the Common Crawl', 'ECIR', 2018),
    summary: 'Rules over CSS selectors, written in C++ to read web archives fast.',
    params: {
      comments: boolean('comments', 'Whether comments belong to the text.', true),
      alternatives: boolean('alternative texts', 'Whether the alternative texts of pictures belong to the text.', false),
    },
  }),
  peer('python', 'newspaper4k', '0.9.6', {
    source: source('Ou-Yang, Paraschiv', 'newspaper4k', 'Python package', 2025),
    summary: 'Scores the ancestors of paragraphs by stop words. Made for news.',
  }),
  peer('python', 'goose3', '3.1.22', {
    source: source('Gravity Labs et al.', 'goose3', 'Python package', 2025),
    summary: 'Scores the ancestors of paragraphs by stop words, as the other Goose libraries do.',
  }),
  peer('python', 'boilerpy3', '1.0.7', {
    title: 'BoilerPy3',
    source: source('Kohlschütter et al.; Riebold', 'Boilerplate detection using shallow text features', 'WSDM', 2010),
    summary: 'boilerpipe in Python: text density and link density of blocks and of their neighbours.',
    params: {
      extractor: choice('extractor', 'The extractor of the library.', [
        ...['ArticleExtractor', 'DefaultExtractor', 'LargestContentExtractor', 'CanolaExtractor', 'KeepEverythingExtractor'],
        ...['ArticleSentencesExtractor', 'NumWordsRulesExtractor'],
      ]),
    },
  }),
  peer('python', 'magic-html', '0.1.8', {
    elsewhere: 'PyPI does not have this library. Its authors publish it at github.com/opendatalab/magic-html.',
    source: source('OpenDataLab', 'magic-html', 'Python package', 2026),
    summary: 'Rules for articles, forums and other pages. Needs Python 3.12.',
  }),
  peer('npm', 'postlight-parser', '2.2.3', {
    title: 'Postlight Parser',
    library: '@postlight/parser',
    source: source('Postlight', '@postlight/parser, once Mercury', 'github.com/postlight/parser', 2022),
    summary: 'Arc90’s scores, and rules for single sites.',
  }),
  peer('npm', 'article-extractor', '9.0.1', {
    library: '@extractus/article-extractor',
    source: source('Extractus', '@extractus/article-extractor', 'github.com/extractus/article-extractor', 2026),
    summary: 'Mozilla’s Readability with rules for single sites.',
  }),
]

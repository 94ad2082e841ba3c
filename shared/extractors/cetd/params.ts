import { zeroRule as zeroRuleTerm } from '../../base/glossary.json'
import { boolean, choice, numberIn } from '../core/params'

export const params = {
  lambda: numberIn(0, 2, 0.01, {
    label: 'λ',
    word: 'threshold',
    default: 1,
    origin: 'paper',
    cites: ['cetd-lambda', 'cetd-lambda-figure', 'cetd-lambda-limit', 'cetd-lambda-zero'],
    description:
      'Coefficient of the threshold (§5.5, Figure 5). The paper sets 1. Lower values keep more, higher values keep less, and 0 keeps everything. Values above 1 exceed the limit of the paper: “the threshold must be lower than the text density of the <body> tag” (§5.5).',
  }),
  targetOnly: boolean({
    label: 'Target only',
    default: false,
    origin: 'ours',
    description:
      'Keep only the target. This suits pages with one article. On other pages, comments, products and lists are dropped. λ has no effect.',
  }),
  zeroRule: choice({
    label: 'Zero rule',
    default: 'authors',
    asPrinted: 'denominators',
    options: [
      { value: 'authors', label: 'zeros become 1 everywhere' },
      { value: 'denominators', label: 'only in denominators' },
    ],
    origin: 'authors',
    cites: ['cetd-zeros'],
    description: `${zeroRuleTerm.text} Here: zero counts in Definition 2 (§3.3). The paper: "when denominators of the formula are 0, set them to 1"; the authors’ program sets T, LC, LT and ¬LC to 1 everywhere.`,
  }),
  linkWrappers: boolean({
    label: 'Count link wrappers',
    default: true,
    asPrinted: false,
    origin: 'authors',
    cites: ['cetd-links'],
    description:
      'Whether an element that contains only links, such as an item of a menu, counts as a link tag (LT). The paper counts "hyperlink tags" (§3.3); the authors’ program also counts such elements.',
  }),
  densitySum: choice({
    label: 'DensitySum',
    default: 'with-text-runs',
    asPrinted: 'child-elements',
    options: [
      { value: 'with-text-runs', label: 'children and own text' },
      { value: 'child-elements', label: 'child elements only' },
    ],
    origin: 'authors',
    cites: ['cetd-sum'],
    description:
      'The terms of Definition 3 (§4.2): the child elements as printed, or also the runs of the element’s own text as in the authors’ program.',
  }),
  keepPathText: boolean({
    label: 'Keep text on the path',
    default: false,
    asPrinted: true,
    origin: 'ours',
    cites: ['cetd-mark'],
    description: 'Whether direct text of the ancestors of kept content is kept. The paper keeps "its ancestors and subtrees" (§4.2).',
  }),
  dropHidden: boolean({
    label: 'Drop hidden elements',
    default: true,
    asPrinted: false,
    origin: 'authors',
    cites: ['cetd-hidden', 'cetd-hidden-results'],
    description:
      'Remove elements that a browser does not display because of an attribute, an inline style or, if the capture has layout, a computed style. The paper keeps these elements (§5.4); §6.1 names the removal as future work.',
  }),
} as const

export const smoothingParams = {
  threshold: choice({
    label: 'Threshold',
    default: 'path',
    asPrinted: 'body',
    options: [
      { value: 'path', label: 'smallest density on the path to the target' },
      { value: 'body', label: 'density of body' },
    ],
    origin: 'paper',
    cites: ['cetd-body-threshold', 'cetd-path-threshold'],
    description: '§4.1 uses the density of body; §4.2 replaces it by the smallest density on the path from the target to body.',
  }),
  radius: numberIn(0, 5, 1, {
    label: 'Radius',
    default: 1,
    origin: 'ours',
    cites: ['cetd-smoothing'],
    description:
      'Number of siblings on each side in the average. The paper states only "simply weighted averaging with sibling nodes" (§4.3).',
  }),
  weights: choice({
    label: 'Weights',
    default: 'binomial',
    options: [
      { value: 'binomial', label: '1-2-1 (binomial)' },
      { value: 'uniform', label: 'uniform' },
    ],
    origin: 'ours',
    description: 'Weights of the average. The binomial weights are 1-2-1 for radius 1.',
  }),
} as const

import { BLOCK_MEASURES } from '../../shared/extractors/lens/measures'
import { foldsOf, type Lesson } from './lesson'
import { logOddsOfPage, trainTerms } from './models'
import type { TrainingPage } from './pages'

export const GROUPS: readonly (readonly [name: string, has: (id: string) => boolean])[] = [
  ['marks of class and id', (id) => id.startsWith('class-') || id.startsWith('item-')],
  ['marks of tags and roles', (id) => id.startsWith('tag-') || id.startsWith('role-')],
  ['zones of marks', (id) => /^(?:against|for|zone|text-kind|tag-kind)/.test(id)],
  ['landmarks', (id) => id.startsWith('outside-')],
  ['densities', (id) => id.includes('density')],
  ['container', (id) => id.startsWith('readable')],
  ['headings', (id) => /h1|heading|paragraph$/.test(id)],
  ['repeats', (id) => /^(?:repeats|group|sibling)/.test(id)],
  ['neighbours', (id) => /^(?:previous|next|near|wide|same|longest)/.test(id)],
  ['links', (id) => /(?:^|-)links?(?:-share|-kind)?$/.test(id)],
  ['tag paths', (id) => id.startsWith('path-')],
  ['place and depth', (id) => /^(?:place|words-before|words-after|depth|block-place)$/.test(id)],
  ['articles, prose and cards', (id) => /^(?:article-|card-|prose-|branch-prose)|^(?:longest-share|dates-before)$/.test(id)],
  ['title and words shared', (id) => /^(?:title-|since-title|shared-words|new-words|repeat-before)/.test(id)],
  ['wording', (id) => /^(?:says|commas|stops|digits|capitals|ends|starts-as|symbols|sentences)/.test(id)],
]

/** Fewer terms than in the stored scorecard, to save time. */
const TERMS = 20

const SHARES = [0.25, 0.5, 0.75]

type Predict = (page: TrainingPage) => Float64Array
type CrossValidate = (trainOn: (lesson: Lesson) => Predict) => ReadonlyMap<TrainingPage, number>

/**
 * Cross-validates the first pass of the scorecard: trained on parts of the training pages, and trained without one group of measures at a
 * time. Omits the second pass to save time.
 * @param wanted parts of row names, separated by commas; all rows if empty
 */
export function tellStudy(
  wanted: string,
  crossValidate: CrossValidate,
  tell: (name: string, scores: ReadonlyMap<TrainingPage, number>) => void,
): void {
  const scorecard = (train: Lesson, ids?: readonly string[]): Predict => {
    const model = trainTerms(train, { ...(ids && { ids }), terms: TERMS })
    return (page) => logOddsOfPage(model, page, train.steps)
  }
  const rows: [name: string, trainOn: (lesson: Lesson) => Predict][] = [
    ...SHARES.map((share): (typeof rows)[number] => [
      `${share * 100} % of the pages`,
      (train) => scorecard({ ...train, pages: shareOf(train.pages, share) }),
    ]),
    ...GROUPS.map(([name, has]): (typeof rows)[number] => {
      const ids = BLOCK_MEASURES.map(({ id }) => id).filter((id) => !has(id))
      return [`without ${name}`, (train) => scorecard(train, ids)]
    }),
  ]
  for (const [name, trainOn] of rows) if (wanted.split(',').some((part) => name.includes(part))) tell(name, crossValidate(trainOn))
}

export function shareOf(pages: readonly TrainingPage[], share: number): TrainingPage[] {
  const some = new Set(
    foldsOf(pages, 4)
      .slice(0, share * 4)
      .flat(),
  )
  return pages.filter((page) => some.has(page))
}

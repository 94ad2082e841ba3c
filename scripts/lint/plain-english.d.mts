export interface Hit {
  readonly path: string
  readonly kind: 'prose' | 'comment'
  readonly line: number
  readonly phrase: string
  readonly advice: string
  readonly text: string
}
type Counts = Readonly<Record<string, Readonly<Record<Hit['kind'], number>>>>
export function findPhrases(path: string, code: string): readonly Omit<Hit, 'path'>[]
export function findAll(prefixes?: readonly string[]): readonly Hit[]
export function countByArea(hits: readonly Hit[]): Counts
export function readBudgets(): Counts

export interface Hit {
  readonly path: string
  readonly kind: 'prose' | 'comment'
  readonly line: number
  readonly phrase: string
  readonly advice: string
  readonly text: string
}
export function findPhrases(path: string, code: string): readonly Omit<Hit, 'path'>[]
export function findAll(prefixes?: readonly string[]): readonly Hit[]

import stored from './paper-tables.json'

export type OurFigures = ReadonlyMap<string, Readonly<Partial<Record<string, number | null>>>>

interface PrintedOf {
  readonly extractor?: string
  readonly figure?: string
  readonly params?: { readonly cluster?: string }
}

interface PrintedPaper {
  readonly paper: string
  readonly corpus: string
  readonly notes: readonly string[]
  readonly tables: readonly {
    readonly table: string
    readonly caption: string
    readonly all: PrintedOf
    readonly columns: readonly (PrintedOf & { readonly name: string })[]
    readonly rows: readonly (PrintedOf & { readonly name: string; readonly values: readonly number[] })[]
  }[]
}

function settingOf({ extractor = '', params }: PrintedOf): string {
  return params?.cluster === undefined || params.cluster === 'k-means' ? extractor : `${extractor}, ${params.cluster}`
}

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`

export function paperTables(ours: OurFigures, pages: number): string {
  const figureOf = (of: PrintedOf): string => {
    const value = ours.get(settingOf(of))?.[of.figure ?? '']
    return value === undefined || value === null ? '–' : (value * 100).toFixed(2)
  }
  const parts = (stored as readonly PrintedPaper[]).flatMap(({ paper, corpus, notes, tables }) => [
    `## ${paper}`,
    `Pages of the paper: ${corpus}.`,
    ...tables.map(({ table, caption, all, columns, rows }) => {
      // Our scores are the last column if the rows are extractors, otherwise the last row.
      const isByRow = rows.some(({ extractor }) => extractor !== undefined)
      const head = ['', ...columns.map(({ name }) => name), ...(isByRow ? ['ours'] : [])]
      const lines = rows.map((of) => [of.name, ...of.values, ...(isByRow ? [figureOf({ ...all, ...of })] : [])])
      const last = isByRow ? [] : [['ours', ...columns.map((column) => figureOf({ ...all, ...column }))]]
      return [
        `**${table}.** ${caption}`,
        '',
        row(head),
        row(head.map((_, i) => (i === 0 ? '---' : '--:'))),
        ...[...lines, ...last].map(row),
      ].join('\n')
    }),
    ...notes.map((note) => `- ${note}`),
  ])
  return `# The papers’ tables beside ours

Written by \`npm run score\`; do not edit. Each paper measured its values on other web pages. Values are percentages, except counts. “Ours” is our score with default parameters (for TTR, with the clustering of the column) on the ${pages} pages of the article extraction benchmark. Because the pages differ, compare only the order of magnitude. A dash marks a missing score.

${parts.join('\n\n')}
`
}

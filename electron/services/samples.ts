import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { failure, FailureError } from '../../shared/base/failure'
import type { Source } from '../../shared/contract/source'

const Sample = z.object({
  id: z.string(),
  file: z.string(),
  title: z.string(),
  description: z.string(),
  pageType: z.string(),
  url: z.string(),
  mode: z.enum(['source', 'rendered']),
})
export type Sample = z.infer<typeof Sample>

export interface Samples {
  list(): Promise<readonly Sample[]>
  /** The sample as pasted HTML. @throws FailureError `sample.unknown`. */
  source(id: string): Promise<Source>
}

/** Reads the shipped samples from their folder (`index.json` and `pages/`). */
export function createSamples(folder: string): Samples {
  let index: Promise<readonly Sample[]> | null = null
  const list = (): Promise<readonly Sample[]> =>
    (index ??= readFile(join(folder, 'index.json'), 'utf8').then((json) => z.array(Sample).parse(JSON.parse(json))))
  return {
    list,
    async source(id) {
      const samples = await list()
      const sample = samples.find((s) => s.id === id)
      if (!sample)
        throw new FailureError(
          failure('sample.unknown', `There is no sample "${id}".`, `The samples are: ${samples.map((s) => s.id).join(', ')}.`),
        )
      return { kind: 'html', html: await readFile(join(folder, 'pages', sample.file), 'utf8'), name: sample.title, url: sample.url }
    },
  }
}

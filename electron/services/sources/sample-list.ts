import { z } from 'zod'
import { failed } from '../../../shared/base/failure'
import type { Source } from '../../../shared/contract/capture'

export const FIRST_SAMPLE = 'news-article'

const Sample = z.object({
  id: z.string(),
  file: z.string(),
  title: z.string(),
  description: z.string(),
  pageType: z.string(),
  url: z.string(),
  mode: z.enum(['source', 'rendered']),
})
type Sample = z.infer<typeof Sample>

export type Samples = ReturnType<typeof samplesOf>

export function samplesOf(read: (path: string) => Promise<string>) {
  let index: Promise<readonly Sample[]> | null = null
  const list = (): Promise<readonly Sample[]> => (index ??= read('index.json').then((json) => z.array(Sample).parse(JSON.parse(json))))
  return {
    list,
    async source(id: string): Promise<Source> {
      const samples = await list()
      const sample = samples.find((s) => s.id === id)
      if (!sample) throw failed('sample.unknown', `There is no sample "${id}".`, `The samples are: ${samples.map((s) => s.id).join(', ')}.`)
      return { kind: 'html', html: await read(`pages/${sample.file}`), name: sample.title, url: sample.url }
    },
    async gold(id: string): Promise<string | null> {
      const samples = await list()
      return samples.some((sample) => sample.id === id) ? read(`gold/${id}.txt`).catch(() => null) : null
    },
  }
}

import { join } from 'node:path'
import { cleanEvalText, readCleanEval } from '../../../../shared/gold/formats/cleaneval'
import { contentOf, recordNamed } from '../page-record'
import type { Layout } from './layout'

const HTML_FILE = /^(.+)\.x?html?(?:\.gz)?$/i

/** `.html` or `.html.gz` files, with gold text in `X.txt` or `X-cleaned.txt` where there is one (CleanEval's marks understood). */
export const pagesWithTexts: Layout = {
  name: '.html or .html.gz files, each with a .txt of the same name',
  recognises: async (folder) => (await folder.names()).some((name) => HTML_FILE.test(name)),
  async *pages(folder) {
    const names = await folder.names()
    const there = new Set(names)
    for (const name of names) {
      const id = HTML_FILE.exec(name)?.[1]
      if (id === undefined) continue
      const gold = [`${id}.txt`, `${id}-cleaned.txt`].find((file) => there.has(file))
      yield recordNamed(id, join(folder.path, name), {
        async read() {
          const text = gold === undefined ? null : readCleanEval(await folder.text(gold))
          const content = contentOf({ text: text && cleanEvalText(text), snippets: null, pageType: null }, await folder.html(name))
          return { ...content, url: text?.url ?? null }
        },
      })
    }
  },
}

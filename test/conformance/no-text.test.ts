import { describe, expect, it } from 'vitest'
import { registry } from '../../electron/peers/registry'
import { runOnHtml } from './run-on-html'

const OURS = registry.list().flatMap(({ id, family }) => (family === 'peer' ? [] : [id]))

describe.each(OURS)('%s', (id) => {
  it.each(['', '<body><img src=a.png>', '<frameset><frame src=a></frameset>', '<script>var a = "text"</script>'])(
    'gives an empty selection and a warning for %j',
    (html) => {
      for (const preset of ['default', 'as-printed'] as const) {
        const { text, warnings } = runOnHtml(id, html, { preset }).extraction
        expect({ text, warnings: warnings.length }).toEqual({ text: '', warnings: 1 })
      }
    },
  )
})

it.each(['bte', 'ttr'])('%s reads a page nested 100,000 deep', (id) =>
  expect(runOnHtml(id, `${'<div>\n'.repeat(100_000)}text of the page`).extraction.text).toBe('text of the page'),
)

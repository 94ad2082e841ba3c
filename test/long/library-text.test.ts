/** Readability and Defuddle give the same text as on jsdom. Decision 0036 lists exceptions. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LIBRARY_IDS, textsOf } from '../fixtures/on-jsdom'
import { realPages, WCXB } from '../fixtures/real-pages'

const INPUTS = join(import.meta.dirname, '../../../shared/reviews/inputs')
/** Pages with more levels than the limit of libraries. */
const TOO_DEEP = /^deep-/

function* pages(): Generator<{ readonly name: string; readonly html: string }> {
  for (const name of existsSync(INPUTS) ? readdirSync(INPUTS) : [])
    if (name.endsWith('.html') && !TOO_DEEP.test(name)) yield { name, html: readFileSync(join(INPUTS, name), 'utf8') }
  if (existsSync(WCXB)) for (const { name, page } of realPages(WCXB)) yield { name, html: page.html }
}

describe.skipIf(!existsSync(INPUTS) && !existsSync(WCXB)).each(LIBRARY_IDS)('the text of %s', (id) => {
  it('equals its text on jsdom', { timeout: 7_200_000 }, () => {
    const differing: string[] = []
    for (const { name, html } of pages()) {
      const { onJsdom, here } = textsOf(id, html)
      if (onJsdom !== here) differing.push(name)
    }
    expect(differing).toEqual([])
  })
})

/** `boilerscope why`: prints the same reason of an element as the window. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { WhyAnswer } from '../../shared/explain/why-answer'
import { runCliHere, type ProgramRun } from '../fixtures/run-program'
import { folderForAll } from '../fixtures/temporary-folder'
import { buildPrograms } from './built-programs'

const folder = folderForAll('cli-why')
let out: string
beforeAll(async () => {
  out = await buildPrograms()
  const words = 'A sentence of the article that is long enough to count, with a comma or two, as articles have. '.repeat(12)
  const html = `<title>A long day in the harbour</title><body><main><h1>A long day in the harbour</h1><p>${words}</p><p>${words}</p></main>
<div id=ads class=sidebar><p>Some words beside the article, which nobody needs.</p></div>`
  writeFileSync(join(folder, 'page.html'), html)
})

const why = (...args: string[]): Promise<ProgramRun> =>
  runCliHere(['why', 'page.html', ...args, '--search', '1'], { workers: out, input: '', cwd: folder })
const answer = async (...args: string[]): Promise<WhyAnswer> => JSON.parse((await why(...args, '--format', 'json')).out) as WhyAnswer

describe('boilerscope why', () => {
  it('prints sentence, rule, value, limit, deciding element and what would change it', async () => {
    const { out: text, code } = await why('#ads', '--extractor', 'readability')
    expect(code).toBe(0)
    for (const line of ['Element: div#ads', 'Why: Dropped', 'Rule: ', 'Value: ', 'Limit: ', 'Decided about: ', 'What would change it: '])
      expect(text).toContain(line)
  })

  it('gives a dropped heading the reason of its text, by selector and by text alike', async () => {
    const bySelector = await answer('h1', '--extractor', 'defuddle')
    expect(bySelector).toMatchObject({ status: 'dropped', decided: { rule: 'heading repeats the title', value: null, limit: null } })
    expect((await answer('--text', 'long day in the harbour', '--extractor', 'defuddle')).decided).toEqual(bySelector.decided)
  })

  it('gives value and limit of a comparison', async () => {
    const { decided } = await answer('#ads', '--extractor', 'cectd-ds')
    expect(decided).toMatchObject({ value: expect.any(Number) as number, limit: expect.any(Number) as number })
  })

  it('writes the same as a Markdown report', async () => {
    const { out: report } = await why('#ads', '--extractor', 'lqf', '--report')
    expect(report).toMatch(/^## Why lqf \w+ div\\#ads/)
    expect(report).toContain('- **Rule:**')
  })

  it('refuses an unknown element, a bad selector, and both ways at once', async () => {
    expect((await why('#nobody')).code).toBe(1)
    expect((await why('p[')).code).toBe(2)
    expect((await why('p', '--text', 'words')).code).toBe(2)
  })
})

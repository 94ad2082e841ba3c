import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { root } from '../../scripts/ensure.mjs'

const folder = join(root, '.github', 'workflows')
const workflows = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

describe.each(workflows)('%s', (_name, text) => {
  test('names every action by its commit, and says which version that is', () => {
    const uses = [...text.matchAll(/uses: (.+)/g)].map(([, what]) => what)
    expect(uses.length).toBeGreaterThan(2)
    for (const what of uses) expect(what).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  test('may read and nothing else, except where a job says so, and leaves no credentials lying about', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
    const checkouts = text.match(/actions\/checkout@/g) ?? []
    expect(text.match(/persist-credentials: false/g) ?? []).toHaveLength(checkouts.length)
    expect(text).not.toMatch(/pull_request_target|\$\{\{ *github\.event\./)
  })

  test('ends what hangs', () => expect(text.match(/runs-on:/g)).toHaveLength((text.match(/timeout-minutes:/g) ?? []).length))

  test('runs scripts that there are', () => {
    for (const [, name] of text.matchAll(/npm run ([\w-]+)/g)) expect(manifest.scripts).toHaveProperty(name ?? '')
    for (const [, file] of text.matchAll(/node (scripts\/[\w.-]+)/g)) expect(() => readFileSync(join(root, file ?? ''))).not.toThrow()
  })
})

test('only the draft of a release and the web site may write', () => {
  const writes = workflows.flatMap(([name, text]) => [...text.matchAll(/^ +([\w-]+): write$/gm)].map(([, scope]) => `${name} ${scope}`))
  expect(writes).toEqual([
    'pages.yml pages',
    'pages.yml id-token',
    'release.yml contents',
    'release.yml id-token',
    'release.yml attestations',
  ])
})

test('actionlint finds nothing', async (context) => {
  const program = join(root, 'node_modules', 'github-actionlint', 'dist', 'bin', 'actionlint.js')
  try {
    const files = workflows.map(([name]) => join('.github', 'workflows', name))
    await promisify(execFile)(process.execPath, [program, ...files], { cwd: root, timeout: 250_000 })
  } catch (thrown) {
    const output =
      thrown instanceof Error && 'stderr' in thrown && 'stdout' in thrown ? `${String(thrown.stdout)}${String(thrown.stderr)}` : ''
    if (!/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENETUNREACH/.test(output)) throw new Error(output || String(thrown), { cause: thrown })
    console.log('skipped: actionlint is downloaded from GitHub, which cannot be reached')
    context.skip()
  }
})

import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { root } from '../../scripts/ensure.mjs'
import { createRequire } from 'node:module'

const folder = join(root, '.github', 'workflows')
const workflows = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

describe.each(workflows)('%s', (_name, text) => {
  test('references every action by its commit, with its version as a comment', () => {
    const uses = [...text.matchAll(/uses: (.+)/g)].map(([, what]) => what)
    expect(uses.length).toBeGreaterThan(2)
    for (const what of uses) expect(what).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  test('has only read permission, except in jobs that declare more, and leaves no credentials behind', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
    const checkouts = text.match(/actions\/checkout@/g) ?? []
    expect(text.match(/persist-credentials: false/g) ?? []).toHaveLength(checkouts.length)
    expect(text).not.toMatch(/pull_request_target|\$\{\{ *github\.event\./)
  })

  test('limits the time of jobs', () => expect(text.match(/runs-on:/g)).toHaveLength((text.match(/timeout-minutes:/g) ?? []).length))

  test('runs existing scripts', () => {
    for (const [, name] of text.matchAll(/npm run ([\w-]+)/g)) expect(manifest.scripts).toHaveProperty(name ?? '')
    for (const [, file] of text.matchAll(/node (scripts\/[\w.-]+)/g)) expect(() => readFileSync(join(root, file ?? ''))).not.toThrow()
  })
})

test('only the draft of a release and the website may write', () => {
  expect(
    workflows.flatMap(([name, text]) => [...text.matchAll(/^ +([\w-]+): write$/gm)].map(([, scope]) => `${name} ${scope}`)).join(', '),
  ).toBe('pages.yml pages, pages.yml id-token, release.yml contents, release.yml id-token, release.yml attestations')
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

describe('action.yml', () => {
  interface Action {
    readonly inputs: Readonly<Record<string, { readonly required?: boolean; readonly default?: string }>>
    readonly runs: { readonly steps: readonly { readonly run?: string; readonly env?: Readonly<Record<string, string>> }[] }
  }
  const { load } = createRequire(import.meta.url)('js-yaml') as { readonly load: (text: string) => unknown }
  const [text, script] = [readFileSync(join(root, 'action.yml'), 'utf8'), readFileSync(join(root, 'scripts', 'guard-action.sh'), 'utf8')]
  const action = load(text) as Action

  test('a required input has no default, every other input has one', () => {
    for (const input of Object.values(action.inputs)) expect(input.default === undefined).toBe(input.required)
  })

  test('each input reaches the script as an environment variable, and none is inserted into the script', () => {
    const steps = action.runs.steps.filter(({ run }) => run !== undefined)
    for (const { run } of steps) expect(run).not.toContain('${{')
    const env = Object.assign({}, ...steps.map((step) => step.env)) as Record<string, string>
    expect(Object.values(env).sort()).toEqual(
      Object.keys(action.inputs)
        .map((name) => `\${{ inputs.${name} }}`)
        .sort(),
    )
    for (const name of Object.keys(env)) expect(script).toContain(name)
  })

  test('actions are referenced by their commit, and scripts exist', () => {
    for (const [, uses] of text.matchAll(/uses: (.+)/g)) expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    for (const [, file] of text.matchAll(/GITHUB_ACTION_PATH\/([\w./-]+)/g)) expect(existsSync(join(root, file ?? ''))).toBe(true)
  })
})

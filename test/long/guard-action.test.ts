/** Runs the script of the GitHub Action with the packed command line. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { root } from '../../scripts/ensure.mjs'
import { packCli } from '../../scripts/pack-cli.mjs'
import { writeToyPages } from '../fixtures/guard/toy-pages'
import { junitFaults, readXml } from '../fixtures/junit-schema'
import { folderForAll } from '../fixtures/temporary-folder'

const PAGES = 100
const isBuilt = existsSync(join(root, 'out', 'main', 'cli.js'))
const canRun = isBuilt && spawnSync('bash', ['--version']).status === 0
const hasPython = spawnSync('python3', ['--version']).status === 0

const folder = folderForAll('guard')
let cli = ''
beforeAll(async () => {
  if (!canRun) return
  await packCli(join(folder, 'packed'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'packed', 'node_modules'))
  cli = join(folder, 'packed', 'out', 'main', 'cli.js')
  writeToyPages(join(folder, 'pages'), PAGES)
})
function boilerscope(...args: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [cli, ...args], { cwd: folder, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, expect.any(String)])
}

interface Outcome {
  readonly status: number | null
  readonly stderr: string
  readonly outputs: Readonly<Record<string, string>>
  readonly junit: string
  readonly summary: string
  readonly seconds: number
}

function act(name: string, inputs: Readonly<Record<string, string>>): Outcome {
  const temp = join(folder, name)
  mkdirSync(temp)
  const files = { GITHUB_OUTPUT: join(temp, 'output'), GITHUB_STEP_SUMMARY: join(temp, 'step'), RUNNER_TEMP: temp }
  const env = { ...process.env, ...files, GUARD_CLI: cli, GUARD_FOLDER: folder, GUARD_CORPUS: 'pages', ...inputs }
  const start = performance.now()
  const { status, stderr } = spawnSync('bash', [join(root, 'scripts', 'guard-action.sh')], { env, encoding: 'utf8' })
  const seconds = (performance.now() - start) / 1000
  const outputs = Object.fromEntries(
    readFileSync(files.GITHUB_OUTPUT, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('=', 2)),
  ) as Record<string, string>
  const read = (path = ''): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')
  const summary = read(outputs.summary)
  expect(read(files.GITHUB_STEP_SUMMARY)).toBe(summary)
  return { status, stderr, outputs, junit: read(outputs.junit), summary, seconds }
}

const RULES = { GUARD_FAIL_IF: 'f1 < -0.005\n\n', GUARD_FAIL_IF_PAGE: 'f1 < -0.2\n' }

function failures(junit: string): Map<string, string> {
  expect(junitFaults(junit)).toEqual([])
  const failed = [...readXml(junit).querySelectorAll('testcase > failure')]
  return new Map(failed.map((failure) => [failure.parentElement?.getAttribute('name') ?? '', failure.textContent ?? '']))
}

test('a stricter link quota in a copy of lqf breaks the rules for pages and means, and the report has rule, value and limit', (context) => {
  if (!canRun) return context.skip()
  boilerscope('new-extractor', 'toy.ts', '--from', 'lqf')
  boilerscope('evaluate', '--corpus', 'pages', '--extractors', './toy.ts', '--out', 'toy.txt')
  const inputs = { GUARD_EXTRACTORS: './toy.ts', GUARD_BASELINE: 'toy.txt.run', ...RULES }

  const same = act('same', inputs)
  expect([same.status, same.outputs.status]).toEqual([0, '0'])
  expect(same.summary).toContain('# Extraction is not worse than its baseline')
  expect(same.summary).toContain(`No score changed (${PAGES} pages).`)
  expect(failures(same.junit).size).toBe(0)

  const source = readFileSync(join(folder, 'toy.ts'), 'utf8')
  expect(source).toContain('default: 0.5,')
  writeFileSync(join(folder, 'toy.ts'), source.replace('default: 0.5,', 'default: 0.05,'))
  const worse = act('worse', inputs)
  expect([worse.status, worse.outputs.status]).toEqual([4, '4'])
  expect(worse.summary).toMatch(/^# Extraction got worse than allowed: 1 mean and \d+ pages$/m)
  expect(worse.summary).toMatch(/^\| F1 \| 100 \| .*\*\*f1 &lt; -0\.005\*\* \|$/m)
  expect(worse.summary).toMatch(
    /- lost, \d+ words, (?:all|none|\d+) in the gold text: “Paragraph .*Dropped.*link quota [\d.]+ %, but may have at most 5.0 %.*\[link quota\]/,
  )
  const failed = failures(worse.junit)
  expect(failed.has('mean: f1 < -0.005')).toBe(true)
  expect(failed.get('page-001')).toMatch(/Breaks f1 < -0\.2\.[^]*lost, .*may have at most 5\.0 %/)
  console.log(
    `the Action's script on ${PAGES} pages: ${same.seconds.toFixed(1)} s unchanged, ${worse.seconds.toFixed(1)} s with explained changes`,
  )
})

test('a Python program that drops short paragraphs breaks the rules; a missing baseline and a bad rule are errors', (context) => {
  if (!canRun || !hasPython) return context.skip()
  for (const name of ['own-extractor.py', 'own-extractor.json']) cpSync(join(root, 'docs', name), join(folder, name))
  boilerscope('evaluate', '--corpus', 'pages', '--extractors', './own-extractor.json', '--out', 'python.txt')
  const inputs = {
    GUARD_EXTRACTORS: './own-extractor.json',
    GUARD_BASELINE: 'python.txt.run',
    ...RULES,
    GUARD_FAIL_IF_PAGE: 'recall < -0.03',
  }
  expect(act('python-same', inputs).status).toBe(0)

  const program = readFileSync(join(folder, 'own-extractor.py'), 'utf8')
  writeFileSync(join(folder, 'own-extractor.py'), program.replace('>= params.get("least", 40)', '>= 60'))
  const worse = act('python-worse', inputs)
  expect(worse.status).toBe(4)
  const failed = failures(worse.junit)
  expect([...failed.keys()].filter((name) => name.startsWith('page-'))).toHaveLength(PAGES / 5)
  expect(failed.get('page-000')).toContain('lost, 8 words, all in the gold text: “A short line of story 0, forty-odd characters.”')

  const refused = act('no-baseline', { ...inputs, GUARD_BASELINE: 'nothing.run' })
  expect([refused.status, refused.summary]).toEqual([2, ''])
  expect(refused.stderr).toContain('There is no run at')
  const wrong = act('bad-rule', { ...inputs, GUARD_FAIL_IF: 'f1 < much' })
  expect(wrong.status).toBe(2)
  expect(wrong.stderr).toContain('expected a number')
})

test('snippets are tested if there is no baseline', (context) => {
  if (!canRun) return context.skip()
  const at = join(folder, 'snippets')
  cpSync(join(folder, 'pages', 'page-001.html'), join(at, 'pages', 'story.html'))
  const list = { 'https://example.org/story': { file: 'story.html', with: ['tells of the mill'], without: ['Another story, number 1'] } }
  writeFileSync(join(at, 'snippets.json'), JSON.stringify(list))
  const inputs = { GUARD_CORPUS: 'snippets', GUARD_REQUIRE_SNIPPETS: 'true' }
  const found = act('snippets-run', { ...inputs, GUARD_EXTRACTORS: 'lqf' })
  const all = act('snippets-all', { ...inputs, GUARD_EXTRACTORS: 'lqf', GUARD_ARGUMENTS: '--set\nquota=1\n' })
  expect([found.status, all.status]).toEqual([0, 4])
  expect(all.summary).toContain('unwanted, but kept: “Another story, number 1” Kept')
  expect(failures(all.junit).get('story')).toContain('unwanted, but kept')
})

import { readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/ensure.mjs'

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const known = new Set(files)
for (const file of files) for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) known.add(folder)
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

// Omits the changelog (it names removed files), the pages of the site (another test opens these pages), and documents of test/.
const documents = files.filter((name) => name.endsWith('.md') && !/^(?:CHANGELOG\.md|docs\/site\/|test\/)/.test(name))
const isThere = (path: string): boolean => known.has(path.replace(/\/$/, ''))

it('numbers each decision once', () => {
  const numbers = files.flatMap((name) => /^docs\/decisions\/(\d+)-/.exec(name)?.[1] ?? [])
  expect(numbers).toEqual([...new Set(numbers)])
})

describe.each(documents)('%s', (name) => {
  const text = readFileSync(join(root, name), 'utf8')
  const all = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found)

  it('names existing files and folders of the project', () => {
    expect(all(/`((?:shared|electron|renderer|scripts|test|docs)\/[\w./-]*)`/g).filter((path) => !isThere(path))).toEqual([])
  })

  it('links to existing documents', () => {
    const links = all(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g).filter((link) => link !== 'guidelines/picture.png')
    expect(links.filter((link) => !isThere(join(dirname(name), link)))).toEqual([])
  })

  it('names existing commands', () => expect(all(/npm run (?:-s )?([a-z][\w:-]*)/g).filter((command) => !(command in scripts))).toEqual([]))
})

/** Kills the publish command. After each kill, the site is completely old or completely new. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { root } from '../../scripts/ensure.mjs'
import { folderForAll } from '../fixtures/temporary-folder'

const PAGES = 12
const KILLS = 6
const cli = join(root, 'out', 'main', 'cli.js')

const folder = folderForAll('killed-publish')
beforeAll(() => {
  mkdirSync(join(folder, 'pages'))
  for (let i = 0; i < PAGES; i++) {
    const text = `The ferry of quay ${i} leaves at dawn and comes back when the tide has turned. `.repeat(6)
    writeFileSync(join(folder, 'pages', `${i}.html`), `<!doctype html><title>${i}</title><article><p>${text}</p></article>`)
    writeFileSync(join(folder, 'pages', `${i}.txt`), text)
  }
  run('evaluate', '--corpus', 'pages', '--extractors', 'cectd-ds,readability', '--out', 'table.txt', '--quiet')
})

function run(...args: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [cli, ...args], { cwd: folder, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
}

const publishArgs = (title: string): string[] => ['publish', 'table.txt', 'site', '--title', title, '--quiet']

async function publishKilled(title: string, after: number): Promise<void> {
  const child = spawn(process.execPath, [cli, ...publishArgs(title)], { cwd: folder, stdio: 'ignore' })
  const timer = setTimeout(() => child.kill('SIGKILL'), after)
  await new Promise((resolve) => child.on('close', resolve))
  clearTimeout(timer)
}

function filesOf(site: string): string[] {
  return readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return `${path.slice(site.length)} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`
    })
    .sort()
}

const names = (files: readonly string[]): string[] => files.map((file) => file.split(' ')[0] ?? '')

test('a killed publication leaves the previous or the new site', async () => {
  const site = join(folder, 'site')
  const began = performance.now()
  run(...publishArgs('before'))
  const takes = performance.now() - began
  const all = names(filesOf(site))
  for (let i = 0; i < KILLS; i++) {
    const before = existsSync(site) ? filesOf(site) : null
    await publishKilled(`round ${i}`, (takes * (i + 1)) / KILLS)
    // Between two renames, the previous site has a temporary name.
    const beside = readdirSync(folder).find((name) => name.startsWith('site.unfinished-former-'))
    const now = filesOf(existsSync(site) ? site : join(folder, beside ?? 'site'))
    expect(names(now)).toEqual(all)
    if (before && now.join() !== before.join())
      expect(readFileSync(join(site, 'boilerscope-site.json'), 'utf8')).toContain('boilerscope-site')
  }
  run(...publishArgs('after'))
  expect(names(filesOf(site))).toEqual(all)
  expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([])
})

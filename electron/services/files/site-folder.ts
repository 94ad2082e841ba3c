/** A published site is written into a temporary folder. The folder is renamed when the site is complete. */
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir, hostname, tmpdir, userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Packr } from 'msgpackr'
import { z } from 'zod'
import { failed, type FailureError } from '../../../shared/base/failure'
import type { SiteDownload } from '../../../shared/contract/evaluation-contract'
import { SITE_DATA } from '../../../shared/contract/published'
import { jsonOf } from '../../../shared/base/json'
import { hasCode, ifMissing, sha256 } from './files'
import { isAlive } from './machine'

type OwnMachine = ReturnType<typeof readOwnMachine>

export function readOwnMachine(folders: readonly string[]) {
  let user = ''
  try {
    user = userInfo().username
  } catch {
    // The system may have no entry for the user.
  }
  return { folders: [homedir(), tmpdir(), process.cwd(), ...folders], names: [user, hostname()] }
}

const REPLACEMENT = '…'

/** Matches file addresses, Windows paths with a drive letter, and absolute paths in common folders such as `/home` and `/tmp`. */
const ANY_PATH =
  /file:\/\/[^\s"'<>)]*|(?<![\w/.:-])\/(?:home|Users|root|tmp|var|private|mnt|media|work|opt|srv)\/[^\s"'<>),;:]*|\b[A-Za-z]:\\[^\s"'<>),;]*/g

export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const asWord = (text: string): string => `(?<![\\p{L}\\p{N}_])${escapePattern(text)}(?![\\p{L}\\p{N}_])`

/** Returns a pattern for a folder at the start of a path. `/root` does not match inside `example.org/root`. */
const asFolder = (folder: string): string =>
  `(?<![\\w.~-])${escapePattern(folder.replace(/[\\/]+$/, ''))}(?:[\\\\/][^\\s"'<>),;:]*)?(?![\\w-])`

export function scrubber({ folders, names }: OwnMachine): (text: string) => string {
  const paths = [...new Set(folders)].filter((path) => path.length > 1).sort((a, b) => b.length - a.length)
  const words = [...new Set(names)].filter((name) => name.length > 1)
  const known = [...paths.map(asFolder), ...words.map(asWord)]
  const own = known.length > 0 ? new RegExp(known.join('|'), 'gu') : null
  return (text) => {
    const without = own ? text.replace(own, REPLACEMENT) : text
    return without.replace(ANY_PATH, REPLACEMENT)
  }
}

/** Returns a function that reports whether a text contains the path of one of `folders`. Ignores folders directly in the root. */
export function namesFolder({ folders }: Pick<OwnMachine, 'folders'>): (text: string) => boolean {
  const own = [...new Set(folders)].map((path) => path.replace(/[\\/]+$/, '')).filter((path) => path.split(/[\\/]/).length > 2)
  return (text) => own.some((path) => text.includes(path))
}

const SITE_MARK = 'boilerscope-site.json'

const UNFINISHED = '.unfinished-'

export const publishingCancelled = (): FailureError => failed('cancelled', 'Cancelled. Nothing was published.', 'Publish again.')

export type SiteFolder = Awaited<ReturnType<typeof beginSite>>

const SiteMark = z.object({ format: z.literal('boilerscope-site'), files: z.array(z.string()) })

async function filesIn(folder: string, within = ''): Promise<string[]> {
  const files: string[] = []
  for (const entry of await readdir(join(folder, within), { withFileTypes: true })) {
    const name = within === '' ? entry.name : `${within}/${entry.name}`
    const below = entry.isDirectory() ? await filesIn(folder, name) : []
    files.push(...(below.length === 0 ? [name] : below))
  }
  return files
}

/**
 * A site can replace a missing folder, an empty folder, or a folder with a site.
 * @param files paths of the new site's files; other files in the folder must not have these paths
 * @throws FailureError `publish.not-own`.
 */
async function checkPlace(folder: string, files: readonly string[] = []): Promise<void> {
  const found = await readdir(folder).catch((thrown: unknown) => {
    if (hasCode(thrown, 'ENOENT')) return []
    throw notOwn(`${folder} is not a folder that can be read.`)
  })
  if (found.length === 0) return
  const listed = await listedFiles(folder)
  if (listed === null) throw notOwn(`${folder} is not empty and is not a previously published site.`)
  const used = new Set(files.flatMap((file) => [...file.matchAll(/\/|$/g)].map(({ index }) => file.slice(0, index))))
  for (const file of await filesIn(folder))
    if (!listed.has(file) && (used.has(file) || files.some((own) => file.startsWith(`${own}/`))))
      throw notOwn(`The new site needs the path ${join(folder, file)}, but this file is not part of the previously published site.`)
}

async function listedFiles(folder: string): Promise<ReadonlySet<string> | null> {
  const mark = jsonOf(await readFile(join(folder, SITE_MARK), 'utf8').catch(() => ''), SiteMark)
  return mark && new Set([...mark.files, SITE_MARK])
}

const notOwn = (message: string) => failed('publish.not-own', message, 'Name a new folder. Nothing was changed.')

/** Removes the files of a previous site. Moves other files, such as `.git` and `CNAME`, to the new site. */
async function removePreviousSite(previous: string, folder: string): Promise<void> {
  const listed = await listedFiles(previous)
  if (listed === null) return
  const moveOthers = async (within: string): Promise<void> => {
    for (const entry of await readdir(join(previous, within), { withFileTypes: true })) {
      const name = within === '' ? entry.name : `${within}/${entry.name}`
      if (!entry.isDirectory() && listed.has(name)) continue
      const isShared = entry.isDirectory() && existsSync(join(folder, name))
      if (isShared || [...listed].some((file) => file.startsWith(`${name}/`))) await moveOthers(name)
      else {
        await mkdir(dirname(join(folder, name)), { recursive: true })
        await rename(join(previous, name), join(folder, name))
      }
    }
  }
  await moveOthers('')
  // If the removal is interrupted, the list of files may be missing, but the new name shows that only files of the site are left.
  const rest = previous.replace(/former-(?=\d+$)/, 'rest-')
  await rm(rest, { recursive: true, force: true })
  await rename(previous, rest)
  await rm(rest, { recursive: true, force: true })
}

const packed = promisify(gzip)
const packr = new Packr({ structuredClone: true, useRecords: false })

async function dataScript(name: string, bytes: Uint8Array): Promise<string> {
  const base64 = (await packed(bytes, { level: 9 })).toString('base64')
  return `${SITE_DATA}(${JSON.stringify(name)},"${base64}")\n`
}

/** @throws FailureError `publish.not-own`. */
export async function beginFolder(folder: string) {
  await checkPlace(folder)
  await removeUnfinished(folder)
  const work = `${folder}${UNFINISHED}${process.pid}`
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { recursive: true })
  return {
    at: (...path: string[]): string => join(work, ...path),
    /** Renames the folder to its final name. @returns the size of the site in bytes */
    finish: async (): Promise<number> => {
      const files = await filesIn(work)
      await writeFile(join(work, SITE_MARK), `${JSON.stringify({ format: 'boilerscope-site', version: 2, files })}\n`)
      const entries = await Promise.all([...files, SITE_MARK].map((file) => stat(join(work, file))))
      await checkPlace(folder, [...files, SITE_MARK])
      await mkdir(dirname(folder), { recursive: true })
      const previous = `${folder}${UNFINISHED}former-${process.pid}`
      await rename(folder, previous).catch(ifMissing(undefined))
      await rename(work, folder).catch(async (thrown: unknown) => {
        await rename(previous, folder).catch(() => undefined)
        throw thrown
      })
      if (existsSync(previous)) await removePreviousSite(previous, folder)
      return entries.reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0)
    },
    discard: (): Promise<void> => rm(work, { recursive: true, force: true }),
  }
}

/** @throws FailureError `publish.not-own`, `publish.no-template`. */
export async function beginSite(folder: string, template: string) {
  const { at, finish, discard } = await beginFolder(folder)
  for (const name of ['app', 'data', 'downloads']) await mkdir(at(name), { recursive: true })
  await copyTemplate(template, at())
  const downloads: SiteDownload[] = []
  return {
    downloads: downloads as readonly SiteDownload[],
    data: async (name: string, value: unknown): Promise<void> =>
      writeFile(at('data', `${name}.js`), await dataScript(name, packr.pack(value))),
    async download(name: string, title: string, text: string): Promise<void> {
      await writeFile(at('downloads', name), text)
      const bytes = Buffer.from(text)
      downloads.push({ path: `downloads/${name}`, title, bytes: bytes.length, sha256: sha256(bytes) })
    },
    /** @param id separates the browser storage of the site from the storage of other sites @returns the size of the site in bytes */
    async finish(id: string): Promise<number> {
      const page = await readFile(join(template, 'index.html'), 'utf8')
      await writeFile(at('index.html'), page.replace('content="published"', `content="published-${id}"`))
      return finish()
    },
    discard,
  }
}

/** Copies the template without `index.html`, so that an incomplete site cannot be opened. Writes `tasks.js` as a data script. */
async function copyTemplate(template: string, work: string): Promise<void> {
  const names = await readdir(template).catch((): string[] => [])
  if (!names.includes('window.js')) throw failed('publish.no-template', 'The template of sites was not built.', 'Run npm run build.')
  const tasks = await dataScript('tasks', readFileSync(join(template, 'tasks.js')))
  await writeFile(join(work, 'data', 'tasks.js'), tasks)
  for (const name of names)
    if (name !== 'index.html' && name !== 'tasks.js') await cp(join(template, name), join(work, 'app', name), { recursive: true })
}

/** Removes the temporary folders of a killed export. Restores the previous site if there is no new site. */
async function removeUnfinished(folder: string): Promise<void> {
  const parent = dirname(folder)
  const start = `${basename(folder)}${UNFINISHED}`
  for (const name of await readdir(parent).catch(() => [])) {
    const id = Number(/\d+$/.exec(name)?.[0])
    if (!name.startsWith(start) || (id !== process.pid && isAlive(id))) continue
    const path = join(parent, name)
    if (!name.startsWith(`${start}former-`)) await rm(path, { recursive: true, force: true })
    else if (existsSync(folder)) await removePreviousSite(path, folder)
    else await rename(path, folder)
  }
}

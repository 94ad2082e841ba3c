import { readFile, stat } from 'node:fs/promises'
import { dirname, extname, resolve } from 'node:path'
import { z } from 'zod'
import { failed, failure, type Failure, type FailureError } from '../../../shared/base/failure'
import { ProgramDescription } from '../../../shared/extractors/own/program-protocol'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { hashOf, importedFiles } from './imported-files'
import { firstIssue } from '../../../shared/base/json'

/** Only a separate process can load a module, so the file has the id and the description of its extractor. */
export type NamedFile = OwnFile & { readonly id: string; readonly info: ExtractorInfo }

export interface OwnData {
  readonly files: readonly NamedFile[]
  readonly programs: string
}

export function failureWith(file: OwnFile | undefined, reason: Failure): Failure {
  if (reason.code !== 'extraction.timeout' || file?.kind !== 'program') return reason
  const { title, timeout, startTimeout } = file.program
  return failure(
    'program.timeout',
    `${title} did not respond. ${reason.message}`,
    `Raise the limit, or make the program faster. The program’s description allows ${timeout / 1000} seconds ("timeout"), and ${startTimeout / 1000} more for the first page after each start of the program ("startTimeout").`,
  )
}

export function checkIds(ids: readonly { readonly id: string; readonly path: string }[], hasId: (id: string) => boolean): void {
  const seen = new Set<string>()
  for (const { id, path } of ids) {
    if (hasId(id) || seen.has(id)) throw failed('own.id-taken', `${path} has the id "${id}" of another extractor.`, 'Change the id.')
    seen.add(id)
  }
}

const MODULES: ReadonlySet<string> = new Set(['.ts', '.mts', '.js', '.mjs'])

export type OwnFile = {
  readonly path: string
  /** The sha256 of the file or over all `files`. For a library, the hash also covers the version. */
  readonly hash: string
  /** Paths of the named file, of a module's imports except packages imported by name, and of files in a program's command line. */
  readonly files: readonly string[]
} & (
  | { readonly kind: 'module' }
  | { readonly kind: 'program'; readonly program: ProgramDescription }
  | { readonly kind: 'library'; readonly library: string; readonly info: ExtractorInfo }
)

/** Maximum bytes of a hashed file in a program's command line. Larger files count as data and are not hashed. */
const LARGEST = 8 * 1024 * 1024

/** Runs no code of the file. */
export async function readOwnFile(name: string, cwd: string): Promise<OwnFile> {
  const path = resolve(cwd, name)
  const extension = extname(path).toLowerCase()
  if (!MODULES.has(extension) && extension !== '.json') {
    const message = `${path} is not an extractor.`
    throw failed('own.not-an-extractor', message, 'An extractor is a .ts, .mts, .js or .mjs module, or a .json that describes a program.')
  }
  const bytes = await readFile(path)
  const program = extension === '.json' ? descriptionIn(bytes.toString('utf8'), path) : null
  const contents = await (program ? programFiles(path, bytes, program) : importedFiles(path, bytes))
  const file = { path, files: [...contents.keys()], hash: hashOf(path, contents) }
  return program ? { kind: 'program', program, ...file } : { kind: 'module', ...file }
}

async function programFiles(path: string, description: Buffer, { command, args }: ProgramDescription): Promise<Map<string, Buffer>> {
  const contents = new Map([[path, description]])
  for (const word of [...(/^\.|[\\/]/.test(command) ? [command] : []), ...args]) {
    const candidate = resolve(dirname(path), word)
    const found = await stat(candidate).catch(() => null)
    if (found?.isFile() && found.size <= LARGEST) contents.set(candidate, await readFile(candidate))
  }
  return contents
}

function descriptionIn(text: string, path: string): ProgramDescription {
  const wrong = (what: string): FailureError =>
    failed('program.bad-description', `${path} does not describe a program: ${what}`, 'See docs/own-extractor.md for the format.')
  const value = parseJson(text, wrong)
  if (isProject(value)) {
    const message = `${path} lists extractors and is not an extractor.`
    throw failed('own.is-project', message, 'Use --project on the command line, or “Add extractor …” in the window.')
  }
  const parsed = ProgramDescription.safeParse(value)
  if (parsed.success) return parsed.data
  throw wrong(firstIssue(parsed.error, 'the file'))
}

function parseJson(text: string, wrong: (what: string) => FailureError): unknown {
  try {
    return JSON.parse(text)
  } catch (thrown) {
    throw wrong(`it is not JSON (${thrown instanceof Error ? thrown.message : String(thrown)}).`)
  }
}

export function originOf(info: ExtractorInfo, files: readonly OwnFile[] = []): string[] {
  if (files.length === 0) return info.family === 'peer' ? [info.paper.title] : []
  return files.flatMap((file) => {
    if (file.kind === 'library') return [file.info.paper.title]
    // A program without a JSON file is an installed library. The path of this program is private and identifies nothing.
    if (file.kind === 'program' && !file.path.endsWith('.json')) return [file.program.source?.title ?? file.program.title]
    const command = file.kind === 'program' ? [`command: ${[file.program.command, ...file.program.args].join(' ')}`] : []
    return [`${file.path} (sha256 ${file.hash})`, ...command]
  })
}

/** A project file lists custom extractors. Reading the file runs no code. */
const ProjectFile = z.strictObject({
  /** Paths relative to the project file. */
  extractors: z.array(z.string().min(1).max(4096)).min(1).max(100),
})

function isProject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'extractors' in value && !('command' in value)
}

/** Returns the absolute paths of the extractors that a project file lists, without duplicates. */
export async function projectFiles(name: string, cwd: string): Promise<readonly string[]> {
  const path = resolve(cwd, name)
  const wrong = (what: string): FailureError =>
    failed('project.bad-file', `${path} is not a project: ${what}`, 'Write {"extractors": ["./my-method.ts"]}.')
  const parsed = ProjectFile.safeParse(parseJson(await readFile(path, 'utf8'), wrong))
  if (!parsed.success) throw wrong(firstIssue(parsed.error, 'the file'))
  return [...new Set(parsed.data.extractors.map((file) => resolve(dirname(path), file)))]
}

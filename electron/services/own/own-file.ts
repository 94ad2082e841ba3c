import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { failure, FailureError } from '../../../shared/base/failure'
import { ProgramDescription } from '../../../shared/extractors/own/program-protocol'

const MODULES: ReadonlySet<string> = new Set(['.ts', '.mts', '.js', '.mjs'])

/** A file that defines an extractor: a module, or the description of a program. Plain data: it is handed to threads. */
export type OwnFile = { readonly path: string; /** sha256 of the file. */ readonly hash: string } & (
  { readonly kind: 'module' } | { readonly kind: 'program'; readonly program: ProgramDescription }
)

/** Whether a name on the command line is a file's and not an id: ids have no dots and no slashes. */
export function namesOwnFile(name: string): boolean {
  return /[./\\]/.test(name)
}

/** Reads a file that a person named; runs nothing of it. @throws FailureError `file.*`, `own.not-an-extractor`, `program.bad-description`. */
export async function readOwnFile(name: string, cwd: string): Promise<OwnFile> {
  const path = resolve(cwd, name)
  const bytes = await readFile(path)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const extension = extname(path).toLowerCase()
  if (MODULES.has(extension)) return { kind: 'module', path, hash }
  if (extension === '.json') return { kind: 'program', path, hash, program: descriptionIn(bytes.toString('utf8'), path) }
  throw new FailureError(
    failure(
      'own.not-an-extractor',
      `${path} is no extractor.`,
      'An extractor is a .ts, .mts, .js or .mjs module, or a .json that describes a program.',
    ),
  )
}

function descriptionIn(text: string, path: string): ProgramDescription {
  const wrong = (what: string): FailureError =>
    new FailureError(
      failure('program.bad-description', `${path} does not describe a program: ${what}`, 'See docs/own-extractor.md for what it may say.'),
    )
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (thrown) {
    throw wrong(`it is not JSON (${thrown instanceof Error ? thrown.message : String(thrown)}).`)
  }
  const parsed = ProgramDescription.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw wrong(`${issue?.path.join('.') || 'the file'}: ${issue?.message ?? ''}`)
}

/** What a report says of where an extractor of one's own comes from. */
export function ownOrigin(file: OwnFile): string[] {
  const command = file.kind === 'program' ? [`command: ${[file.program.command, ...file.program.args].join(' ')}`] : []
  return [`${file.path} (sha256 ${file.hash})`, ...command]
}

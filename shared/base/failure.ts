export interface Failure {
  /** Permanent code, such as `load.timeout`. */
  readonly code: string
  readonly message: string
  /** The next action for the user. */
  readonly next: string
}

export function failure(code: string, message: string, next: string): Failure {
  return { code, message, next }
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }

export class FailureError extends Error {
  readonly failure: Failure
  constructor(reason: Failure) {
    super(reason.message)
    this.name = 'FailureError'
    this.failure = reason
  }
}

export function failed(code: string, message: string, next: string): FailureError {
  return new FailureError(failure(code, message, next))
}

export const CANCELLED = failure('cancelled', 'Cancelled.', 'Start the action again if you need it.')

/** Returns the value of a result. @throws FailureError if the result is a failure */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new FailureError(result.failure)
  return result.value
}

const CHECK_PATH = 'Check the path.'
const FREE_SPACE = 'Free some space, then continue. Data written before is kept.'

/** Failures by the code of Node's error. `%` stands for the path. */
const FILE_ERRORS: Readonly<Record<string, readonly [code: string, message: string, next: string]>> = {
  ENOENT: ['file.not-found', '% does not exist.', CHECK_PATH],
  ENOTDIR: ['file.not-a-folder', '% uses a file as a folder.', CHECK_PATH],
  EISDIR: ['file.is-a-folder', '% is a folder, not a file.', CHECK_PATH],
  EEXIST: ['file.exists', '% exists already.', 'Choose another name.'],
  ENOTEMPTY: ['file.exists', '% exists already and is not empty.', 'Choose another name.'],
  ENAMETOOLONG: ['file.name-too-long', 'The name is longer than the disk allows.', 'Choose a shorter name.'],
  ELOOP: ['file.not-found', '% is a loop of symbolic links.', CHECK_PATH],
  EACCES: ['file.no-permission', 'Boilerscope has no permission for %.', 'Change the permissions, or choose another folder.'],
  EPERM: ['file.no-permission', 'Boilerscope has no permission for %.', 'Change the permissions, or choose another folder.'],
  EROFS: ['file.no-permission', '% is on a read-only disk.', 'Choose another folder.'],
  ENOSPC: ['file.disk-full', '% was not written: the disk is full.', FREE_SPACE],
  EDQUOT: ['file.disk-full', '% was not written: your disk quota is used up.', FREE_SPACE],
  EFBIG: ['file.disk-full', '% exceeded the file size that the disk allows.', 'Choose another folder.'],
  EMFILE: ['file.too-many-open', 'Too many files are open at once.', 'Close some programs or pages, then try again.'],
  ENFILE: ['file.too-many-open', 'Too many files are open at once.', 'Close some programs or pages, then try again.'],
  EBUSY: ['file.busy', '% is in use by another program.', 'Close it in the other program, then try again.'],
  EIO: ['file.unreadable', '% cannot be read: the disk reports an error.', 'Copy it from a backup.'],
  ERR_INVALID_ARG_VALUE: ['file.bad-name', 'The path has an invalid character.', CHECK_PATH],
}

/** Returns the failure of a known file system error; null for others. @param about path for the message; default: a path of the error */
export function fileFailureOf(thrown: Error, about?: string): Failure | null {
  const { code, path, dest, syscall } = thrown as Error & Readonly<Partial<Record<'code' | 'path' | 'dest' | 'syscall', unknown>>>
  if (typeof code !== 'string') return null
  // For a failed renaming, report the target, because the source is usually a temporary file with a name that the user does not know. For
  // ENOENT, report the source.
  const subject = about ?? (syscall === 'rename' && code !== 'ENOENT' ? dest : path)
  const isOfFiles = typeof syscall === 'string' || (code === 'ERR_INVALID_ARG_VALUE' && thrown.message.includes('null bytes'))
  const found = isOfFiles && Object.hasOwn(FILE_ERRORS, code) ? FILE_ERRORS[code] : undefined
  if (!found) return null
  const [id, message, next] = found
  const written = message.replace('%', () => (typeof subject === 'string' ? subject : 'The file'))
  return failure(id, written, next)
}

export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof Error && 'failure' in thrown) {
    const carried = (thrown as { failure: unknown }).failure
    if (isFailure(carried)) return carried
  }
  const ofFile = thrown instanceof Error ? fileFailureOf(thrown) : null
  if (ofFile) return ofFile
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  const next = 'Try again. If the error happens again, report the error with the page that caused it.'
  return failure('internal', `Something went wrong inside Boilerscope: ${message}`, next)
}

function isFailure(value: unknown): value is Failure {
  if (typeof value !== 'object' || value === null) return false
  const v = value as Record<string, unknown>
  return typeof v.code === 'string' && typeof v.message === 'string' && typeof v.next === 'string'
}

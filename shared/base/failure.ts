/** Expected failures are data: a stable code, a sentence for a person, and what to do next. */
export interface Failure {
  /** Stable, dotted: `load.timeout`, `page.too-many-nodes`. */
  readonly code: string
  /** One sentence for a person. */
  readonly message: string
  /** What the person can do next. */
  readonly next: string
}

/** Makes a failure. */
export function failure(code: string, message: string, next: string): Failure {
  return { code, message, next }
}

/** A value, or the failure that stands in its place. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }

/** An error that carries a failure; what services throw and the contract's receiving side turns into a `Result`. */
export class FailureError extends Error {
  readonly failure: Failure
  constructor(reason: Failure) {
    super(reason.message)
    this.name = 'FailureError'
    this.failure = reason
  }
}

/** Turns anything that was thrown into a failure; what is not a `FailureError` is a bug and says so. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof Error && 'failure' in thrown) {
    const carried = (thrown as { failure: unknown }).failure
    if (isFailure(carried)) return carried
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return failure(
    'internal',
    `Something went wrong inside Boilerscope: ${message}`,
    'Try again; if it happens again, please report it with the page that caused it.',
  )
}

function isFailure(value: unknown): value is Failure {
  if (typeof value !== 'object' || value === null) return false
  const v = value as Record<string, unknown>
  return typeof v.code === 'string' && typeof v.message === 'string' && typeof v.next === 'string'
}

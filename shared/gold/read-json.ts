import { parse, type ParseError } from 'jsonc-parser'
import type { z } from 'zod'
import { failed } from '../base/failure'

/** Parses and checks JSON. @throws FailureError `gold.bad-json` with the position, `gold.bad-value` with the path to the value */
export function readJson<T>(text: string, schema: z.ZodType<T>, file: string): T {
  let value: unknown
  try {
    value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch (thrown) {
    const reason = (thrown as SyntaxError).message.replace(/\s+/g, ' ').slice(0, 120)
    const message = `${file}, ${syntaxPlace(text)}: this is not JSON (${reason}).`
    throw failed('gold.bad-json', message, 'Correct the file, or restore an earlier version; nothing was changed.')
  }
  return checkValue(value, schema, file)
}

/** Checks a value. @param place position in the file, such as `line 7` @throws FailureError `gold.bad-value` with the path */
export function checkValue<T>(value: unknown, schema: z.ZodType<T>, file: string, place?: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const path = issue && issue.path.length > 0 ? ` at ${issue.path.map(String).join('.')}` : ''
  const message = `${file}${place === undefined ? '' : `, ${place}`}${path}: ${issue?.message ?? 'unexpected value'}.`
  throw failed('gold.bad-value', message, 'Correct the file, or restore an earlier version; nothing was changed.')
}

/** Finds the position of a syntax error with a second parser, because some JavaScript engines report no position. */
function syntaxPlace(text: string): string {
  const errors: ParseError[] = []
  try {
    parse(text, errors, { disallowComments: true })
  } catch {
    // The second parser recurses, and fails on very deep nesting.
    return 'inside a deeply nested value'
  }
  const position = errors[0]?.offset ?? text.length
  const before = text.slice(0, position)
  return `line ${before.split('\n').length}, column ${position - before.lastIndexOf('\n')}`
}

/** Writes JSON with one line per key, and one line per object in a list. The keys of the schema are first. */
export function writeJson(value: Readonly<Record<string, unknown>>, { shape }: { readonly shape: object }): string {
  const lines = Object.entries(inOrder(value, Object.keys(shape))).map(([key, member]) => {
    const written =
      Array.isArray(member) && member.some((m) => typeof m === 'object' && m !== null)
        ? `[\n${member.map((m) => `    ${JSON.stringify(m)}`).join(',\n')}\n  ]`
        : JSON.stringify(member)
    return `  ${JSON.stringify(key)}: ${written}`
  })
  return `{\n${lines.join(',\n')}\n}\n`
}

/** Returns the value with the keys of `order` first, followed by other keys by name. Omits undefined values. */
export function inOrder(value: Readonly<Record<string, unknown>>, order: readonly string[]): Record<string, unknown> {
  const rest = Object.keys(value)
    .filter((key) => !order.includes(key))
    .sort()
  return Object.fromEntries([...order, ...rest].filter((key) => value[key] !== undefined).map((key) => [key, value[key]]))
}

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Source } from '../../shared/contract/source'

/** The page that is opened when none is named. */
export const FIRST_SAMPLE = 'news-article'

/** Turns a command line argument into a source: a URL, a file path, or the first sample where there is none. */
export function sourceOfArgument(argument: string | undefined, folder: string): Source {
  if (argument === undefined || argument === '') return { kind: 'sample', id: FIRST_SAMPLE }
  if (/^https?:\/\//i.test(argument)) return { kind: 'url', url: argument }
  const path = resolve(folder, argument)
  if (existsSync(path) || /[\\/]|\.x?html?(\.gz)?$/i.test(argument)) return { kind: 'file', path }
  return { kind: 'url', url: `https://${argument}` }
}

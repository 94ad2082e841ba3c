import { resolve } from 'node:path'
import type { CollectionSource } from '../../../shared/evaluation/run-spec'

/** What a path on the command line is, by its name; `samples` are the shipped ones. */
export function collectionSourceOf(path: string, cwd: string): CollectionSource {
  if (path === 'samples') return { kind: 'samples', path: '' }
  const full = resolve(cwd, path)
  if (/\.jsonl(?:\.gz)?$/i.test(path)) return { kind: 'jsonl', path: full }
  if (/\.(?:warc(?:\.gz)?|wacz)$/i.test(path)) return { kind: 'warc', path: full }
  return { kind: 'folder', path: full }
}

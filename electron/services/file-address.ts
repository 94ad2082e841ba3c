import { fileURLToPath } from 'node:url'

/** The path that a `file:` address names; null for other addresses, and for files of another machine. */
export function pathOfAddress(address: string): string | null {
  if (!/^file:/i.test(address)) return null
  try {
    return fileURLToPath(address)
  } catch {
    return null
  }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Manifest = z.object({ version: z.string() })

/** The program's version. @param root the application's folder */
export function versionOf(root: string): string {
  return Manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version
}

import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { failed, type FailureError } from '../../../shared/base/failure'
import { firstIssue } from '../../../shared/base/json'

/** A file that lists the extractors of one's own that belong together: of a paper, of a course. Nothing runs because it is there. */
const ProjectFile = z.strictObject({
  /** Paths of modules and of descriptions of programs, relative to the file. */
  extractors: z.array(z.string().min(1).max(4096)).min(1).max(100),
})

/** Whether what a JSON file holds is meant as a project, and not as the description of a program. */
export function isProject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'extractors' in value && !('command' in value)
}

/** The files that a project lists, as absolute paths, each once. @throws FailureError `file.*`, `project.bad-file`. */
export async function projectFiles(name: string, cwd: string): Promise<readonly string[]> {
  const path = resolve(cwd, name)
  const wrong = (what: string): FailureError =>
    failed('project.bad-file', `${path} is no project: ${what}`, 'Write {"extractors": ["./my-method.ts"]}.')
  let value: unknown
  try {
    value = JSON.parse(await readFile(path, 'utf8'))
  } catch (thrown) {
    if (thrown instanceof SyntaxError) throw wrong(`it is not JSON (${thrown.message}).`)
    throw thrown
  }
  const parsed = ProjectFile.safeParse(value)
  if (!parsed.success) {
    throw wrong(firstIssue(parsed.error, 'the file'))
  }
  return [...new Set(parsed.data.extractors.map((file) => resolve(dirname(path), file)))]
}

/** In each file of tests that runs over Electron 9: the tests that `limits.ts` names must fail, and be there. */
import { basename } from 'node:path'
import { beforeEach, expect, type RunnerTask } from 'vitest'
import { LIMITS, UNSTEADY } from './limits'

const namesIn = (tasks: readonly RunnerTask[]): string[] =>
  tasks.flatMap((task) => (task.type === 'suite' ? namesIn(task.tasks) : [task.name]))

beforeEach(({ task, skip }) => {
  const file = basename(task.file.name, '.test.ts')
  const limited = LIMITS.flatMap(({ names }) => names[file] ?? [])
  const unsteady = UNSTEADY[file] ?? {}
  expect(namesIn(task.file.tasks)).toEqual(expect.arrayContaining([...limited, ...Object.keys(unsteady)]))
  if (task.name in unsteady) skip(unsteady[task.name])
  if (limited.includes(task.name)) Object.assign(task, { fails: true })
})

/** action.yml, held to what GitHub's schema of actions says of composite ones. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { root } from '../../scripts/ensure.mjs'

const { load } = createRequire(import.meta.url)('js-yaml') as { readonly load: (text: string) => unknown }
const text = readFileSync(join(root, 'action.yml'), 'utf8')
const script = readFileSync(join(root, 'scripts', 'guard-action.sh'), 'utf8')

const Name = /^[_a-zA-Z][a-zA-Z0-9_-]*$/
const Scalar = z.union([z.string(), z.number(), z.boolean()])
const Environment = z.record(z.string(), Scalar)
const Common = {
  name: z.string(),
  id: z.string(),
  if: z.union([z.string(), z.boolean()]),
  env: Environment,
  'continue-on-error': z.boolean(),
}
const Runs = z.strictObject({
  run: z.string(),
  shell: z.string(),
  'working-directory': z.string().optional(),
  ...z.object(Common).partial().shape,
})
const Uses = z.strictObject({ uses: z.string(), with: Environment.optional(), ...z.object(Common).partial().shape })
const Action = z.strictObject({
  name: z.string(),
  author: z.string().optional(),
  description: z.string(),
  inputs: z.record(
    z.string().regex(Name),
    z.strictObject({
      description: z.string(),
      required: z.boolean().optional(),
      default: z.string().optional(),
      deprecationMessage: z.string().optional(),
    }),
  ),
  outputs: z.record(z.string().regex(Name), z.strictObject({ description: z.string().optional(), value: z.string() })),
  runs: z.strictObject({ using: z.literal('composite'), steps: z.array(z.union([Runs, Uses])).min(1) }),
  branding: z.strictObject({
    icon: z.string(),
    color: z.enum(['white', 'black', 'yellow', 'blue', 'green', 'orange', 'red', 'purple', 'gray-dark']),
  }),
})
const action = Action.parse(load(text))

test('a required input has no default, any other has one', () => {
  for (const input of Object.values(action.inputs)) expect(input.default === undefined).toBe(input.required)
})

test('each input reaches the script as a value that it reads, and none is put into the script’s text', () => {
  const steps = action.runs.steps.flatMap((step) => ('run' in step ? [step] : []))
  for (const { run } of steps) expect(run).not.toContain('${{')
  const env = Object.assign({}, ...steps.map((step) => step.env)) as Record<string, string>
  expect(Object.values(env).sort()).toEqual(
    Object.keys(action.inputs)
      .map((name) => `\${{ inputs.${name} }}`)
      .sort(),
  )
  for (const name of Object.keys(env)) expect(script).toContain(name)
})

test('each output is one that the script writes', () => {
  for (const [name, { value }] of Object.entries(action.outputs)) {
    expect(value).toBe(`\${{ steps.guard.outputs.${name} }}`)
    expect(script).toContain(`${name}=%s`)
  }
})

test('actions are named by their commit, and scripts are there', () => {
  for (const [, uses] of text.matchAll(/uses: (.+)/g)) expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  for (const [, file] of text.matchAll(/GITHUB_ACTION_PATH\/([\w./-]+)/g)) expect(existsSync(join(root, file ?? ''))).toBe(true)
})

/** Defines request and response of an extraction program: version 1 of the protocol in docs/own-extractor.md. */
import { z } from 'zod'
import { OUTCOMES } from '../core/probe'
import type { MeasureSpec, RuleSpec } from '../core/extractor'

export const PROTOCOL_VERSION = 1

const described = { label: z.string(), description: z.string().default('') }

const Param = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('number'),
    ...described,
    default: z.number(),
    min: z.number(),
    max: z.number(),
    step: z.number().positive(),
  }),
  z.strictObject({ kind: z.literal('boolean'), ...described, default: z.boolean() }),
  z.strictObject({
    kind: z.literal('choice'),
    ...described,
    default: z.string(),
    options: z.array(z.strictObject({ value: z.string(), label: z.string() })).min(1),
  }),
])

const Measure = z.strictObject({
  id: z.string().regex(/^[A-Za-z]\w*$/),
  label: z.string(),
  unit: z.string().default(''),
  tex: z.string().default(''),
  description: z.string().default(''),
  share: z.boolean().optional(),
}) satisfies z.ZodType<Omit<MeasureSpec, 'per'>>

const Rule = z.strictObject({
  id: z.string().regex(/^[a-z][\w-]*$/),
  label: z.string(),
  relation: z.enum(['<', '≤', '>', '≥', '=', '']).default(''),
  quantity: z.string().default(''),
  unit: z.string().default(''),
  measure: z.string().optional(),
  how: z.string().optional(),
  named: z.boolean().optional(),
  sentence: z.string(),
}) satisfies z.ZodType<RuleSpec>

/** The JSON file that describes a program. */
export const ProgramDescription = z
  .strictObject({
    $schema: z.string().optional(),
    protocol: z.literal(PROTOCOL_VERSION).default(PROTOCOL_VERSION),
    id: z.string().regex(/^[a-z][a-z0-9-]{0,79}$/, 'Use at most 80 lower-case letters, digits and dashes. Begin with a letter.'),
    title: z.string().min(1).max(80),
    summary: z.string().max(500).default(''),
    source: z.strictObject({ authors: z.string(), title: z.string(), venue: z.string(), year: z.number().int() }).optional(),
    /**
     * A program name on the PATH, or a path. In `command` and `args`, paths that begin with `.` are relative to the folder of the
     * description.
     */
    command: z.string().min(1),
    /** In mode `page`, `{file}` stands for the path of a file with the page, and `{url}` for the address of the page. */
    args: z.array(z.string()).max(100).default([]),
    mode: z.enum(['jsonl', 'page']),
    /** Output format in mode `page`. */
    answer: z.enum(['text', 'html', 'json']).default('text'),
    /** Maximum milliseconds per page. */
    timeout: z.number().int().min(10).max(600_000).default(30_000),
    /** Additional milliseconds for the first page after a start. */
    startTimeout: z.number().int().min(0).max(600_000).default(60_000),
    params: z.record(z.string(), Param).default({}),
    measures: z.array(Measure).max(50).default([]),
    rules: z.array(Rule).max(200).default([]),
  })
  .meta({ title: 'A program as an extractor of Boilerscope' })
export type ProgramDescription = z.infer<typeof ProgramDescription>

/** A node by id, or by path as in `extract --nodes`: `body>div[0]>p[2]`. */
const Node = z.union([z.number().int().min(0), z.string().max(100_000)])

/** One response. `nodes` with `selected` have priority over `html`, and `html` has priority over `text`. */
export const ProgramAnswer = z
  .object({
    id: z.union([z.string(), z.number()]).optional(),
    text: z.string().optional(),
    html: z.string().optional(),
    nodes: z
      .array(
        z.object({
          id: z.number().int().min(0).optional(),
          path: z.string().optional(),
          /**
           * 1 keeps the node, 0 drops the node, 2 marks an ancestor of kept text. A node without `selected` is kept only if its parent is
           * kept.
           */
          selected: z.union([z.literal(0), z.literal(1), z.literal(2)]).optional(),
          measures: z.record(z.string(), z.number().nullable()).optional(),
        }),
      )
      .optional(),
    decisions: z
      .array(
        z.object({
          node: Node,
          rule: z.string(),
          value: z.number().nullable(),
          limit: z.number().nullable(),
          outcome: z.enum(OUTCOMES),
          note: z.string().max(200).optional(),
        }),
      )
      .optional(),
    warnings: z.array(z.string()).optional(),
    error: z.string().optional(),
  })
  .meta({ title: 'One response of a program' })
export type ProgramAnswer = z.infer<typeof ProgramAnswer>

export const ProgramRequest = z
  .object({
    protocol: z.literal(PROTOCOL_VERSION),
    id: z.string(),
    url: z.string().nullable(),
    html: z.string(),
    params: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])),
    /** Present if reasons are shown and the description declares rules or measures. */
    explain: z
      .object({
        /** The same page. Start tags have an additional attribute with the node id of the element. */
        html: z.string(),
        attribute: z.string(),
        body: z.number().int().min(0),
        /** Per node id, the last node of the node's subtree, plus 1. */
        ends: z.array(z.number().int()),
        /** Ascending ids of the text nodes that are not blank. */
        texts: z.array(z.number().int()),
      })
      .optional(),
  })
  .meta({ title: 'One request to a program' })
export type ProgramRequest = z.infer<typeof ProgramRequest>

/** Returns the JSON Schema of description, request and response. */
export function protocolSchema(): object {
  const schema = (type: z.ZodType): object => {
    const made: Record<string, unknown> = z.toJSONSchema(type, { io: 'input' })
    delete made.$schema
    return made
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Programs as extractors of Boilerscope, protocol ${PROTOCOL_VERSION}`,
    ...schema(ProgramDescription),
    $defs: { request: schema(ProgramRequest), answer: schema(ProgramAnswer) },
  }
}

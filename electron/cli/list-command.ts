import type { Command } from 'commander'
import type { Extractor } from '../../shared/extractors/core/extractor'
import type { ParamSpec, ParamSpecs } from '../../shared/extractors/core/params'
import { FIELD_PEERS } from '../../shared/extractors/peers/field'
import { write, type CliIo } from './cli-io'

const PEERS = `Libraries of the field that can be installed beside them (boilerscope peers):
  ${FIELD_PEERS.map(({ id }) => id).join(', ')}`

/** `boilerscope list [--json]`. */
export function addListCommand(program: Command, io: CliIo): void {
  program
    .command('list')
    .description('list the extractors with their parameters: name, default, range, origin, description')
    .option('--json', 'as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const extractors = io.registry.list()
      if (json) await write(io.stdout, `${JSON.stringify(extractors.map(described), null, 2)}\n`)
      else await write(io.stdout, `${[...extractors.map(asText), PEERS].join('\n\n')}\n`)
    })
}

function described({ id, title, family, paper, summary, params }: Extractor): object {
  return { id, title, family, paper, summary, params: parameters(params).map(([name, spec]) => ({ name, ...spec, range: rangeOf(spec) })) }
}

function parameters(specs: ParamSpecs): [string, ParamSpec][] {
  return Object.entries(specs)
}

/** The values a parameter takes: `[min, max]` or all of them. */
function rangeOf(spec: ParamSpec): readonly (number | boolean | string)[] {
  if (spec.kind === 'number') return [spec.min, spec.max]
  return spec.kind === 'boolean' ? [false, true] : spec.options.map((option) => option.value)
}

function asText(extractor: Extractor): string {
  const { authors, title, year } = extractor.paper
  const lines = [`${extractor.id}  ${extractor.title} (${extractor.family})`, `  ${extractor.summary}`, `  ${authors} (${year}): ${title}`]
  for (const [name, spec] of parameters(extractor.params)) {
    const range = spec.kind === 'number' ? `${spec.min} to ${spec.max}` : rangeOf(spec).join(' | ')
    const printed = spec.asPrinted === undefined ? '' : `, as printed ${spec.asPrinted}`
    lines.push(`    ${name} = ${spec.default}${printed}  (${range}; origin: ${spec.origin})`, `        ${spec.description}`)
  }
  return lines.join('\n')
}

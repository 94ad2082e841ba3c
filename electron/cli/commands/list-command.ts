import type { Command } from 'commander'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import type { ParamSpec, ParamSpecs } from '../../../shared/extractors/core/params'
import { extractorNamed } from '../../../shared/extractors/core/registry'
import { FIELD_PEERS } from '../../../shared/extractors/peers/field'
import { write, type CliIo } from '../cli-io'
import { addProjectOption, namedExtractors } from '../own-names'

const PEERS = `Libraries of the field that can be installed beside them (boilerscope peers):
  ${FIELD_PEERS.map(({ id }) => id).join(', ')}`

/** `boilerscope list [--extractor LIST] [--project FILE] [--json]`. */
export function addListCommand(program: Command, io: CliIo): void {
  addProjectOption(program.command('list'))
    .description('list the extractors with their parameters: name, default, range, origin, description')
    .option('--extractor <list>', 'only these: comma-separated ids, or files of your own: .ts, .js, .json')
    .option('--json', 'as JSON')
    .action(async ({ json, extractor, project }: { json?: boolean; extractor?: string; project?: string }) => {
      const { registry, list } = await namedExtractors(extractor ?? '', { project }, io)
      const extractors = extractor === undefined ? registry.list() : list.split(',').map((id) => extractorNamed(registry, id.trim()))
      if (json) await write(io.stdout, `${JSON.stringify(extractors.map(described), null, 2)}\n`)
      else await write(io.stdout, `${[...extractors.map(asText), ...(extractor === undefined ? [PEERS] : [])].join('\n\n')}\n`)
    })
}

function described({ id, title, family, paper, summary, params }: ExtractorInfo): object {
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

function asText(extractor: ExtractorInfo): string {
  const { authors, title, year } = extractor.paper
  // A program of one's own that names no source has no year.
  const lines = [
    `${extractor.id}  ${extractor.title} (${extractor.family})`,
    `  ${extractor.summary}`,
    `  ${authors}${year === 0 ? '' : ` (${year})`}: ${title}`,
  ]
  for (const [name, spec] of parameters(extractor.params)) {
    const range = spec.kind === 'number' ? `${spec.min} to ${spec.max}` : rangeOf(spec).join(' | ')
    const printed = spec.asPrinted === undefined ? '' : `, as printed ${spec.asPrinted}`
    lines.push(`    ${name} = ${spec.default}${printed}  (${range}; origin: ${spec.origin})`, `        ${spec.description}`)
  }
  return lines.join('\n')
}

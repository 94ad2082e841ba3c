import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { CaptureOptions, DEFAULT_LIMITS } from '../../../shared/contract/capture'
import type { ReductionProgress, ReductionStep } from '../../../shared/reduce/reduce-page'
import { reproducerReport } from '../../../shared/reduce/report'
import { originOf } from '../../services/own/own-file'
import { reduceToReproducer } from '../../services/reduce/reducer'
import { THREAD_LIMITS } from '../../services/threads/thread-pool'
import { type CliIo, EXIT, EXIT_HELP, type ExitCode, untilInterrupted, versionOf, withProgress, warn, write, writeOut } from '../cli-io'
import { addExtractorOptions, type ExtractorOptions, formatOption, seconds, chooseExtractor } from '../options'
import { pageLimit } from '../pages/page-conditions'
import { addFaultOptions, type FaultOptions, readFault, readPage } from '../pages/read-page'

const REDUCE_FORMATS = ['report', 'html', 'json'] as const

interface ReduceOptions extends ExtractorOptions, FaultOptions {
  readonly witness?: string | false
  readonly contrast?: string | false
  readonly sameRule?: boolean
  readonly format: (typeof REDUCE_FORMATS)[number]
  readonly out?: string
  readonly steps?: string
  readonly timeout: number
  readonly maxNodes: number
  readonly quiet?: true
}

const DETAILS = `
Removes subtrees, elements, attributes and words from the page while the extractor still wrongly keeps (or drops) the text, until no
further part can be removed. The result is always the same. "keeps" means that one visible occurrence of the text is completely kept,
"drops" that one visible occurrence is completely dropped. White space does not count.

A page on which the extractor keeps no text, or keeps the only block, shows no fault. Therefore the beginning of the longest other kept
text must still be kept, and with --keeps the beginning of the longest dropped text must still be dropped. --witness and --contrast
name other texts; --no-witness and --no-contrast omit these conditions.

A minimal example is one file without a layout: the extractor runs without the layout, even if the page is captured with --rendered.

--format report (default) writes Markdown: the page, the result, the expected result, versions. html writes only the page, json all data.
Ctrl-C ends with the smallest page so far.`

export function addReduceCommand(program: Command, io: CliIo): void {
  addFaultOptions(addExtractorOptions(program.command('reduce')))
    .option('--witness <text>', 'text that must still be kept (default: the beginning of the longest other kept text)')
    .option('--no-witness', 'do not require another text to be kept')
    .option('--contrast <text>', 'text that must still be dropped (default, with --keeps: the beginning of the longest dropped text)')
    .option('--no-contrast', 'do not require another text to be dropped')
    .option('--same-rule', 'require the same deciding rule (default for libraries)')
    .option('--no-same-rule', 'allow any rule')
    .addOption(formatOption(REDUCE_FORMATS))
    .option('--out <file>', 'also write the page to this file')
    .option('--steps <folder>', 'also write every intermediate page to this folder')
    .option('--timeout <seconds>', 'time limit per page', seconds, 30)
    .option('--max-nodes <n>', 'maximum number of nodes per page', pageLimit('maxNodes'), DEFAULT_LIMITS.maxNodes)
    .option('--quiet', 'no progress')
    .addHelpText('after', `${DETAILS}\n${EXIT_HELP}`)
    .action(async (page: string, options: ReduceOptions) => io.exit(await reduce(page, options, io)))
}

async function reduce(name: string, options: ReduceOptions, io: CliIo): Promise<ExitCode> {
  const { witness, contrast, maxNodes } = options
  const fault = readFault(options, 'reduce')
  const { extractor, params, own } = await chooseExtractor(options, io)
  const capture = CaptureOptions.parse({ mode: options.rendered ? 'rendered' : 'source', maxNodes })
  const page = await readPage(name, capture, io, options.url)
  const url = options.url ?? page.url
  const step = options.steps === undefined ? undefined : stepWriter(resolve(io.cwd, options.steps))
  const request = {
    ...{ html: page.html, url, scripting: page.rendered, maxNodes, extractor, params },
    sameRule: options.sameRule ?? extractor.family === 'peer',
    complaint: { ...fault, witness: witness === false ? null : witness, contrast: contrast === false ? null : contrast },
  }
  const pool = { program: join(io.workers, 'reduce-worker.js'), limits: THREAD_LIMITS, timeout: options.timeout * 1000, own }
  const outcome = await withProgress(options.quiet, progressSentence, (progress) =>
    untilInterrupted((signal) => reduceToReproducer(request, pool, { signal, progress, ...(step && { step }) })),
  )
  if (options.out !== undefined) await writeOut(io, outcome.html, options.out)
  const facts = {
    ...outcome,
    ...{ extractor: { id: extractor.id, title: extractor.title }, params, url: url ?? (name === '-' ? null : name) },
    hadLayout: page.layout !== null,
    origin: originOf(extractor, own?.files),
    versions: [`Boilerscope ${versionOf(io.root)}`, `Node ${process.version}`],
  }
  const shown = { html: () => outcome.html, json: () => JSON.stringify(facts), report: () => reproducerReport(facts).trimEnd() }
  await write(io.stdout, `${shown[options.format]()}\n`)
  if (outcome.minimal) return EXIT.done
  await warn(io, 'stopped; this is the smallest page so far and may not be minimal.')
  return EXIT.failed
}

function progressSentence({ round, kind, nodes, bytes, trials }: ReductionProgress): string {
  return `Round ${round}, ${kind}: ${nodes} nodes, ${bytes} bytes left after ${trials} trials`
}

function stepWriter(folder: string): (step: ReductionStep) => void {
  mkdirSync(folder, { recursive: true })
  let count = 0
  return ({ kind, html }) => writeFileSync(join(folder, `${String(++count).padStart(4, '0')}-${kind}.html`), html)
}

import { basename, join } from 'node:path'
import type { Command } from 'commander'
import { toFailure, valueOf } from '../../../shared/base/failure'
import { CaptureOptions, DEFAULT_LIMITS } from '../../../shared/contract/capture'
import { readSettings } from '../../../shared/extractors/core/param-settings'
import { resolveParams } from '../../../shared/extractors/core/run'
import {
  compareVersions,
  VERSIONED_LIBRARIES,
  versionedLibrary,
  type VersionedLibrary,
  versionId,
} from '../../../shared/extractors/peers/library-name'
import { type Bisection, bisectionReport, bisectVersions, type Judgement } from '../../../shared/reduce/bisect-versions'
import { describeOwn } from '../../services/own/own-extractors'
import { peerPlaces } from '../../services/peers/find-peers'
import { installedVersion, installVersion, type PublishedVersion, publishedVersions } from '../../services/peers/library-versions'
import { createTrialPool, type ReduceRequest, type ReducerOptions, reduceToReproducer } from '../../services/reduce/reducer'
import { THREAD_LIMITS } from '../../services/threads/thread-pool'
import { type CliIo, EXIT, EXIT_HELP, type ExitCode, untilInterrupted, usage, versionOf, withProgress, write } from '../cli-io'
import { collect, formatOption, seconds } from '../options'
import { addFaultOptions, type FaultOptions, readFault, readPage } from '../pages/read-page'

interface BisectOptions extends FaultOptions {
  readonly library?: string
  readonly from?: string
  readonly to?: string
  readonly set: readonly string[]
  readonly reduce: boolean
  readonly format: 'report' | 'json'
  readonly timeout: number
  readonly quiet?: true
}

const DETAILS = `
Versions come from npm or PyPI, without release candidates. Each tested version is installed into a separate folder of Boilerscope's
data and stays there; --library approves the installation. The command tries the newest version, then the oldest, then the middle of the
remaining versions. Versions that cannot be installed or fail on the page are skipped and listed.

The Markdown report contains the first version with the fault, its date, and a minimal example with the reasons of this version and of
the last tested version without the fault.`

export function addBisectCommand(program: Command, io: CliIo): void {
  addFaultOptions(program.command('bisect'))
    .option('--library <id>', `library: ${VERSIONED_LIBRARIES.map(({ id }) => id).join(', ')}`)
    .option('--from <version>', 'oldest version to try (default: the first published)')
    .option('--to <version>', 'newest version to try (default: the last published)')
    .option('--set <name=value>', 'set a parameter; repeatable', collect, [])
    .option('--no-reduce', 'do not reduce the page; report only the version')
    .addOption(formatOption(['report', 'json']))
    .option('--timeout <seconds>', 'time limit per version and page', seconds, 60)
    .option('--quiet', 'no progress')
    .addHelpText('after', `${DETAILS}\n${EXIT_HELP}`)
    .action(async (page: string, options: BisectOptions) => io.exit(await bisect(page, options, io)))
}

interface Trials {
  readonly library: VersionedLibrary
  readonly page: Pick<ReduceRequest, 'html' | 'url' | 'scripting' | 'maxNodes'>
  readonly complaint: { readonly kind: 'keeps' | 'drops'; readonly text: string }
  readonly set: readonly string[]
  readonly pool: ReducerOptions
  readonly signal: AbortSignal
  readonly io: CliIo
}

async function bisect(name: string, options: BisectOptions, io: CliIo): Promise<ExitCode> {
  const complaint = readFault(options, 'bisect')
  const library = versionedLibrary(options.library ?? '')
  const { maxNodes } = DEFAULT_LIMITS
  const capture = CaptureOptions.parse({ mode: options.rendered ? 'rendered' : 'source', maxNodes })
  const { html, url: address, rendered: scripting } = await readPage(name, capture, io, options.url)
  const url = options.url ?? address
  const pool = { program: join(io.workers, 'reduce-worker.js'), limits: THREAD_LIMITS, timeout: options.timeout * 1000 }
  const search = async (signal: AbortSignal, show: (sentence: string) => void) => {
    const published = between(await publishedVersions(library, signal), options)
    const trials: Trials = { library, page: { html, url, scripting, maxNodes }, complaint, set: options.set, pool, signal, io }
    const isLine = options.quiet === true || process.stderr.isTTY
    const report = isLine ? show : (sentence: string): void => void process.stderr.write(`${sentence}\n`)
    const versions = published.map(({ version }) => version)
    const bisection = await bisectVersions(versions, (version) => {
      report(`Trying ${library.title} ${version} …`)
      return testVersion(version, trials)
    })
    if (bisection.wrong === null) throw noFaultFailure(bisection, trials)
    const { wrong } = bisection
    if (options.reduce) report(`Reducing the page for ${library.title} ${wrong} …`)
    const reduced = options.reduce ? await reducedPage({ ...bisection, wrong }, trials) : null
    return {
      ...{ title: library.title, package: library.package, ...complaint, versions, reduced },
      bisection: { ...bisection, wrong },
      dates: new Map(published.flatMap(({ version, date }) => (date === '' ? [] : [[version, date] as const]))),
      page: url ?? (name === '-' ? 'a page' : basename(name)),
      tools: [`Boilerscope ${versionOf(io.root)}`, `Node ${process.version}`],
    }
  }
  const facts = await withProgress(options.quiet, String, (show) => untilInterrupted((signal) => search(signal, show)))
  const json = (): string => `${JSON.stringify({ ...facts, dates: Object.fromEntries(facts.dates) })}\n`
  await write(io.stdout, options.format === 'json' ? json() : bisectionReport(facts))
  return EXIT.done
}

function between(published: readonly PublishedVersion[], { from, to }: BisectOptions): PublishedVersion[] {
  const chosen = published.filter(
    ({ version }) =>
      (from === undefined || compareVersions(version, from) >= 0) &&
      (to === undefined || compareVersions(version, to) <= 0 || version.startsWith(`${to}.`)),
  )
  if (chosen.length > 0) return chosen
  const message = 'No version was published between --from and --to.'
  throw usage(message, `The published versions are ${published[0]?.version ?? ''} to ${published.at(-1)?.version ?? ''}.`)
}

async function preparedVersion(version: string, { library, set, io }: Trials) {
  const file = await installedVersion({ library, version }, peerPlaces(io.root))
  const info = await describeOwn(file, io.workers)
  return { candidate: { ...file, id: info.id, info }, params: resolveParams(info, 'default', readSettings(info, set)) }
}

async function testVersion(version: string, trials: Trials): Promise<Judgement> {
  const { library, page, complaint, signal, io } = trials
  const name = { library, version }
  try {
    await installVersion(name, peerPlaces(io.root), signal)
  } catch (thrown) {
    signal.throwIfAborted()
    const { code, message } = toFailure(thrown)
    if (code !== 'library.not-installable') throw thrown
    return { kind: 'broken', reason: message }
  }
  const pool = createTrialPool(trials.pool)
  try {
    const { candidate, params } = await preparedVersion(version, trials)
    const own = { files: [candidate], programs: io.workers }
    const whole = { ...complaint, witness: null, contrast: null }
    const task = { ...page, own, extractor: versionId(name), params, complaint: whole, withOutput: false }
    const reply = valueOf(await pool.run(task, { signal }))
    if (!reply.there) throw usage('The page does not show this text.', 'Copy the text from the page; white space does not count.')
    if (reply.brokeDown !== null) return { kind: 'broken', reason: reply.brokeDown }
    return { kind: reply.holds ? 'wrong' : 'right' }
  } catch (thrown) {
    signal.throwIfAborted()
    const { code, message } = toFailure(thrown)
    if (code === 'usage') throw thrown
    return { kind: 'broken', reason: message }
  } finally {
    await pool.close()
  }
}

function noFaultFailure({ right, trials }: Bisection, { library, complaint: { kind } }: Trials) {
  const [newest] = trials
  if (right !== null)
    return usage(
      `${library.title} ${right} does not ${kind === 'drops' ? 'drop' : 'keep'} the whole text, so there is no fault to find.`,
      'Use --to with a version that has the fault, or name a text of one block.',
    )
  const reason = newest?.judgement.kind === 'broken' ? newest.judgement.reason : ''
  return usage(`No version of ${library.title} could be tried. ${reason}`.trim(), 'Name other versions with --from and --to.')
}

async function reducedPage({ wrong, right }: Bisection & { readonly wrong: string }, trials: Trials) {
  const { page, complaint, pool, signal, io } = trials
  const bad = await preparedVersion(wrong, trials)
  const good = right === null ? null : await preparedVersion(right, trials)
  const unlike = good ? { id: good.candidate.id, params: good.params } : undefined
  const own = { files: [bad.candidate, ...(good ? [good.candidate] : [])], programs: io.workers }
  const request = { ...page, extractor: bad.candidate.info, params: bad.params, complaint, sameRule: true, unlike }
  const { html, why, whyUnlike } = await reduceToReproducer(request, { ...pool, own }, { signal })
  return { html, whyWrong: why, whyRight: whyUnlike }
}

import { basename, join } from 'node:path'
import { type Command, Option } from 'commander'
import { toFailure, valueOf } from '../../../shared/base/failure'
import { CaptureOptions, DEFAULT_LIMITS } from '../../../shared/contract/capture'
import { readSettings } from '../../../shared/extractors/core/param-settings'
import { resolveParams } from '../../../shared/extractors/core/run'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import {
  compareVersions,
  VERSIONED_LIBRARIES,
  versionedLibrary,
  type VersionedLibrary,
  versionId,
} from '../../../shared/extractors/peers/library-name'
import { type Bisection, bisectionReport, bisectVersions, type Judgement } from '../../../shared/reduce/bisect-versions'
import { describeOwn } from '../../services/own/own-extractors'
import type { NamedFile } from '../../services/own/own-file'
import { peerPlaces } from '../../services/peers/find-peers'
import { installedVersion, installVersion, type PublishedVersion, publishedVersions } from '../../services/peers/library-versions'
import { createTrialPool, reduceToReproducer } from '../../services/reduce/reducer'
import { THREAD_LIMITS } from '../../services/threads/thread-pool'
import {
  type CliIo,
  collect,
  endProgress,
  EXIT,
  EXIT_HELP,
  type ExitCode,
  seconds,
  showProgress,
  untilInterrupted,
  usage,
  versionOf,
  write,
} from '../cli-io'
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
    .addOption(new Option('--format <format>', 'output format').choices(['report', 'json']).default('report'))
    .option('--timeout <seconds>', 'time limit per version and page', seconds, 60)
    .option('--quiet', 'no progress')
    .addHelpText('after', `${DETAILS}\n${EXIT_HELP}`)
    .action(async (page: string, options: BisectOptions) => io.exit(await bisect(page, options, io)))
}

interface Trials {
  readonly library: VersionedLibrary
  readonly html: string
  readonly url: string | null
  readonly scripting: boolean
  readonly kind: 'keeps' | 'drops'
  readonly text: string
  readonly set: readonly string[]
  readonly timeout: number
  readonly signal: AbortSignal
}

async function bisect(name: string, options: BisectOptions, io: CliIo): Promise<ExitCode> {
  const { kind, text } = readFault(options, 'bisect')
  const library = versionedLibrary(options.library ?? '')
  const capture = CaptureOptions.parse({ mode: options.rendered ? 'rendered' : 'source', maxNodes: DEFAULT_LIMITS.maxNodes })
  const { html, url, rendered } = await readPage(name, capture, io, options.url)
  return untilInterrupted(async (signal) => {
    const published = between(await publishedVersions(library, signal), options)
    const trials: Trials = {
      ...{ library, html, text, signal, kind, set: options.set },
      ...{ url: options.url ?? url, scripting: rendered, timeout: options.timeout * 1000 },
    }
    const isLine = options.quiet === true || process.stderr.isTTY
    const report = isLine
      ? showProgress(options.quiet, (sentence: string) => sentence)
      : (sentence: string): void => void process.stderr.write(`${sentence}\n`)
    const versions = published.map(({ version }) => version)
    const bisection = await bisectVersions(versions, (version) => testVersion(version, trials, report, io))
    if (bisection.wrong === null) throw noFaultFailure(bisection, trials)
    const { wrong } = bisection
    if (options.reduce) report(`Reducing the page for ${library.title} ${wrong} …`)
    const reduced = options.reduce ? await reducedPage({ ...bisection, wrong }, trials, io) : null
    endProgress(options.quiet)
    const facts = {
      ...{ title: library.title, package: library.package, kind: trials.kind, text, versions, reduced },
      bisection: { ...bisection, wrong },
      dates: new Map(published.flatMap(({ version, date }) => (date === '' ? [] : [[version, date] as const]))),
      page: trials.url ?? (name === '-' ? 'a page' : basename(name)),
      tools: [`Boilerscope ${versionOf(io.root)}`, `Node ${process.version}`],
    }
    const json = (): string => `${JSON.stringify({ ...facts, dates: Object.fromEntries(facts.dates) })}\n`
    await write(io.stdout, options.format === 'json' ? json() : bisectionReport(facts))
    return EXIT.done
  })
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

async function preparedVersion(library: VersionedLibrary, version: string, set: readonly string[], io: CliIo) {
  const file = await installedVersion({ library, version }, peerPlaces(io.root))
  const info: ExtractorInfo = await describeOwn(file, io.workers)
  const candidate: NamedFile = { ...file, id: info.id, info }
  return { candidate, info, params: resolveParams(info, 'default', readSettings(info, set)) }
}

async function testVersion(version: string, trials: Trials, report: (sentence: string) => void, io: CliIo): Promise<Judgement> {
  const { library, html, url, scripting, kind, text, timeout, signal } = trials
  const name = { library, version }
  report(`Trying ${library.title} ${version} …`)
  try {
    await installVersion(name, peerPlaces(io.root), signal)
  } catch (thrown) {
    signal.throwIfAborted()
    const { code, message } = toFailure(thrown)
    if (code !== 'library.not-installable') throw thrown
    return { kind: 'broken', reason: message }
  }
  const pool = createTrialPool({ program: join(io.workers, 'reduce-worker.js'), limits: THREAD_LIMITS, timeout })
  try {
    const { candidate, params } = await preparedVersion(library, version, trials.set, io)
    const own = { files: [candidate], programs: io.workers }
    const complaint = { kind, text, witness: null, contrast: null }
    const task = { own, extractor: versionId(name), params, html, url, scripting, maxNodes: DEFAULT_LIMITS.maxNodes, complaint }
    const reply = valueOf(await pool.run({ ...task, withOutput: false }, { signal }))
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

function noFaultFailure({ right, trials }: Bisection, { library, kind }: Trials) {
  const [newest] = trials
  if (right !== null)
    return usage(
      `${library.title} ${right} does not ${kind === 'drops' ? 'drop' : 'keep'} the whole text, so there is no fault to find.`,
      'Use --to with a version that has the fault, or name a text of one block.',
    )
  const reason = newest?.judgement.kind === 'broken' ? newest.judgement.reason : ''
  return usage(`No version of ${library.title} could be tried. ${reason}`.trim(), 'Name other versions with --from and --to.')
}

async function reducedPage({ wrong, right }: Bisection & { readonly wrong: string }, trials: Trials, io: CliIo) {
  const { library, html, url, scripting, kind, text, timeout, signal, set } = trials
  const bad = await preparedVersion(library, wrong, set, io)
  const good = right === null ? null : await preparedVersion(library, right, set, io)
  const outcome = await reduceToReproducer(
    {
      ...{ html, url, scripting, maxNodes: DEFAULT_LIMITS.maxNodes, extractor: bad.info, params: bad.params },
      complaint: { kind, text },
      sameRule: true,
      unlike: good ? { id: good.info.id, params: good.params } : undefined,
    },
    {
      program: join(io.workers, 'reduce-worker.js'),
      limits: THREAD_LIMITS,
      timeout,
      own: { files: [bad.candidate, ...(good ? [good.candidate] : [])], programs: io.workers },
    },
    { signal },
  )
  return { html: outcome.html, whyWrong: outcome.why, whyRight: outcome.whyUnlike }
}

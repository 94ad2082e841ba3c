import { basename, join } from 'node:path'
import { Option, type Command } from 'commander'
import { toFailure, valueOf } from '../../../shared/base/failure'
import { CaptureOptions, DEFAULT_LIMITS } from '../../../shared/contract/source'
import { readSettings } from '../../../shared/extractors/core/param-settings'
import { resolveParams } from '../../../shared/extractors/core/run'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import {
  compareVersions,
  VERSIONED_LIBRARIES,
  versionedLibrary,
  versionId,
  type VersionedLibrary,
} from '../../../shared/extractors/peers/library-name'
import { bisectionReport, bisectVersions, type Bisection, type Judgement } from '../../../shared/reduce/bisect-versions'
import { describeOwn } from '../../services/own/describe-own'
import type { NamedFile } from '../../services/own/own-data'
import { peerPlaces } from '../../services/peers/find-peers'
import { installedVersion, installVersion, publishedVersions, type PublishedVersion } from '../../services/peers/library-versions'
import { createTrialPool, reduceToReproducer } from '../../services/reduce/reducer'
import { THREAD_LIMITS } from '../../services/threads/thread-budget'
import {
  collect,
  endProgress,
  EXIT,
  EXIT_HELP,
  seconds,
  showProgress,
  untilInterrupted,
  usage,
  versionOf,
  write,
  type CliIo,
  type ExitCode,
} from '../cli-io'
import { addFaultOptions, namedFault, readPage, type FaultOptions } from '../pages/read-page'

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
Versions are those that npm or PyPI lists, without release candidates; each that is tried is installed into a folder of its own among
the program's data and kept there. To name a library here is the consent to that. The newest is tried first, then the oldest, then the
middle of what is left; versions that cannot be installed or fail on the page are passed over and told.

The report is Markdown to paste: the version, its day, the least page on which the two versions differ, and what each says of the text.`

/** `boilerscope bisect`: the first published version of a library that does wrong on a page. */
export function addBisectCommand(program: Command, io: CliIo): void {
  addFaultOptions(program.command('bisect'))
    .description('find the first published version of a library that wrongly keeps or drops a text of a page')
    .option('--library <id>', `which library: ${VERSIONED_LIBRARIES.map(({ id }) => id).join(', ')}`)
    .option('--from <version>', 'the oldest version to look at (default: the first that was published)')
    .option('--to <version>', 'the newest version to look at (default: the last that was published)')
    .option('--set <name=value>', 'a parameter; again for each', collect, [])
    .option('--no-reduce', 'leave the page as it is: the report says only which version')
    .addOption(new Option('--format <format>', 'what to print').choices(['report', 'json']).default('report'))
    .option('--timeout <seconds>', 'longest time for a version on a page', seconds, 60)
    .option('--quiet', 'no progress')
    .addHelpText('after', `${DETAILS}\n${EXIT_HELP}`)
    .action(async (page: string, options: BisectOptions) => io.exit(await bisect(page, options, io)))
}

/** The page and the fault, and how versions are tried on it. */
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
  const { kind, text } = namedFault(options, 'bisect')
  const library = versionedLibrary(options.library ?? '')
  const capture = CaptureOptions.parse({ mode: options.rendered ? 'rendered' : 'source', maxNodes: DEFAULT_LIMITS.maxNodes })
  const { html, url, rendered } = await readPage(name, capture, io)
  return untilInterrupted(async (signal) => {
    const published = between(await publishedVersions(library, signal), options)
    const trials: Trials = {
      ...{ library, html, text, signal, kind, set: options.set },
      ...{ url: options.url ?? url, scripting: rendered, timeout: options.timeout * 1000 },
    }
    const isLine = options.quiet === true || process.stderr.isTTY
    const tell = isLine
      ? showProgress(options.quiet, (sentence: string) => sentence)
      : (sentence: string): void => void process.stderr.write(`${sentence}\n`)
    const versions = published.map(({ version }) => version)
    const bisection = await bisectVersions(versions, (version) => judge(version, trials, tell, io))
    if (bisection.wrong === null) throw nothingWrong(bisection, trials)
    const { wrong } = bisection
    if (options.reduce) tell(`Reducing the page for ${library.title} ${wrong} …`)
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
  throw usage(
    'No version was published between these two.',
    `Published are ${published[0]?.version ?? ''} to ${published.at(-1)?.version ?? ''}.`,
  )
}

/** What a version needs to be run: its file under its id, and its parameters. */
async function preparedVersion(library: VersionedLibrary, version: string, set: readonly string[], io: CliIo) {
  const file = await installedVersion({ library, version }, peerPlaces(io.root))
  const info: ExtractorInfo = await describeOwn(file, io.workers)
  const named: NamedFile = { ...file, id: info.id, info }
  return { named, info, params: resolveParams(info, 'default', readSettings(info, set)) }
}

async function judge(version: string, trials: Trials, tell: (sentence: string) => void, io: CliIo): Promise<Judgement> {
  const { library, html, url, scripting, kind, text, timeout, signal } = trials
  const name = { library, version }
  tell(`Trying ${library.title} ${version} …`)
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
    const { named, params } = await preparedVersion(library, version, trials.set, io)
    const own = { files: [named], programs: io.workers }
    const complaint = { kind, text, witness: null, contrast: null }
    const task = { own, extractor: versionId(name), params, html, url, scripting, maxNodes: DEFAULT_LIMITS.maxNodes, complaint }
    const reply = valueOf(await pool.run({ ...task, withOutput: false }, { signal }))
    if (!reply.there) throw usage('The page has no such text that a person can read.', 'Copy it from the page; white space does not count.')
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

function nothingWrong({ right, trials }: Bisection, { library, kind }: Trials) {
  const [newest] = trials
  if (right !== null)
    return usage(
      `${library.title} ${right} does not ${kind === 'drops' ? 'drop' : 'keep'} the text as a whole: there is nothing to look for.`,
      'Name a version that does with --to, or a text of one block.',
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
      own: { files: [bad.named, ...(good ? [good.named] : [])], programs: io.workers },
    },
    { signal },
  )
  return { html: outcome.html, whyWrong: outcome.why, whyRight: outcome.whyUnlike }
}

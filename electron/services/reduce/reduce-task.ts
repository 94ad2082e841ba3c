import { failed, type FailureError } from '../../../shared/base/failure'
import { explainNode } from '../../../shared/explain/explain-node'
import { hiddenCause } from '../../../shared/explain/coverage'
import { headline } from '../../../shared/explain/reason-sentence'
import type { ExtractionCore, Extractor } from '../../../shared/extractors/core/extractor'
import type { ParamValue } from '../../../shared/extractors/core/params'
import { NO_PROBE, RecordingProbe, type Trace } from '../../../shared/extractors/core/probe'
import { outputText } from '../../../shared/page/output'
import type { PageModel } from '../../../shared/page/page-model'
import { hasText } from '../../../shared/page/readable-text'
import { parsePage } from '../../../shared/page/parse-page'
import { type Complaint, completed, isJustified, pageSize, placeOfFault, type Wish } from '../../../shared/reduce/complaint'
import type { OwnData } from '../own/own-file'

export interface ReduceTask {
  readonly html: string
  readonly extractor: string
  readonly own?: OwnData | undefined
  readonly params: Readonly<Record<string, ParamValue>>
  readonly url: string | null
  readonly scripting: boolean
  readonly maxNodes: number
  readonly complaint: Wish
  readonly withOutput: boolean
  /** The rule that must decide about the text. Default: any rule. */
  readonly rule?: string
}

export type ReduceReply = ReturnType<typeof tryPage>

/** @throws the errors of `parsePage` and of the extractor */
export function tryPage(task: ReduceTask, extractor: Extractor) {
  const { html, url, scripting, maxNodes, params } = task
  const page = parsePage(html, { url, scriptingEnabled: scripting, maxNodes, sourcePositions: extractor.needsSource ?? false })
  const probe = task.withOutput || task.rule !== undefined ? new RecordingProbe() : NO_PROBE
  const core = extractor.run(page, params as never, probe)
  const { selected } = core
  const complaint = completed(page, selected, task.complaint)
  const isSo = isJustified(page, selected, complaint)
  const reason =
    isSo && probe instanceof RecordingProbe ? reasonOf(page, core, { trace: probe.trace(), rules: extractor.rules }, complaint) : NO_REASON
  const holds = isSo && (task.rule === undefined || reason.rule === task.rule)
  return {
    /** Whether the complaint holds. `holdsAlone` ignores witness, contrast and the rule. */
    holds,
    holdsAlone: holds || isJustified(page, selected, { ...complaint, witness: null, contrast: null }),
    there: holds || hasText(page, complaint.text),
    size: pageSize(page),
    complaint,
    brokeDown: core.brokeDown ?? null,
    output: task.withOutput ? outputText(page, selected).text : '',
    ...reason,
  }
}

const NO_REASON = { why: '', rule: '' }

function reasonOf(
  page: PageModel,
  core: ExtractionCore,
  { trace, rules }: { readonly trace: Trace; readonly rules: Extractor['rules'] },
  complaint: Complaint,
): typeof NO_REASON {
  const node = placeOfFault(page, core.selected, complaint)
  if (node < 0 || trace.decisionCount === 0) return NO_REASON
  const explanation = explainNode(page, { extraction: core, trace, rules }, node)
  return { why: headline(page, explanation, hiddenCause(page, node)), rule: explanation.decisive?.rule ?? '' }
}

export function unreducibleFailure(
  { there, holdsAlone, complaint: { kind, text, witness, contrast } }: ReduceReply,
  title: string,
): FailureError {
  const shown = `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`
  if (!there) {
    const message = `The page has no visible text ${shown}.`
    return failed('reduce.no-such-text', message, 'Copy the text from the page; white space does not count.')
  }
  if (holdsAlone) {
    const missing = [witness === null ? [] : [`keep “${witness}”`], contrast === null ? [] : [`drop “${contrast}”`]].flat()
    const message = `${title} does not ${missing.join(' or does not ')}.`
    return failed('reduce.no-witness', message, 'Choose another text to compare, or none.')
  }
  const message = `${title} does not ${kind === 'drops' ? 'drop' : 'keep'} the text ${shown} as a whole.`
  const next = 'Choose a text of one block, and check that extractor, preset and parameters are those of your run.'
  return failed('reduce.not-so', message, next)
}

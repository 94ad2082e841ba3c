import { useEffect, useMemo } from 'react'
import type { ExtractionResult } from '../../../shared/contract/contract'
import { comparedOf, ensureCompared, useComparison, runAgain, stopCompared, chooseCompared, MOST_COMPARED } from '../../window/compare'
import { actions, useTab, useWindow, useFields, useTabFields } from '../../window/window'
import type { Disagreement, Passage, PassageFilter } from '../../../shared/explain/difference/disagreement'
import { excerpt } from '../../../shared/explain/node-label'
import type { PageModel } from '../../../shared/page/page-model'
import { Button } from '../../components/button'
import { groupExtractors } from '../../components/extractor-list'
import { Check } from '../../components/fields'
import { Chooser } from '../../components/menu'
import { PanelProgress } from '../../components/panel/panel'

export type Contestant = Readonly<ReturnType<typeof useContestants>[number]>

export type Finished = Contestant & { readonly result: ExtractionResult }

export interface ComparedProps {
  readonly model: PageModel
  readonly contestants: readonly Finished[]
  readonly disagreement: Disagreement
  readonly filter: PassageFilter
}

export const isFinished = (contestant: Contestant): contestant is Finished => contestant.result !== null

export function useContestants() {
  const extractors = useWindow((state) => state.extractors)
  const { page, model, preset, extractor: own } = useTabFields('page', 'model', 'preset', 'extractor')
  const ownResult = useTab((tab) => (tab.result?.extraction.extractor === tab.extractor ? tab.result : null))
  const ownFailure = useTab((tab) => tab.extractionFailure)
  const { chosen, entries } = useFields(useComparison, 'chosen', 'entries')
  const ids = useMemo(() => comparedOf(chosen, extractors, own), [chosen, extractors, own])
  useEffect(() => {
    const others = ids.filter((id) => id !== own)
    if (page) void ensureCompared(others, true)
    // `model` is a dependency, because `model` changes with the reading options.
  }, [page, model, preset, ids, own])
  return useMemo(
    () =>
      ids.flatMap((id) => {
        const info = extractors.find((extractor) => extractor.id === id)
        if (!info) return []
        const mine = id === own
        const entry = entries[id]
        const result = mine ? ownResult : entry?.status === 'done' ? entry.result : null
        const failure = mine ? ownFailure : (entry?.failure ?? null)
        return [{ info, result, failure: result === null ? failure : null, own: mine }]
      }),
    [ids, extractors, entries, own, ownResult, ownFailure],
  )
}

export function passagePreview(model: PageModel, { nodes }: Passage, length = 110): string {
  let text = ''
  for (const node of nodes) {
    if (text.length > length) break
    text += `${text === '' ? '' : ' '}${excerpt(model.text[node] ?? '', length)}`
  }
  return excerpt(text, length)
}

/** Bit i of `keepers` is set if contestant i keeps the passage. */
export function nameKeepingExtractors(keepers: number, contestants: readonly Finished[]): string {
  const kept = contestants.filter((_, i) => (keepers >> i) & 1).map((c) => c.info.title)
  const dropped = contestants.filter((_, i) => !((keepers >> i) & 1)).map((c) => c.info.title)
  if (dropped.length === 0) return 'kept by all'
  return kept.length === 0 ? 'dropped by all' : `kept by ${kept.join(', ')}; dropped by ${dropped.join(', ')}`
}

export function CompareProgress({ contestants }: { readonly contestants: readonly Contestant[] }) {
  const done = contestants.filter(isFinished).length
  const running = contestants.filter(({ result, failure }) => result === null && failure === null)
  const failed = contestants.filter(({ failure }) => failure !== null)
  const runFailedAgain = (): void => {
    if (failed.some(({ own }) => own)) actions.extractAgain()
    void runAgain(failed.filter(({ own }) => !own).map(({ info }) => info.id))
  }
  if (running.length === 0 && failed.length === 0) return null
  const names = running.map(({ info }) => info.title).join(', ')
  return (
    <div className="notice-bar compare-progress">
      {running.length > 0 ? (
        <PanelProgress
          done={(done + failed.length) / contestants.length}
          message={`${done} of ${contestants.length} done; ${names} still ${running.length === 1 ? 'runs' : 'run'}`}
          onCancel={() => {
            // The run of the current extractor belongs to the tab, so the tab cancels this run.
            if (running.some(({ own }) => own)) actions.cancel()
            stopCompared()
          }}
        />
      ) : null}
      {failed.map(({ info, failure }) => (
        <span key={info.id} className="compare-failed">
          <strong>{info.title}</strong>: {failure?.message} {failure?.next}
        </span>
      ))}
      {failed.length > 0 && running.length === 0 ? <Button label="Run again" small onClick={runFailedAgain} /> : null}
    </div>
  )
}

export function ExtractorPicker({ contestants }: { readonly contestants: readonly Contestant[] }) {
  const extractors = useWindow((state) => state.extractors)
  const chosen = contestants.map((c) => c.info.id)
  const own = contestants.find((c) => c.own)?.info.id
  const full = chosen.length >= MOST_COMPARED
  return (
    <Chooser words={`${chosen.length} extractors`} label="Extractors to compare">
      <p className="quiet">Choose 2 to {MOST_COMPARED}. The current extractor is always included.</p>
      {groupExtractors(extractors).map(([title, members]) => (
        <div key={title} className="compare-group" role="group" aria-label={title}>
          <h3 className="quiet">{title}</h3>
          {members.map(({ id, title, fullName, summary }) => {
            const checked = chosen.includes(id)
            return (
              <Check
                key={id}
                title={summary}
                checked={checked}
                disabled={id === own || (checked ? chosen.length <= 2 : full)}
                onChange={() => chooseCompared(checked ? chosen.filter((other) => other !== id) : [...chosen, id])}
                label={
                  <>
                    {title} <span className="quiet">{id === own ? 'current' : fullName}</span>
                  </>
                }
              />
            )
          })}
        </div>
      ))}
    </Chooser>
  )
}

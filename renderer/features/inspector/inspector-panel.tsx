import { useEffect, useState } from 'react'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { Panel, PanelMessage, SkeletonLines } from '../../components/panel/panel'
import { useCurrentExtractor, useResultExtractor, useTabFields } from '../../window/store'
import { PageStory } from './page-story'
import { WhyCard } from './why-card'
import './why-card.css'
import './inspector.css'

export function InspectorPanel() {
  const { model, result, selected, extractionFailure: failure } = useTabFields('model', 'result', 'selected', 'extractionFailure')
  const info = useResultExtractor()
  if (!model || !result || !info)
    return (
      <Panel label="Why">
        {failure && !result ? (
          <PanelMessage tone="failed" title={failure.message} next={failure.next} />
        ) : (
          <div className="why-skeleton" aria-busy="true">
            <SkeletonLines count={3} />
          </div>
        )}
      </Panel>
    )
  return (
    <Panel label="Why" about={`${model.count} ${info.id} ${selected}`}>
      <FormerResult info={info} hasFailed={failure !== null} />
      {selected === null || selected >= model.count ? (
        <PageStory model={model} result={result} info={info} />
      ) : (
        <WhyCard model={model} result={result} info={info} node={selected} />
      )}
    </Panel>
  )
}

const NOTE_AFTER_MS = 400

function FormerResult({ info, hasFailed }: { readonly info: ExtractorInfo; readonly hasFailed: boolean }) {
  const chosen = useCurrentExtractor()
  const isFormer = chosen !== null && chosen.id !== info.id
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isFormer) return
    const timer = setTimeout(() => setLate(true), NOTE_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isFormer])
  if (!isFormer || (!isLate && !hasFailed)) return null
  return (
    <p className="why-previous" role="status">
      {chosen.title} {hasFailed ? 'failed' : 'is still running'}. Below is the result of {info.title}.
    </p>
  )
}

import { useEffect, type ReactNode } from 'react'
import type { CampaignReport } from '../../../../shared/contract/corpus-contract'
import { Button } from '../../../components/button'
import { DataTable, numbers } from '../../../components/table'
import { formatNumber, formatScore, formatShare, formatTime } from '../../../components/number-format'
import { Guidelines } from '../labelling/panels/label-panels'
import { useAnnotate } from '../state/annotate'
import { passText } from '../../../../shared/gold/campaign'
import { campaigning, Steps } from './campaign-steps'
import { useFields } from '../../../window/store'
import agreementStyles from '../agreement/agreement.module.css'

export function CampaignView() {
  const { campaign: report, corpus } = useFields(useAnnotate, 'campaign', 'corpus')
  useEffect(() => void campaigning.read(), [])
  const bundle = corpus?.campaign?.bundle
  if (bundle)
    return (
      <div className={`column pane ${agreementStyles.campaign}`}>
        <section>
          <h2>A bundle for {bundle.annotator}</h2>
          <p>
            Created from corpus “{bundle.corpus}”, {formatTime(bundle.handedOut)}. Label the pages, then return the whole folder. An import
            skips labels of other annotators.
          </p>
          <p className="quiet">{corpus.path}</p>
        </section>
        {report ? <People report={report} /> : null}
      </div>
    )
  return (
    <div className={`column pane ${agreementStyles.campaign}`} data-testid="campaign">
      {report ? corpus?.readOnly ? null : <Steps key={corpus?.path} report={report} /> : <p className="quiet">Reading …</p>}
      {report && report.pace.length > 0 ? <People report={report} /> : null}
      <section className="form">
        <h2>Guidelines</h2>
        <Guidelines />
      </section>
    </div>
  )
}

function People({ report }: { readonly report: CampaignReport }) {
  const { campaign, pace, quality, notes } = report
  return (
    <section>
      <h2>Annotators</h2>
      <DataTable
        data-testid="campaign-people"
        caption={
          campaign
            ? `Annotators per page: ${campaign.overlap}; practice pages: ${campaign.training.length}; ${campaign.blind ? 'blind' : 'open: labels may be compared'}`
            : 'No plan. Lists all annotators with labels or assigned pages.'
        }
        columns={[
          'Annotator',
          'Progress',
          numbers('To do'),
          numbers('Seconds per page', 'Median of finished pages'),
          numbers('Pages per day', 'Mean over the days with finished pages'),
          'Last saved',
          {
            label: 'Compared with',
            title:
              'Gold standard: labels of practice pages, or imported labels. Adjudicated: final labels, which can include labels of this annotator.',
          },
          numbers('F1', 'F1 of content characters; number of pages in parentheses'),
          numbers('κ', 'Cohen’s κ by characters'),
          numbers('Type', 'Share of pages with the page type of the gold standard or of the adjudicated labels'),
        ]}
        rows={pace.map((person) => {
          const qualities = quality.filter(({ annotator }) => annotator === person.annotator)
          const ended = person.assigned - person.left
          const unassigned = person.done + person.skipped - ended
          const distributed = campaign?.handedOut?.[person.annotator]
          const progress = (
            <>
              <progress value={ended} max={Math.max(1, person.assigned)} aria-label={`${person.annotator}: pages finished`} />{' '}
              {formatNumber(ended)} of {formatNumber(person.assigned)}
              {person.skipped > 0 ? `, ${formatNumber(person.skipped)} skipped` : ''}
              {person.begun > 0 ? `, ${formatNumber(person.begun)} begun` : ''}
              {distributed === undefined ? null : <span className="quiet">, distributed {formatTime(distributed)}</span>}
              {unassigned > 0 ? <span className="quiet">, {formatNumber(unassigned)} not assigned</span> : null}
            </>
          )
          const cells = [
            person.annotator,
            progress,
            formatNumber(person.left),
            formatNumber(person.medianSeconds && Math.round(person.medianSeconds)),
            person.pagesADay?.toFixed(1) ?? '–',
            person.lastAt === null ? '–' : formatTime(person.lastAt),
            stacked(qualities.map(({ against }) => (against === 'gold' ? 'gold standard' : against))),
            stacked(
              qualities.map(
                ({ against, f1, pages }) =>
                  `${formatScore(f1)} (${formatNumber(pages)})${against === 'gold' ? passText(f1, campaign?.passMark) : ''}`,
              ),
            ),
            stacked(qualities.map(({ kappa }) => formatScore(kappa))),
            stacked(qualities.map(({ pageTypes }) => formatShare(pageTypes))),
          ]
          return { key: person.annotator, cells }
        })}
      />
      {notes.map((note) => (
        <p key={note} className={agreementStyles.note}>
          {note}
        </p>
      ))}
      {campaign && !campaign.bundle ? (
        <div className="row">
          <Button label="Refresh" onClick={() => void campaigning.read()} />
        </div>
      ) : null}
    </section>
  )
}

const stacked = (lines: readonly string[]): ReactNode => (lines.length === 0 ? '–' : lines.map((line, i) => <div key={i}>{line}</div>))

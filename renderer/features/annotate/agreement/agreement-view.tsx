import { useState, type ReactNode } from 'react'
import { QuietNotes } from '../../../components/panel/panel'
import type { AgreementReport, GroupAgreement, PageAgreement, PairAgreement } from '../../../../shared/contract/corpus-contract'
import { RELIABILITY_DRAWS, type Agreement } from '../../../../shared/gold/agreement'
import { FEWEST_PAGES, type Interval } from '../../../../shared/metrics/bootstrap'
import { countsAsContent } from '../../../../shared/gold/gold-text'
import { Button } from '../../../components/button'
import { MenuButton, MenuItem } from '../../../components/menu'
import { saveFile } from '../../../components/panel/save-file'
import { formatNumber } from '../../../components/number-format'
import { DataTable, numbers } from '../../../components/table'
import { annotate, useAnnotate } from '../state/annotate'
import { adjudication, useAdjudication } from '../state/adjudication'
import {
  Disputes,
  PageName,
  PairMap,
  UNITS,
  formatShareOrNone,
  usePageTitles,
  agreementCsv,
  agreementLatex,
  agreementRows,
} from './agreement-tables'
import { AdjudicateView } from './adjudicate-view'
import { withMinus } from '../../../../shared/base/written-number'
import { useFields } from '../../../window/store'
import agreementStyles from './agreement.module.css'

export function AgreementView() {
  const { agreement: report, task } = useFields(useAnnotate, 'agreement', 'task')
  const blind = useAnnotate((state) => state.preferences.blind || state.corpus?.campaign?.blind === true)
  const { open, loading, isDone } = useFields(useAdjudication, 'open', 'loading', 'isDone')
  const [pair, setPair] = useState<PairAgreement | null>(null)
  const chosen =
    report?.pairs.find((p) => p.first === pair?.first && p.second === pair?.second) ??
    report?.pairs.find((p) => p.agreement.pages > 0) ??
    report?.pairs.find((p) => p.copied > 0)
  if (open) return <AdjudicateView open={open} />
  return (
    <div className={`column pane ${agreementStyles.view}`}>
      <div className="row">
        <Button
          label={report ? 'Compare again' : 'Compare annotators'}
          tone="strong"
          disabled={task !== null || blind}
          onClick={() => void annotate.readAgreement()}
        />
        <span className="quiet">
          {blind
            ? 'Blind labelling hides the labels of others. To compare, turn off “blind”, or end blind labelling in Campaign.'
            : 'Compares pairs of annotators by characters without white space, on pages that both finished. Excludes practice pages, and pages on which one annotator copied labels from the other, or both copied from one source.'}
        </span>
        {blind ? null : <Button label="Adjudicate the rest" onClick={() => void adjudication.next()} />}
        {report && !blind && report.pairs.length > 0 ? <AgreementExport report={report} /> : null}
        {isDone ? <span role="status">All pages with two finished annotations are adjudicated, except practice pages.</span> : null}
        {loading ? <span role="status">Opening …</span> : null}
      </div>
      {report && !blind ? (
        <div className={agreementStyles.columns}>
          <div className="column">
            {report.pairs.length === 0 ? (
              <p className="quiet">No page has two finished annotations yet.</p>
            ) : (
              <>
                <GroupTable group={report.group} />
                <PairMap report={report} />
                <DataTable
                  data-testid="agreement-table"
                  caption="Pairs of annotators, over their common pages"
                  columns={[
                    'Annotators',
                    numbers('Pages in common'),
                    ...MEASURES,
                    numbers('Copied', 'Pages left out because labels were copied'),
                  ]}
                  rows={report.pairs.map((row) => {
                    const { first, second, agreement, copied } = row
                    const name = <Button label={`${first} and ${second}`} small tone="link" onClick={() => setPair(row)} />
                    const cells = [name, formatNumber(agreement.pages), ...measuresOf(agreement), copied === 0 ? '' : formatNumber(copied)]
                    return { key: `${first} ${second}`, cells, isCurrent: row === chosen }
                  })}
                />
              </>
            )}
            <QuietNotes notes={report.notes} />
          </div>
          <div className="column">
            {chosen ? <PairPages pair={chosen} all={report.pages} /> : null}
            <Disputes report={report} />
            {report.problems.length > 0 ? (
              <ul className="bulleted">
                {report.problems.map(({ place, failure }) => (
                  <li key={place}>
                    <code>{place}</code> {failure.message}
                  </li>
                ))}
              </ul>
            ) : null}
          </div>
        </div>
      ) : null}
    </div>
  )
}

function AgreementExport({ report }: { readonly report: AgreementReport }) {
  const { entries } = useAnnotate((state) => state.list)
  const counted = useAnnotate((state) => state.corpus?.contentLabels)
  const rows = () => {
    const types = new Map(
      entries.flatMap(({ id, gold }) => {
        const type = gold.find(({ pageType }) => pageType !== null)?.pageType
        return type ? [[id, type] as const] : []
      }),
    )
    return agreementRows(report, types, countsAsContent(counted))
  }
  return (
    <MenuButton word="Export" label="Export the agreement" narrow>
      <MenuItem title="CSV" onSelect={() => saveFile('agreement.csv', agreementCsv(rows()), 'text/csv')} />
      <MenuItem title="LaTeX" onSelect={() => saveFile('agreement.tex', agreementLatex(rows()))} />
    </MenuButton>
  )
}

function PairPages({ pair: { first, second }, all }: { readonly pair: PairAgreement; readonly all: readonly PageAgreement[] }) {
  const titles = usePageTitles()
  const pages = all.filter((p) => p.first === first && p.second === second).sort((a, b) => (a.agreement.f1 ?? 2) - (b.agreement.f1 ?? 2))
  if (pages.length === 0) return null
  return (
    <DataTable
      caption={`${first} and ${second}, page by page, lowest F1 first`}
      columns={['Page', ...MEASURES, '']}
      rows={pages.slice(0, 1000).map(({ page, agreement, copied }) => {
        const name = (
          <>
            <PageName {...{ page, titles }} />
            {copied ? <span className="quiet"> labels copied, not counted</span> : null}
          </>
        )
        const open = <Button label="Side by side" aria-label={`Side by side: ${page}`} onClick={() => void adjudication.open(page)} />
        return { key: page, cells: [name, ...measuresOf(agreement), open] }
      })}
    />
  )
}

function GroupTable({ group }: { readonly group: GroupAgreement }) {
  const excluded = UNITS.flatMap(({ id, label }) =>
    (['alpha', 'kappa'] as const).flatMap((measure) => {
      const draws = group[id][`${measure}Interval`]?.undefinedDraws
      return draws ? [`${measure === 'alpha' ? 'α' : 'κ'} of ${label.toLowerCase()} ${formatNumber(draws)}`] : []
    }),
  )
  const few = UNITS.some(({ id }) => group[id].alpha !== null && group[id].pages < FEWEST_PAGES)
  const uneven = UNITS.some(({ id }) => group[id].alpha !== null && group[id].kappa === null)
  return (
    <DataTable
      data-testid="reliability-table"
      caption={
        <>
          {group.annotators.length > 0 ? group.annotators.join(', ') : 'All annotators'} together
          {UNITS.some(({ id }) => group[id].alphaInterval ?? group[id].kappaInterval) ? ', with 95 % bootstrap intervals over pages' : ''}
        </>
      }
      columns={[
        'Unit',
        numbers('Pages'),
        numbers('Krippendorff’s α', 'Nominal; any number of annotators per page (Krippendorff 2011)'),
        numbers('Fleiss’ κ', 'n/a if the number of annotators differs between pages (Fleiss 1971)'),
      ]}
      rows={UNITS.map(({ id, label, title }) => {
        const { pages, alpha, alphaInterval, kappa, kappaInterval } = group[id]
        const cells = [label, formatNumber(pages), withInterval(alpha, alphaInterval), withInterval(kappa, kappaInterval)]
        return { key: id, title, cells }
      })}
      foot={
        uneven || few || excluded.length > 0 ? (
          <tfoot>
            <tr>
              <td colSpan={4} className="quiet">
                {few ? `Units with fewer than ${FEWEST_PAGES} pages with two annotators have no intervals. ` : ''}
                {uneven ? 'Fleiss’ κ needs an equal number of annotators on each page; α does not. ' : ''}
                {excluded.length > 0
                  ? `The intervals use ${formatNumber(RELIABILITY_DRAWS)} resamples of the pages. In some resamples all labels are equal, so that the coefficient is undefined. Excluded resamples: ${excluded.join(', ')}.`
                  : ''}
              </td>
            </tr>
          </tfoot>
        ) : null
      }
    />
  )
}

function withInterval(value: number | null, interval: Interval | null): ReactNode {
  const range = interval ? `[${formatKappa(interval.low)}, ${formatKappa(interval.high)}]` : ''
  return (
    <>
      {formatKappa(value)} <span className="quiet">{range}</span>
    </>
  )
}

const MEASURES = [numbers('Cohen’s κ'), numbers('F1'), numbers('Same label')]

const measuresOf = ({ kappa, f1, observed }: Agreement): string[] => [formatKappa(kappa), ...[f1, observed].map(formatShareOrNone)]

const formatKappa = (value: number | null): string => (value === null ? 'n/a' : withMinus(value.toFixed(3)))

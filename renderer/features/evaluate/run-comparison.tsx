import { Fragment, useMemo } from 'react'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import type { PageResult } from '../../../shared/evaluation/evaluation-row'
import { pText } from '../../../shared/evaluation/table-text'
import { comparePaired } from '../../../shared/metrics/bootstrap'
import { holm } from '../../../shared/metrics/holm'
import { Button } from '../../components/button'
import { PanelMessage } from '../../components/panel/panel'
import { evaluation, useEvaluation } from './state/evaluation'
import { MetricSelect } from './metric-select'
import { Select } from '../../components/select'

/** The same column in two runs, page by page. */
export function RunComparison({ details }: { readonly details: RunDetails }) {
  const runs = useEvaluation((state) => state.runs) ?? []
  const other = useEvaluation((state) => state.other)
  const metric = useEvaluation((state) => state.metric)
  const others = runs.filter(({ id }) => id !== details.run.id)
  const rows = useMemo(() => {
    if (!other) return []
    const theirs = new Map<string, PageResult>(other.results.map((result) => [result.facts.page, result]))
    const compared = details.run.names.flatMap((name, c) => {
      // The column of the same name, else of the same extractor: the usual question is what a changed parameter did.
      const extractor = details.run.spec.configurations[c]?.extractor
      const d = other.run.names.includes(name)
        ? other.run.names.indexOf(name)
        : other.run.spec.configurations.findIndex((configuration) => configuration.extractor === extractor)
      if (d < 0) return []
      const pages = details.results.flatMap(({ facts, rows: mine }) => {
        const x = mine[c]?.metrics[metric]
        const y = theirs.get(facts.page)?.rows[d]?.metrics[metric]
        return x === null || x === undefined || y === null || y === undefined ? [] : [{ page: facts.page, x, y }]
      })
      const test = comparePaired(
        pages.map(({ x }) => x),
        pages.map(({ y }) => y),
        { resamples: 2000 },
      )
      const changed = pages.filter(({ x, y }) => Math.abs(x - y) > 1e-9).sort((p, q) => Math.abs(q.x - q.y) - Math.abs(p.x - p.y))
      return [{ name, otherName: other.run.names[d] ?? '', c, pages, test, changed }]
    })
    const corrected = holm(compared.flatMap(({ test }) => (test ? [test.p] : [])))
    let next = 0
    return compared.map((row) => ({ ...row, corrected: row.test ? (corrected[next++] ?? null) : null }))
  }, [details, other, metric])
  return (
    <>
      <div className="evaluate-row">
        <label>
          Compare with
          <Select
            value={other?.run.id ?? ''}
            options={[{ value: '', label: 'choose a run' }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={(id) => void evaluation.compareWith(id || null)}
          />
        </label>
        <MetricSelect />
      </div>
      {!other ? (
        <PanelMessage
          title={others.length === 0 ? 'There is no other run yet' : 'Choose the run to compare with'}
          next="Copy this run, change a parameter, and run it again: the difference is shown here, page by page."
        />
      ) : (
        <div className="evaluate-scroll" tabIndex={0} role="region" aria-label="Difference of two runs">
          <table>
            <thead>
              <tr>
                <th scope="col">This run</th>
                <th scope="col">Other run</th>
                <th scope="col">Pages in common</th>
                <th scope="col">Mean difference</th>
                <th scope="col" title="Paired permutation test, two-sided, corrected for the number of rows (Holm)">
                  p
                </th>
                <th scope="col">Pages that changed, largest first</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, otherName, c, pages, test, corrected, changed }) => (
                <tr key={c}>
                  <th scope="row">{name}</th>
                  <td className="evaluate-left">{otherName}</td>
                  <td>{pages.length}</td>
                  <td>{test ? `${test.difference >= 0 ? '+' : '−'}${Math.abs(test.difference).toFixed(3)}` : '–'}</td>
                  <td title={test ? `${pText(test.p)} before the correction` : undefined}>{corrected === null ? '–' : pText(corrected)}</td>
                  <td className="evaluate-left">
                    {changed.length === 0 ? 'none' : null}
                    {changed.slice(0, 5).map(({ page, x, y }, i) => (
                      <Fragment key={page}>
                        {i > 0 ? ', ' : null}
                        <Button small tone="link" onClick={() => void evaluation.openPage(page, 'inspect', c)}>
                          {page.length > 28 ? `${page.slice(0, 27)}…` : page} ({x - y >= 0 ? '+' : '−'}
                          {Math.abs(x - y).toFixed(2)})
                        </Button>
                      </Fragment>
                    ))}
                    {changed.length > 5 ? <span className="quiet"> and {changed.length - 5} more</span> : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

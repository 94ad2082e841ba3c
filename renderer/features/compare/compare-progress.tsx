import { Button } from '../../components/button'
import { PanelProgress } from '../../components/panel/panel'
import { runAgain, stopCompared } from '../../window/compare'
import { isFinished, type Contestant } from './contestants'

/** How many of the methods compared are done, which still run, and which gave nothing; absent once all are there. */
export function CompareProgress({ contestants }: { readonly contestants: readonly Contestant[] }) {
  const done = contestants.filter(isFinished).length
  const running = contestants.filter(({ result, failure }) => result === null && failure === null)
  const failed = contestants.filter(({ failure }) => failure !== null)
  if (running.length === 0 && failed.length === 0) return null
  const names = running.map(({ info }) => info.title).join(', ')
  return (
    <div className="compare-progress bs-panel-progress">
      {running.length > 0 ? (
        <PanelProgress
          done={(done + failed.length) / contestants.length}
          message={`${done} of ${contestants.length} done; ${names} still ${running.length === 1 ? 'runs' : 'run'}`}
          onCancel={stopCompared}
        />
      ) : null}
      {failed.map(({ info, failure }) => (
        <span key={info.id} className="compare-failed">
          <strong>{info.title}</strong>: {failure?.message} {failure?.next}
        </span>
      ))}
      {failed.length > 0 && running.length === 0 ? (
        <Button small onClick={() => void runAgain(failed.map(({ info }) => info.id))}>
          Run again
        </Button>
      ) : null}
    </div>
  )
}

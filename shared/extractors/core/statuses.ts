import { KEPT, OUT, PATH } from '../../page/output'
import { TEXT, type NodeId, type PageModel } from '../../page/page-model'
import { INLINE_TAGS, tagTable } from '../../page/tags'
import type { Outcome, Probe } from './probe'

/** Applies the outcomes of decisions to the nodes of a page, in order. */
export class Statuses {
  readonly #page: PageModel
  readonly #inline: Uint8Array
  /** `OUT`, `KEPT` or `PATH` per node. Initially `OUT`. */
  status: Uint8Array
  readonly judged: Uint8Array

  constructor(page: PageModel) {
    this.#page = page
    this.#inline = tagTable(page.tagNames, INLINE_TAGS)
    this.status = new Uint8Array(page.count)
    this.judged = new Uint8Array(page.count)
  }

  apply(subject: NodeId, outcome: Outcome): void {
    const end = this.#page.subtreeEnd[subject]
    if (outcome === 'keep' || outcome === 'drop') {
      this.status.fill(outcome === 'keep' ? KEPT : OUT, subject, end)
      this.judged.fill(1, subject, end)
    } else if (outcome === 'path') {
      if (this.status[subject] === OUT) this.status[subject] = PATH
    } else if (outcome === 'keepNode') this.#own(subject, KEPT)
    else if (outcome === 'dropNode') this.#own(subject, OUT)
  }

  #own(subject: NodeId, status: number): void {
    const { kind, tag, subtreeEnd } = this.#page
    const judge = (n: number): void => {
      this.status[n] = status
      this.judged[n] = 1
    }
    judge(subject)
    const end = subtreeEnd[subject]
    let n: number = subject + 1
    while (n < end) {
      if (kind[n] === TEXT || this.#inline[tag[n]] === 1) judge(n++)
      else n = subtreeEnd[n]
    }
  }
}

/** Returns a probe that forwards all events to `probe`, and the resulting statuses. An inactive `probe` is returned unchanged. */
export function followStatuses(page: PageModel, probe: Probe): { probe: Probe; statuses: Statuses } {
  const statuses = new Statuses(page)
  if (!probe.active) return { probe, statuses }
  return {
    statuses,
    probe: {
      active: true,
      step: (name, caption, state) => probe.step(name, caption, state),
      decide(node, outcome, rule, value, limit, note) {
        statuses.apply(node, outcome)
        probe.decide(node, outcome, rule, value, limit, note)
      },
      decideLine: (line, outcome, rule, value, limit) => probe.decideLine(line, outcome, rule, value, limit),
    },
  }
}

/** What modules of a person's own keep of a page, worked out in threads that nothing else shares, for those who score and compare. */
import { failure, FailureError, type Failure, type Result } from '../../../shared/base/failure'
import type { Configuration } from '../../../shared/evaluation/run-spec'
import type { Extractor, ExtractionCore } from '../../../shared/extractors/core/extractor'
import type { CapturedLayout } from '../../../shared/page/place-layout'
import type { TaskOptions } from '../threads/thread-pool'
import { realmOf, type NamedFile, type OwnData } from './own-data'

/** What one module is asked: what it keeps of a page, under one or several configurations. */
export interface SelectionTask {
  readonly module: NamedFile & { readonly kind: 'module' }
  readonly programs: string
  readonly html: string
  readonly url: string | null
  readonly layout: CapturedLayout | null
  readonly scriptingEnabled: boolean
  readonly maxNodes: number
  readonly configurations: readonly Configuration[]
}

/** What a module keeps, in as few words as its thread can say it; whoever reads it believes none of it unseen. */
export interface Selection {
  readonly selected: Uint8Array | null
  readonly pageType: string | null
  /** Why there is no selection. */
  readonly failure: Failure | null
  /** What the run took. */
  readonly milliseconds: number
}

export interface SelectionReply {
  readonly selections: readonly Selection[]
  readonly warnings: readonly string[]
}

/** What modules keep, by the place of the configuration; the others are nobody's business here. */
export interface Selections {
  readonly of: ReadonlyMap<number, Selection>
  readonly warnings: readonly string[]
}

type Run = (task: SelectionTask, options: TaskOptions) => Promise<Result<SelectionReply>>
type PageToSelect = Omit<SelectionTask, 'module' | 'programs' | 'configurations'>

/** Whether anything of it has to run in threads of its own. */
export const hasModules = (own: OwnData | undefined): own is OwnData => own?.files.some(({ kind }) => kind === 'module') ?? false

/** What runs beside ours: programs, which are processes of their own. */
export function withoutModules(own: OwnData | undefined): OwnData | undefined {
  return own && { ...own, files: own.files.filter(({ kind }) => kind !== 'module') }
}

/** Asks each module that a configuration names, in its own threads. One that fails there fails alone. */
export async function selectByModules(
  run: Run,
  { own, configurations }: { readonly own: OwnData; readonly configurations: readonly Configuration[] },
  page: PageToSelect,
  signal?: AbortSignal,
): Promise<Selections> {
  const of = new Map<number, Selection>()
  const warnings = new Set<string>()
  const ask = async (module: NamedFile): Promise<void> => {
    if (module.kind !== 'module') return
    const places = configurations.flatMap(({ extractor }, place) => (extractor === module.id ? [place] : []))
    if (places.length === 0) return
    const { html, url, layout, scriptingEnabled, maxNodes } = page
    const task = { module, programs: own.programs, html, url, layout, scriptingEnabled, maxNodes }
    const asked = places.flatMap((place) => configurations[place] ?? [])
    const reply = await run({ ...task, configurations: asked }, { signal, realm: realmOf(module) })
    if (!reply.ok && reply.failure.code === 'cancelled') throw new FailureError(reply.failure)
    places.forEach((place, i) => of.set(place, (reply.ok && reply.value.selections[i]) || missing(module, reply)))
    if (reply.ok) for (const warning of reply.value.warnings) warnings.add(String(warning))
  }
  await Promise.all(own.files.map(ask))
  return { of, warnings: [...warnings] }
}

function missing({ path }: NamedFile, reply: Result<SelectionReply>): Selection {
  const reason = reply.ok ? failure('module.error', `${path} gave no selection.`, 'Mend it and save it.') : reply.failure
  return { selected: null, pageType: null, failure: reason, milliseconds: 0 }
}

/** An extractor that keeps what was kept elsewhere. Its run throws where that failed, or is of another page. */
export function selectedElsewhere(id: string, { selected, pageType, failure: reason }: Selection): Pick<Extractor, 'id' | 'run'> {
  return {
    id,
    run(page): ExtractionCore {
      if (reason) throw new FailureError(reason)
      if (!(selected instanceof Uint8Array) || selected.length !== page.count) {
        const what = `${id} selects among ${selected?.length ?? 0} nodes, the page has ${page.count}.`
        throw new FailureError(failure('module.error', what, 'Look at what it changes of JavaScript itself: it read another page.'))
      }
      const found = { selected, measures: {}, values: {}, warnings: [] }
      if (pageType !== 'article' && pageType !== 'overview') return found
      return { ...found, verdict: { pageType, value: 0, limit: 0, margin: 0, sentence: '', evidence: [] } }
    },
  }
}

import { noteAbout } from '../../../shared/base/written-number'
import { toFailure } from '../../../shared/base/failure'
import type { MovedPages, Problem } from '../../../shared/contract/corpus-data'
import type { Handlers } from '../../../shared/contract/dispatcher'
import { agreementReport } from './analysis/agreement-report'
import { measurePages } from './analysis/measure-pages'
import { campaignHandlers, checkOpen, ownLabels } from './campaign/campaign-handlers'
import { checkAbsolute, corpusInfo, type Corpora } from './corpora'
import { addSources, recapturePages } from './exchange/capture-pages'
import { exportFrom } from './exchange/corpus-export'
import { importInto } from './exchange/corpus-import'
import { listFolders } from './places'
import { moveAssignment, readCampaign } from './store/assignments'
import { saveGold } from './store/gold-store'

/** Returns handlers of requests that only windows send. @param sample makes the sample corpus if it is missing, and returns its path */
export function windowHandlers(corpora: Corpora, sample: () => Promise<string>) {
  return {
    'corpus.recent': () => corpora.ports.recent.list(),
    'corpus.openSample': async () => corpora.reopen(await sample()),
    'corpus.folders': async ({ path }) => listFolders(path === undefined ? null : checkAbsolute(path)),
  } satisfies Partial<Handlers>
}

export function corpusHandlers(corpora: Corpora) {
  const { loadPage, analyst, now } = corpora.ports
  return {
    ...campaignHandlers(corpora),
    'corpus.create': ({ path, name }) => corpora.create(path, name),
    'corpus.open': ({ path }) => corpora.reopen(path),
    'corpus.describe': async ({ corpus, ...changes }) => {
      const open = await corpora.opened(corpus)
      await open.store.describe(changes)
      if (changes.contentLabels) open.list.forgetF1()
      return corpusInfo(open)
    },
    'corpus.list': async ({ corpus }) => (await corpora.opened(corpus)).list.read(),
    'corpus.remove': async ({ corpus, pages }) => {
      const { store, list } = await corpora.opened(corpus)
      const moved = await moveEach(pages, (page) => store.remove(page))
      await list.refresh(pages)
      return moved
    },
    'corpus.restore': async ({ corpus, removed }) => {
      const { store, list } = await corpora.opened(corpus)
      const moved = await moveEach(removed, (handle) => store.restore(handle))
      await list.refresh(moved.done)
      return moved
    },
    'corpus.rename': async ({ corpus, page, to }) => {
      const { store, list } = await corpora.opened(corpus)
      await store.rename(page, to)
      await list.refresh([page, to])
      await moveAssignment(store.root, page, to)
      return store.entry(to)
    },
    'corpus.measure': async ({ corpus, ...wanted }, context) => measurePages(await corpora.opened(corpus), corpora.ports, wanted, context),
    'corpus.addPages': async ({ corpus, sources, options, delay }, context) => {
      const { store, list } = await corpora.writable(corpus)
      const outcome = await addSources(store, loadPage, { sources, options: { ...options, screenshot: true }, delay }, context)
      await list.refresh(outcome.added)
      return outcome
    },
    'corpus.recapture': async ({ corpus, ...wanted }, context) => {
      const { store, list } = await corpora.writable(corpus)
      const outcome = await recapturePages(store, loadPage, wanted, context)
      await list.refresh(outcome.added)
      const entries = await list.all()
      const labelled = outcome.added.filter((id) => (entries.get(id)?.gold.length ?? 0) > 0)
      const count = labelled.length === 1 ? 'one page' : `${labelled.length} pages`
      const sentence = (pages: string): string =>
        `Labels of ${count} refer to the previous capture (${pages}). The labels do not count until you confirm their new positions in Annotate.`
      return labelled.length === 0 ? outcome : { ...outcome, notes: noteAbout(labelled, sentence, 5) }
    },
    'corpus.import': async ({ corpus, ...options }, context) => {
      const { store, list } = await corpora.writable(corpus)
      const outcome = await importInto(store, analyst, { ...options, path: checkAbsolute(options.path), now: now() }, context)
      await list.refresh([...outcome.added, ...(outcome.completed ?? [])])
      return outcome
    },
    'corpus.export': async ({ corpus, ...options }, context) =>
      exportFrom((await corpora.opened(corpus)).store, analyst, { ...options, path: checkAbsolute(options.path) }, context),
    'corpus.page': async ({ corpus, page, annotator }) => {
      const { store } = await corpora.opened(corpus)
      const whole = await store.labelled(page)
      return (await readCampaign(store.root))?.blind ? ownLabels(whole, annotator) : whole
    },
    'corpus.saveLabels': async ({ corpus, gold, base }) => {
      const { store, list } = await corpora.writable(corpus)
      const outcome = await saveGold(store.root, gold, base)
      await list.refresh([gold.page])
      // With a damaged campaign, the entry cannot be read, but the labels are stored.
      return { ...outcome, entry: await list.entry(gold.page).catch(() => undefined) }
    },
    'corpus.agreement': async ({ corpus }, context) => {
      const { store, list } = await corpora.opened(corpus)
      const campaign = checkOpen(await readCampaign(store.root))
      const compared = { entries: await list.all(), practice: new Set(campaign?.training) }
      return agreementReport(store, analyst, compared, context)
    },
  } satisfies Partial<Handlers>
}

async function moveEach(names: readonly string[], move: (name: string) => Promise<string>): Promise<MovedPages> {
  const done: string[] = []
  const problems: Problem[] = []
  for (const name of names)
    try {
      done.push(await move(name))
    } catch (thrown) {
      problems.push({ place: name, failure: toFailure(thrown) })
    }
  return { done, problems }
}

import { isAbsolute } from 'node:path'
import type { corpusContract } from '../../../shared/contract/corpus-contract'
import type { Handlers } from '../../../shared/contract/dispatcher'
import { listFolders } from './folders'
import { checkCorpusPath, type CorpusService } from './corpus-service'
import type { LabelHistories } from './store/label-histories'
import type { RecentCorpora } from './store/recent-corpora'

export type CorpusHandlers = Pick<Handlers, keyof typeof corpusContract>

/** The corpus requests of the contract over the service. */
export function createCorpusHandlers(
  service: CorpusService,
  recent: RecentCorpora,
  histories: LabelHistories,
  /** Makes the sample corpus where it is not there yet, and says where it is. */
  sample: () => Promise<string>,
): CorpusHandlers {
  const absolute = (path: string): string => checkCorpusPath(path, isAbsolute)
  return {
    'corpus.recent': () => recent.list(),
    'corpus.openSample': async () => service.open(await sample()),
    'corpus.folders': ({ path }) => listFolders(path === undefined ? null : absolute(path)),
    'corpus.create': async ({ path, name }) => service.create(absolute(path), name),
    'corpus.open': async ({ path }) => service.open(absolute(path)),
    'corpus.list': async ({ corpus, filter, offset, limit }) => service.list(absolute(corpus), filter, offset, limit),
    'corpus.page': async ({ corpus, page, annotator }) => service.page(absolute(corpus), page, annotator),
    'corpus.addPages': async ({ corpus, sources, options, delay }, context) =>
      service.addPages(absolute(corpus), sources, options, delay, context),
    'corpus.recapture': async ({ corpus, pages, limits, delay }, context) =>
      service.recapture(absolute(corpus), pages, { delay, limits }, context),
    'corpus.saveLabels': async ({ corpus, gold, base }) => service.save(absolute(corpus), gold, base),
    'corpus.history': ({ corpus, page, annotator }) => histories.read({ corpus: absolute(corpus), page, annotator }),
    'corpus.keepHistory': async ({ corpus, page, annotator, history }) => {
      await histories.keep({ corpus: absolute(corpus), page, annotator }, history)
      return null
    },
    'corpus.noteUnsaved': async ({ corpus, page, annotator, unsaved }) => {
      await histories.noteUnsaved({ corpus: absolute(corpus), page, annotator }, unsaved)
      return null
    },
    'corpus.lostChange': ({ corpus, page, annotator }) => histories.lostChange({ corpus: absolute(corpus), page, annotator }),
    'corpus.revision': ({ corpus, page, annotator }) => service.revision(absolute(corpus), page, annotator),
    'corpus.remove': async ({ corpus, pages }) => service.remove(absolute(corpus), pages),
    'corpus.restore': async ({ corpus, removed }) => service.restore(absolute(corpus), removed),
    'corpus.rename': async ({ corpus, page, to }) => service.rename(absolute(corpus), page, to),
    'corpus.describe': async ({ corpus, ...changes }) => service.describe(absolute(corpus), changes),
    'corpus.queue': async ({ corpus, ...wanted }) => service.queue(absolute(corpus), wanted),
    'corpus.measure': async ({ corpus, extractors, pages }, context) => service.measure(absolute(corpus), extractors, pages, context),
    'corpus.campaign': async ({ corpus }, context) => service.campaign(absolute(corpus), context),
    'corpus.planCampaign': async ({ corpus, ...plan }, context) => service.planCampaign(absolute(corpus), plan, context),
    'corpus.setBlind': async ({ corpus, blind }, context) => service.setBlind(absolute(corpus), blind, context),
    'corpus.handOut': async ({ corpus, path, annotators }, context) =>
      service.handOut(absolute(corpus), absolute(path), annotators, context),
    'corpus.takeIn': async ({ corpus, paths }, context) => service.takeIn(absolute(corpus), paths.map(absolute), context),
    'corpus.feedback': async ({ corpus, page, annotator }) => service.feedback(absolute(corpus), page, annotator),
    'corpus.picture': async ({ corpus, name }) => service.picture(absolute(corpus), name),
    'corpus.agreement': async ({ corpus, pages }, context) => service.agreement(absolute(corpus), pages, context),
    'corpus.import': async ({ corpus, path, ...options }, context) =>
      service.import(absolute(corpus), { ...options, path: absolute(path) }, context),
    'corpus.export': async ({ corpus, path, ...options }, context) =>
      service.export(absolute(corpus), { ...options, path: absolute(path) }, context),
  }
}

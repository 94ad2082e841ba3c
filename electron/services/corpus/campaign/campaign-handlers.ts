import { failed } from '../../../../shared/base/failure'
import type { Checked } from '../../../../shared/contract/contract'
import type { CampaignReport, CorpusPage, CorpusPageEntry } from '../../../../shared/contract/corpus-data'
import type { CallContext, Handlers } from '../../../../shared/contract/dispatcher'
import { CAMPAIGN_FORMAT, CAMPAIGN_VERSION, type CampaignFile, planAssignment } from '../../../../shared/gold/campaign'
import { type PageType, STANDARD_TYPES } from '../../../../shared/gold/gold-file'
import { checkAbsolute, type Corpora } from '../corpora'
import { blindEntry, type OpenCorpus } from '../page-list'
import { changeCampaign, readCampaign, replaceAssignments } from '../store/assignments'
import { pathInside, readBytes } from '../../files/files'
import { checkAnnotator } from '../store/corpus-schema'
import { campaignOf, checkPlanned, GUIDELINES, distribute, pictureType, importBundles } from './bundles'
import { publishCampaign } from './campaign-html'
import { campaignReport, goldOfTraining, noPracticeLabelsFailure, trainingFeedback } from './campaign-report'

const PICTURE_LIMIT = 8 * 1024 * 1024

export function campaignHandlers(corpora: Corpora) {
  const { analyst, now } = corpora.ports
  const report = async (open: OpenCorpus, context: CallContext): Promise<CampaignReport> =>
    campaignReport(open, await readCampaign(open.store.root), analyst, context)
  return {
    'corpus.campaign': async ({ corpus }, context) => report(await corpora.opened(corpus), context),
    'corpus.planCampaign': async ({ corpus, ...plan }, context) => {
      const open = await corpora.writable(corpus)
      await planCampaign(open, plan)
      return report(open, context)
    },
    'corpus.setBlind': async ({ corpus, blind }, context) => {
      const open = await corpora.opened(corpus)
      await changeCampaign(open.store.root, (there) => {
        const campaign = checkPlanned(there)
        if (campaign.bundle && !blind) {
          const message = 'A bundle stays blind: it contains no labels of other annotators.'
          throw failed('campaign.blind', message, 'End blind labelling in the original corpus.')
        }
        return { ...campaign, blind }
      })
      return report(open, context)
    },
    'corpus.distribute': async ({ corpus, path, annotators }, context) =>
      distribute((await corpora.opened(corpus)).store, { folder: checkAbsolute(path), named: annotators, now: now() }, context),
    'corpus.publish': async ({ corpus, folder, ...choice }, context) => {
      const open = await corpora.opened(corpus)
      const campaign = checkOpen(await readCampaign(open.store.root))
      return publishCampaign(open, analyst, { ...choice, campaign, folder: checkAbsolute(folder) }, context)
    },
    'corpus.importBundles': async ({ corpus, paths }, context) => {
      const { store, list } = await corpora.writable(corpus)
      const outcome = await importBundles(store, paths.map(checkAbsolute), context)
      await list.refresh([...new Set(outcome.added)])
      return outcome
    },
    'corpus.feedback': async ({ corpus, page, annotator }) => {
      const { store } = await corpora.opened(corpus)
      return trainingFeedback(store, analyst, await campaignOf(store.root), { page, annotator })
    },
    'corpus.picture': async ({ corpus, name }) => {
      const { store } = await corpora.opened(corpus)
      const type = pictureType(name)
      const bytes = await readBytes(await pathInside(store.root, GUIDELINES, name), PICTURE_LIMIT)
      return { type, base64: bytes.toString('base64') }
    },
  } satisfies Partial<Handlers>
}

type CampaignPlan = Omit<Checked<'corpus.planCampaign'>, 'corpus'>

function typesOf(entries: Iterable<CorpusPageEntry>): readonly PageType[] {
  const found = new Set([...entries].flatMap(({ gold }) => gold.flatMap(({ pageType }) => pageType ?? [])))
  return found.size > 0 ? [...found].sort() : STANDARD_TYPES
}

/** Assigns all pages except practice pages. Checks the plan before the first change. */
async function planCampaign(
  { store, list }: OpenCorpus,
  { annotators, overlap, seed, training, passMark, pageTypes }: CampaignPlan,
): Promise<void> {
  const entries = await list.all()
  annotators.forEach(checkAnnotator)
  checkNamedOnce(annotators)
  const unknown = training.filter((id) => !entries.has(id))
  if (unknown.length > 0) {
    const shown = unknown.slice(0, 10).map((id) => `"${id}"`)
    const message = `${unknown.length === 1 ? '1 page does' : `${unknown.length} pages do`} not exist: ${shown.join(', ')}${unknown.length > shown.length ? ' …' : ''}. Nothing was assigned.`
    throw failed('corpus.no-page', message, 'Check the ids in the list of pages.')
  }
  // Missing gold labels of practice pages are reported now. Otherwise, each annotator would get the failure after finishing such a page.
  const untaught: string[] = []
  for (const id of training) if (!(await goldOfTraining(store, id))) untaught.push(id)
  if (untaught.length > 0) throw noPracticeLabelsFailure(untaught)
  const pages = [...entries.values()]
    .filter(({ id }) => !training.includes(id))
    .map(({ id, gold }) => ({ id, kind: gold.find(({ pageType }) => pageType !== null)?.pageType ?? '' }))
  // Reads the file before any change, so that a damaged file prevents all changes.
  const before = await readCampaign(store.root)
  if (before?.bundle) throw failed('campaign.bundle', 'A bundle has the plan of its campaign.', 'Plan the campaign in the original corpus.')
  await replaceAssignments(store.root, planAssignment(pages, annotators, overlap, seed))
  await changeCampaign(store.root, (there) => ({
    ...there,
    // Previous bundles do not fit the new plan.
    handedOut: undefined,
    ...{ format: CAMPAIGN_FORMAT, version: CAMPAIGN_VERSION, annotators, overlap, seed, training, passMark },
    pageTypes: [...(pageTypes?.length ? pageTypes : typesOf(entries.values()))],
    blind: there?.blind ?? true,
  }))
  // The gold standard of new and previous practice pages changes.
  list.forgetF1([...training, ...(before?.training ?? [])])
}

/** Ignores case, because some file systems ignore the case of file names. */
function checkNamedOnce(annotators: readonly string[]): void {
  const names = annotators.map((name) => name.toLowerCase())
  const twice = annotators.find((_, i) => names.indexOf(names[i] ?? '') < i)
  if (twice === undefined) return
  const message = `The name "${twice}" occurs twice. Nothing was assigned.`
  throw failed('campaign.twice', message, 'Use each name once; names that differ only in case are equal.')
}

export function ownLabels({ entry, labels, texts, snippets, ...page }: CorpusPage, annotator: string | undefined): CorpusPage {
  return {
    ...page,
    entry: blindEntry(entry),
    labels: labels.filter(({ gold }) => gold.annotator === annotator),
    texts: texts.filter(({ name }) => name === annotator),
    snippets: snippets.filter(({ name }) => name === annotator),
  }
}

export function checkOpen(campaign: CampaignFile | null): CampaignFile | null {
  if (!campaign?.blind) return campaign
  throw failed(
    'campaign.blind',
    'This campaign is blind: labels cannot be compared yet.',
    'When all annotators have finished, end blind labelling in the campaign view, or run “boilerscope corpus campaign open CORPUS”.',
  )
}

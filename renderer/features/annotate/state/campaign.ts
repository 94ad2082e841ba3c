/** A campaign of the corpus in front: its plan, how far it is, and its bundles. */
import type { CampaignReport, CampaignSite } from '../../../../shared/contract/corpus-contract'
import type { Result } from '../../../../shared/base/failure'
import { annotate, askTask, batch, useAnnotate, type TaskOptions } from './annotate'
import { call } from '../../../window/host/host'

async function showCampaign(
  title: string,
  about: (corpus: string, options: TaskOptions) => Promise<Result<CampaignReport>>,
): Promise<void> {
  const campaign = await askTask(title, about)
  if (campaign) useAnnotate.setState(({ corpus }) => ({ campaign, corpus: corpus ? { ...corpus, campaign: campaign.campaign } : null }))
}

export const campaigning = {
  /** Reads how far the campaign is. */
  read: () => showCampaign('Looking at the campaign', (corpus, task) => call('corpus.campaign', { corpus }, task)),
  async plan(annotators: readonly string[], overlap: number, training: readonly string[]): Promise<void> {
    const plan = { annotators: [...annotators], overlap, training: [...training] }
    await showCampaign('Planning', (corpus, task) => call('corpus.planCampaign', { corpus, ...plan }, task))
    await annotate.refresh()
  },
  async setBlind(blind: boolean): Promise<void> {
    await showCampaign('Looking at the campaign', (corpus, task) => call('corpus.setBlind', { corpus, blind }, task))
    annotate.setPreferences({ blind })
  },
  handOut: (path: string) => batch('Handed out', (corpus, task) => call('corpus.handOut', { corpus, path: path.trim() }, task)),
  /** Writes a site of agreement and decisions; null where that failed, which is said. */
  publish: (folder: string, choice: { readonly withNames: boolean; readonly withText: boolean }): Promise<CampaignSite | null> =>
    askTask('Publishing', (corpus, task) => call('corpus.publish', { corpus, folder: folder.trim(), ...choice }, task)),
  async takeIn(paths: readonly string[]): Promise<void> {
    await batch('Taken in', (corpus, task) => call('corpus.takeIn', { corpus, paths: [...paths] }, task))
    await campaigning.read()
  },
}

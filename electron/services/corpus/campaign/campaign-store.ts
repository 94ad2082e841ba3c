/** `campaign.json` of a corpus. */
import { stat } from 'node:fs/promises'
import { failure, FailureError } from '../../../../shared/base/failure'
import { CAMPAIGN_VERSION, CampaignFile } from '../../../../shared/gold/campaign'
import { readJson, writeJson } from '../../../../shared/gold/read-json'
import { CORPUS_LIMITS, fileFailure, hasCode, pathInside, readText, writeWhole } from '../store/corpus-files'
import { withFileLock } from '../store/file-lock'

const CAMPAIGN = 'campaign.json'
const KEYS = ['format', 'version', 'annotators', 'overlap', 'seed', 'training', 'blind', 'bundle']

/** The campaign of a corpus; null where there is none. @throws FailureError where the file is damaged or newer. */
export async function readCampaign(root: string): Promise<CampaignFile | null> {
  const path = await pathInside(root, CAMPAIGN)
  try {
    await stat(path)
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return null
    throw fileFailure(thrown, path)
  }
  const file = readJson(await readText(path, CORPUS_LIMITS.json), CampaignFile, path)
  if (file.version <= CAMPAIGN_VERSION) return file
  throw new FailureError(
    failure(
      'corpus.newer-version',
      `${path} has version ${file.version}; this Boilerscope knows version ${CAMPAIGN_VERSION}.`,
      'Update Boilerscope.',
    ),
  )
}

export async function writeCampaign(root: string, campaign: CampaignFile): Promise<void> {
  const path = await pathInside(root, CAMPAIGN)
  await withFileLock(path, () => writeWhole(path, writeJson(campaign, KEYS)))
}

/** `campaign.json` of a corpus. */
import { CAMPAIGN_VERSION, CampaignFile } from '../../../../shared/gold/campaign'
import { readJson, writeJson } from '../../../../shared/gold/read-json'
import { checkVersion, CORPUS_LIMITS, pathInside, readTextIfThere, writeWhole } from '../store/corpus-files'
import { withFileLock } from '../store/file-lock'

const CAMPAIGN = 'campaign.json'

/** The campaign of a corpus; null where there is none. @throws FailureError where the file is damaged or newer. */
export async function readCampaign(root: string): Promise<CampaignFile | null> {
  const path = await pathInside(root, CAMPAIGN)
  const text = await readTextIfThere(path, CORPUS_LIMITS.json)
  if (text === null) return null
  const file = readJson(text, CampaignFile, path)
  checkVersion(path, file.version, CAMPAIGN_VERSION)
  return file
}

export async function writeCampaign(root: string, campaign: CampaignFile): Promise<void> {
  const path = await pathInside(root, CAMPAIGN)
  await withFileLock(path, () => writeWhole(path, writeJson(campaign, CampaignFile)))
}

import { z } from 'zod'
import { CAMPAIGN_VERSION, CampaignFile } from '../../../../shared/gold/campaign'
import { writeJson } from '../../../../shared/gold/read-json'
import { checkVersion, pathInside, readJsonFileIfThere, stampOf } from '../../files/files'
import { withFileLock } from '../../files/file-lock'
import { checkAnnotator, checkPageId } from './corpus-schema'

export const ASSIGNMENTS = 'assignments.json'
const VERSION = 1

const AssignmentsFile = z.looseObject({
  format: z.literal('boilerscope-assignments'),
  version: z.number().int().min(1),
  pages: z.array(z.looseObject({ page: z.string().max(80), to: z.array(z.string().min(1).max(80)).max(1000) })).max(1_000_000),
})
type AssignmentsFile = z.infer<typeof AssignmentsFile>

export type Assignments = ReadonlyMap<string, readonly string[]>

function byPage({ pages }: AssignmentsFile): Map<string, string[]> {
  const assigned = new Map<string, string[]>()
  for (const { page, to } of pages) if (to.length > 0) assigned.set(page, [...new Set([...(assigned.get(page) ?? []), ...to])].sort())
  return assigned
}

async function readFileOf(root: string): Promise<AssignmentsFile> {
  const file = await readJsonFileIfThere(await pathInside(root, ASSIGNMENTS), AssignmentsFile)
  return file ?? { format: 'boilerscope-assignments', version: VERSION, pages: [] }
}

export async function readAssignments(root: string): Promise<Assignments> {
  return byPage(await readFileOf(root))
}

export async function assignmentsStamp(root: string): Promise<string | null> {
  return stampOf(await pathInside(root, ASSIGNMENTS))
}

async function change(root: string, act: (assigned: Map<string, string[]>) => void): Promise<void> {
  const path = await pathInside(root, ASSIGNMENTS)
  await withFileLock(path, async (save) => {
    const file = await readFileOf(root)
    checkVersion(path, file.version, VERSION)
    const assigned = byPage(file)
    act(assigned)
    const kept = new Map(file.pages.map((entry) => [entry.page, entry]))
    const pages = [...assigned]
      .filter(([, to]) => to.length > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([page, to]) => ({ ...kept.get(page), page, to: to.sort() }))
    await save(writeJson({ ...file, pages }, AssignmentsFile))
  })
}

export async function assignPages(root: string, pages: readonly string[], annotator: string): Promise<void> {
  checkAnnotator(annotator)
  pages.forEach(checkPageId)
  await change(root, (assigned) => {
    for (const page of pages) {
      const others = (assigned.get(page) ?? []).filter((name) => name !== annotator)
      assigned.set(page, [...others, annotator])
    }
  })
}

export async function replaceAssignments(root: string, to: Assignments): Promise<void> {
  for (const [page, names] of to) {
    checkPageId(page)
    names.forEach(checkAnnotator)
  }
  await change(root, (assigned) => {
    assigned.clear()
    for (const [page, names] of to) assigned.set(page, [...names])
  })
}

export async function moveAssignment(root: string, page: string, to: string): Promise<void> {
  await changeCampaign(root, (campaign) =>
    campaign?.training.includes(page)
      ? { ...campaign, training: campaign.training.map((training) => (training === page ? to : training)) }
      : null,
  )
  if (!(await readAssignments(root)).has(page)) return
  await change(root, (assigned) => {
    const annotators = assigned.get(page)
    if (annotators) assigned.set(to, annotators)
    assigned.delete(page)
  })
}

const CAMPAIGN = 'campaign.json'

/** Returns null if the file is missing. */
export async function readCampaign(root: string): Promise<CampaignFile | null> {
  const path = await pathInside(root, CAMPAIGN)
  const file = await readJsonFileIfThere(path, CampaignFile)
  if (file) checkVersion(path, file.version, CAMPAIGN_VERSION)
  return file
}

/** Changes the campaign under a lock. @param change receives null without a campaign; returns null to change nothing */
export async function changeCampaign(root: string, change: (campaign: CampaignFile | null) => CampaignFile | null): Promise<void> {
  const path = await pathInside(root, CAMPAIGN)
  await withFileLock(path, async (save) => {
    const campaign = change(await readCampaign(root))
    if (campaign) await save(writeJson(campaign, CampaignFile))
  })
}

/** Current assignments of a corpus from its files, which other windows and programs also change. */
import type { CampaignFile } from '../../../shared/gold/campaign'
import { assignmentsStamp, readAssignments, readCampaign, type Assignments } from './store/assignments'

/** @param root folder of the corpus */
export function createLabelPlan(root: string) {
  /** Returns the current campaign; null if it is missing or damaged. */
  const campaign = (): Promise<CampaignFile | null> => readCampaign(root).catch(() => null)

  let given: { readonly stamp: string | null; readonly assignments: Assignments } = { stamp: null, assignments: new Map() }
  /** Returns the current assignments, including practice pages. Throws FailureError if the file is damaged. */
  async function assignments(): Promise<Assignments> {
    const stamp = await assignmentsStamp(root)
    if (stamp !== given.stamp) given = { stamp, assignments: stamp === null ? new Map() : await readAssignments(root) }
    const { training = [], annotators = [] } = (await campaign()) ?? {}
    if (training.length === 0) return given.assignments
    const practised = training.map((id) => [id, [...new Set([...(given.assignments.get(id) ?? []), ...annotators])].sort()] as const)
    return new Map([...given.assignments, ...practised])
  }

  return { campaign, assignments }
}

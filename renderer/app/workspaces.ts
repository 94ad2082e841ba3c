import { lazy, type ComponentType } from 'react'
import { loadMath } from '../components/math/math'
import { Inspect } from './inspect/inspect'

export interface WorkspaceEntry {
  readonly id: string
  readonly title: string
  readonly Component: ComponentType
  /** Whether the workspace shows pages outside the open tabs, and therefore needs no open tab. */
  readonly ownPages: boolean
}

export const WORKSPACES: readonly WorkspaceEntry[] = [
  { id: 'inspect', title: 'Inspect', Component: Inspect, ownPages: false },
  { id: 'compare', title: 'Compare', Component: lazy(() => import('../features/compare/compare-workspace')), ownPages: false },
  { id: 'annotate', title: 'Annotate', Component: lazy(() => import('../features/annotate/annotate-workspace')), ownPages: true },
  { id: 'evaluate', title: 'Evaluate', Component: lazy(() => import('../features/evaluate/evaluate-workspace')), ownPages: true },
  {
    id: 'demonstrate',
    title: 'Demonstrate',
    Component: lazy(async () => {
      const [workspace] = await Promise.all([import('../features/demo/demo-workspace'), loadMath()])
      return workspace
    }),
    ownPages: false,
  },
]

export function workspacesOf(isPublished: boolean): readonly WorkspaceEntry[] {
  if (!isPublished) return WORKSPACES
  return ['evaluate', 'inspect', 'compare', 'demonstrate'].flatMap((id) => WORKSPACES.filter((entry) => entry.id === id))
}

export const showsOwnPages = ({ workspace }: { readonly workspace: string }): boolean =>
  WORKSPACES.some(({ id, ownPages }) => id === workspace && ownPages)

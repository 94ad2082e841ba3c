import { lazy, type ComponentType } from 'react'
import { loadMath } from '../components/math/math'
import type { WindowState } from '../window/window-state'
import { Inspect } from './inspect/inspect'

export interface WorkspaceEntry {
  readonly id: string
  readonly title: string
  readonly Component: ComponentType
  readonly pageless: boolean
  /** Whether the workspace shows pages outside the open tabs. */
  readonly ownPages?: boolean
}

export const WORKSPACES: readonly WorkspaceEntry[] = [
  { id: 'inspect', title: 'Inspect', Component: Inspect, pageless: false },
  { id: 'compare', title: 'Compare', Component: lazy(() => import('../features/compare/compare-workspace')), pageless: false },
  {
    id: 'annotate',
    title: 'Annotate',
    Component: lazy(() => import('../features/annotate/annotate-workspace')),
    pageless: true,
    ownPages: true,
  },
  {
    id: 'evaluate',
    title: 'Evaluate',
    Component: lazy(() => import('../features/evaluate/evaluate-workspace')),
    pageless: true,
    ownPages: true,
  },
  {
    id: 'demonstrate',
    title: 'Demonstrate',
    Component: lazy(async () => {
      const [workspace] = await Promise.all([import('../features/demo/demo-workspace'), loadMath()])
      return workspace
    }),
    pageless: false,
  },
]

export function workspacesOf({ host }: Pick<WindowState, 'host'>): readonly WorkspaceEntry[] {
  if (!host?.published) return WORKSPACES
  return ['evaluate', 'inspect', 'compare', 'demonstrate'].flatMap((id) => WORKSPACES.filter((entry) => entry.id === id))
}

export const showsOwnPages = ({ workspace }: { readonly workspace: string }): boolean =>
  WORKSPACES.some(({ id, ownPages }) => id === workspace && ownPages === true)

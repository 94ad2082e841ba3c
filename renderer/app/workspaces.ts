/** The workspaces of the window, in the order of the switch. Those whose code is not there are not shown. */
import { lazy, type ComponentType } from 'react'
import { Inspect } from './inspect'

export interface WorkspaceEntry {
  readonly id: string
  readonly title: string
  readonly Component: ComponentType
  /** Shown also in a tab without a page. */
  readonly pageless: boolean
}

type Module = Readonly<Record<string, ComponentType>>
const modules = import.meta.glob<Module>('../features/*/*-workspace.tsx')

function loaded(id: string, title: string, path: string, name: string, pageless = false): WorkspaceEntry[] {
  const load = modules[path]
  if (!load) return []
  const Component = lazy(async () => {
    const component = (await load())[name]
    if (!component) throw new Error(`${path} does not export ${name}.`)
    return { default: component }
  })
  return [{ id, title, Component, pageless }]
}

export const WORKSPACES: readonly WorkspaceEntry[] = [
  { id: 'inspect', title: 'Inspect', Component: Inspect, pageless: false },
  ...loaded('compare', 'Compare', '../features/compare/compare-workspace.tsx', 'CompareWorkspace'),
  ...loaded('annotate', 'Annotate', '../features/annotate/annotate-workspace.tsx', 'AnnotateWorkspace', true),
  ...loaded('evaluate', 'Evaluate', '../features/evaluate/evaluate-workspace.tsx', 'EvaluateWorkspace', true),
  ...loaded('demonstrate', 'Demonstrate', '../features/demo/demo-workspace.tsx', 'DemoWorkspace'),
]

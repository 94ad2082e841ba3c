import { actions, currentTab, getState, subscribe, watchTab } from '../../../window/window'
import { ownHashOf } from '../../../window/store'
import { closePage, openPage } from '../../../window/page/open-page'
import { runTrial } from '../../../window/result/trial-runs'
import { activeTab } from '../../../window/window-state'
import { useDemo } from './demo-state'
import { createStageDirector, type StageHost } from './stage-director'

export const stage = createStageDirector(useDemo, {
  tab: () => currentTab(),
  extractors: () => getState().extractors,
  hashOf: ownHashOf,
  run: runTrial,
  open: openExample,
  close: (id) => closePage({ id }),
  notify: (notice) => actions.notify(notice),
})

async function openExample(html: string): ReturnType<StageHost['open']> {
  const opened = await openPage({ kind: 'html', html, name: 'Example' }, 'source').page
  return opened.ok ? { ok: true, value: { page: opened.value.page.id, model: opened.value.model } } : opened
}

export function openStage(): () => void {
  const { getState: read, setState: write } = useDemo
  const stops = [
    watchTab(
      (tab) => tab.result,
      () => void stage.update(true),
    ),
    watchTab(
      (tab) => tab.page,
      () => {
        write({ editing: null, position: 0, playing: false })
        void stage.update(false)
      },
    ),
    useDemo.subscribe((now, before) => {
      if (now.requested && now.requested !== before.requested) void stage.update(true)
    }),
    subscribe((state, before) => {
      if (state.own !== before.own) void stage.updateBeside()
      // The tab computes no result for an example, so update the stage directly.
      const now = activeTab(state)
      const then = activeTab(before)
      if (read().example && (now.extractor !== then.extractor || now.params !== then.params || now.preset !== then.preset))
        void stage.update(true)
    }),
  ]
  void stage.update(true)
  return () => {
    for (const stop of stops) stop()
    write({ playing: false, lecture: false })
  }
}

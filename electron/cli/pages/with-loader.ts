import type { PageLoader } from '../../services/capture/loader'

/** @param root the application's folder. The browser is loaded for the commands that capture only. */
export async function withLoader<T>(root: string, act: (loader: PageLoader) => Promise<T>): Promise<T> {
  const [{ createPageLoader }, { createChromiumTargets }, { saveReaderIn }] = await Promise.all([
    import('../../services/capture/page-loader'),
    import('../../server/chromium-target'),
    import('../../services/saves/save-reader'),
  ])
  const targets = createChromiumTargets()
  const saves = saveReaderIn(root)
  try {
    return await act(createPageLoader((isInside) => targets.open(isInside), {}, saves))
  } finally {
    await Promise.all([targets.close(), saves.close()])
  }
}

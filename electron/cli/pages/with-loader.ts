import type { PageLoader } from '../../services/page-service'

/** The browser is loaded for the commands that capture only. */
export async function withLoader<T>(act: (loader: PageLoader) => Promise<T>): Promise<T> {
  const [{ createPageLoader }, { createChromiumTargets }] = await Promise.all([
    import('../../services/capture/page-loader'),
    import('../../server/chromium-target'),
  ])
  const targets = createChromiumTargets()
  try {
    return await act(createPageLoader((isInside) => targets.open(isInside)))
  } finally {
    await targets.close()
  }
}

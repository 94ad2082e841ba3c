/** Runs a library a second time with wrapped methods. The text always comes from the first run. */
import type { Probe } from '../../shared/extractors/core/probe'
import type { PageModel } from '../../shared/page/page-model'

/** @throws TypeError if the instance has no method `name` */
export function wrapMethod<T extends object, K extends keyof T>(
  instance: T,
  name: K,
  wrap: (call: Required<T>[K]) => Required<T>[K],
): void {
  const method = instance[name] as { bind(instance: T): Required<T>[K] }
  instance[name] = wrap(method.bind(instance))
}

type CallObserver<F> = F extends (...values: infer V) => infer R ? (result: R, ...values: V) => void : never

export function watchMethod<T extends object, K extends keyof T>(instance: T, name: K, observe: CallObserver<Required<T>[K]>): void {
  const report = observe as (result: unknown, ...values: readonly unknown[]) => void
  wrapMethod(instance, name, (call) => {
    const watched = (...values: readonly unknown[]): unknown => {
      const result = (call as (...values: readonly unknown[]) => unknown)(...values)
      report(result, ...values)
      return result
    }
    return watched as Required<T>[K]
  })
}

/** `observed` is null if no reasons were requested, or if the observed run failed or returned another result. */
export function observeBeside<T>(
  { title, known, isSupported }: { readonly title: string; readonly known: string; readonly isSupported: boolean },
  page: PageModel,
  probe: Probe,
  { run, isSame }: { readonly run: () => T; readonly isSame: (observed: T) => boolean },
): { readonly observed: T | null; readonly warnings: readonly string[] } {
  if (!probe.active) return { observed: null, warnings: [] }
  try {
    const observed = run()
    if (isSame(observed))
      return {
        observed,
        warnings: isSupported ? [] : [`The observer was written for version ${known}; the text comes from the installed version.`],
      }
  } catch {
    // If the observer fails, the text still comes from the unobserved run.
  }
  probe.decide(page.body, 'drop', 'unobserved', 1, 0)
  return { observed: null, warnings: [`${title} could not be observed on this page, so the reasons are unknown.`] }
}

/** The chart that was chosen for each extractor: it stays when the panes stand otherwise. */
import { create } from 'zustand'

export const useChosenChart = create<{ readonly byExtractor: Readonly<Record<string, string>> }>()(() => ({ byExtractor: {} }))

export function chooseChart(extractor: string, chart: string): void {
  useChosenChart.setState(({ byExtractor }) => ({ byExtractor: { ...byExtractor, [extractor]: chart } }))
}

/** The chart that was chosen for each extractor, and whether a smoothed measure stands below what it was smoothed from: they stay when the panes stand otherwise. */
import { create } from 'zustand'
import { z } from 'zod'
import { readValue, writeValue } from '../../../window/host/storage'

const STACKED = 'boilerscope.charts-stacked'

interface ChosenChart {
  readonly byExtractor: Readonly<Record<string, string>>
  readonly stacked: boolean
}

export const useChosenChart = create<ChosenChart>()(() => ({
  byExtractor: {},
  stacked: readValue(STACKED, z.boolean()) ?? true,
}))

export function chooseChart(extractor: string, chart: string): void {
  useChosenChart.setState(({ byExtractor }) => ({ byExtractor: { ...byExtractor, [extractor]: chart } }))
}

/** Whether raw and smoothed stand one above the other, remembered. */
export function setStacked(stacked: boolean): void {
  useChosenChart.setState({ stacked })
  writeValue(STACKED, stacked)
}

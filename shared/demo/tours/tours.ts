import { cetdTour } from './cetd-tour'
import { contentexTour } from './contentex-tour'
import { cuterTour } from './cuter-tour'
import { readabilityTour } from './readability-tour'
import { textsweeperTour } from './textsweeper-tour'
import type { Tour } from './tour'
import { ttrTour } from './ttr-tour'

export const TOURS: readonly Tour[] = [cetdTour, ttrTour, cuterTour, contentexTour, textsweeperTour, readabilityTour]

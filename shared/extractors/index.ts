import { cectdDs, cectdS, cetdDs } from './cetd/cetd'
import { contentex } from './contentex/contentex'
import { extractorInfo, type Extractor, type ExtractorInfo } from './core/extractor'
import { createRegistry } from './core/run'
import { defuddleInfo } from './peers/defuddle-info'
import { readabilityInfo } from './peers/readability-info'
import { cuter } from './cuter/cuter'
import { textsweeper } from './textsweeper/textsweeper'
import { ttr } from './ttr/ttr'
import { bte } from './bte/bte'
import { ccb } from './ccb/ccb'
import { cetr } from './cetr/cetr'
import { dsc } from './dsc/dsc'
import { fe, kfe } from './fe/fe'
import { lens } from './lens/lens'
import { lqf } from './lqf/lqf'

/** The extractors that run on every host. */
export const extractors: readonly Extractor[] = [
  cectdDs,
  cetdDs,
  cectdS,
  ttr,
  cuter,
  contentex,
  textsweeper,
  lens,
  bte,
  dsc,
  ccb,
  lqf,
  fe,
  kfe,
  cetr,
]

/** The built-in extractors, including the libraries that need a DOM. */
export const descriptions = createRegistry<ExtractorInfo>([...extractors.map(extractorInfo), readabilityInfo, defuddleInfo])

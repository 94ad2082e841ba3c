/** The registry: one line an extractor. Everything else (list, CLI, forms, charts, evaluation, demo) reads it. */
import { cectdDs, cectdS, cetdDs } from './cetd/cetd'
import { contentex } from './contentex/contentex'
import { createRegistry } from './core/registry'
import { defuddle } from './peers/defuddle'
import { readability } from './peers/readability'
import { cuter } from './cuter/cuter'
import { textsweeper } from './textsweeper/textsweeper'
import { ttr } from './ttr/ttr'
import { bte } from './bte/bte'
import { ccb } from './ccb/ccb'
import { cetr } from './cetr/cetr'
import { dsc } from './dsc/dsc'
import { fe, kfe } from './fe/fe'
import { lqf } from './lqf/lqf'

export const registry = createRegistry([
  cectdDs,
  cetdDs,
  cectdS,
  ttr,
  cuter,
  contentex,
  textsweeper,
  bte,
  dsc,
  ccb,
  lqf,
  fe,
  kfe,
  cetr,
  readability,
  defuddle,
])

/** The registry: one line an extractor. Everything else (list, CLI, forms, charts, evaluation, demo) reads it. */
import { cectdDs, cectdS, cetdDs } from './cetd/cetd'
import { createRegistry } from './core/registry'

export const registry = createRegistry([cectdDs, cetdDs, cectdS])

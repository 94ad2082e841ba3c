import { z } from 'zod'

/** Values of parameters by their names, as they come from outside. */
export const ParamRecord = z.record(z.string(), z.union([z.number(), z.boolean(), z.string()]))

import { z } from 'zod'

/** An action of the window as a native menu shows it. */
export const MenuAction = z.object({
  id: z.string().min(1).max(80),
  label: z.string().min(1).max(200),
  group: z.string().min(1).max(40),
  /** `Mod+Shift+P`. */
  keys: z.string().max(40).optional(),
  /** Whether the keys mean this while a text field has the focus, too. */
  inFields: z.boolean().default(false),
})
export type MenuAction = z.infer<typeof MenuAction>

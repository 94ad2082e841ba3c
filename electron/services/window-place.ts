import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'

const Bounds = z.object({ x: z.number(), y: z.number(), width: z.number().positive(), height: z.number().positive() })
/** Bounds in pixels. */
export type Bounds = z.infer<typeof Bounds>

const WindowMemory = z.object({
  bounds: Bounds.nullable().default(null),
  isMaximized: z.boolean().default(false),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  folder: z.string().nullable().default(null),
  checksUpdates: z.boolean().default(false),
})
type WindowMemory = z.infer<typeof WindowMemory>

export const LEAST = { width: 800, height: 560 } as const
const WANTED = { width: 1440, height: 900 } as const

export function placeWindow(kept: Bounds | null, area: Bounds): Bounds {
  const width = Math.max(LEAST.width, Math.min(kept?.width ?? WANTED.width, area.width))
  const height = Math.max(LEAST.height, Math.min(kept?.height ?? WANTED.height, area.height))
  const within = (wanted: number, from: number, room: number): number => Math.max(from, Math.min(wanted, from + room))
  return {
    x: Math.round(within(kept?.x ?? area.x + (area.width - width) / 2, area.x, area.width - width)),
    y: Math.round(within(kept?.y ?? area.y + (area.height - height) / 2, area.y, area.height - height)),
    width: Math.round(width),
    height: Math.round(height),
  }
}

export function createWindowMemory(file: string) {
  let memory: WindowMemory
  try {
    memory = WindowMemory.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    memory = WindowMemory.parse({})
  }
  return {
    read: (): WindowMemory => memory,
    change(change: Partial<WindowMemory>): void {
      memory = { ...memory, ...change }
      try {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(`${file}.tmp`, JSON.stringify(memory))
        renameSync(`${file}.tmp`, file)
      } catch {
        // The next start uses the last stored state.
      }
    },
  }
}

export type WindowMemoryStore = ReturnType<typeof createWindowMemory>

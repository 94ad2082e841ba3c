import type { ZodError, ZodType } from 'zod'

/** Writes the first issue as `position: message`. @param whole written instead of the position if the whole value is invalid */
export function firstIssue({ issues: [issue] }: ZodError, whole: string): string {
  return `${issue?.path.map(String).join('.') || whole}: ${issue?.message ?? ''}`
}

export function jsonOf<T>(text: string, schema: ZodType<T>): T | null {
  try {
    const parsed = schema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

export const isSameData = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

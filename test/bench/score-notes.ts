/** What a person found out about the figures; printed into docs/results.md by the score program. */
export const NOTES: readonly string[] = []
export const TRIED: readonly string[] = []

/** The run's answer to an exercise: a number, rows or an option. */
export interface ExerciseAnswer {
  readonly value?: number
  readonly tolerance?: number
  readonly rows?: readonly number[]
  readonly option?: number
  readonly shown: string
  /** Usual slips: the number that each leads to, or the wrong choice, and what to say of it. */
  readonly slips?: readonly { readonly value?: number; readonly chosen?: number; readonly say: string }[]
}
export function readNumbers(typed: string): number[]
export function grade(answer: ExerciseAnswer, given: string | null): 'right' | 'wrong' | 'unread'
export function slipOf(answer: ExerciseAnswer, given: string): string | null

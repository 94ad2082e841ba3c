/** The run's answer to an exercise: a number, rows or an option. */
export interface ExerciseAnswer {
  readonly value?: number
  readonly tolerance?: number
  readonly rows?: readonly number[]
  readonly option?: number
  readonly shown: string
  /** Usual slips: the wrong number or choice, and the sentence about it. */
  readonly slips?: readonly { readonly value?: number; readonly chosen?: number; readonly say: string }[]
}
export function readNumbers(typed: string): number[]
export function grade(answer: ExerciseAnswer, given: string | null): 'right' | 'wrong' | 'unread'
export function slipOf(answer: ExerciseAnswer, given: string): string | null

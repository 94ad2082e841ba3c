/** What a run gave for an exercise: one of a number, rows, an option. */
export interface ExerciseAnswer {
  readonly value?: number
  readonly tolerance?: number
  readonly rows?: readonly number[]
  readonly option?: number
  readonly shown: string
}
export function readNumbers(typed: string): number[]
export function grade(answer: ExerciseAnswer, given: string | null): 'right' | 'wrong' | 'unread'

import type { ExerciseAnswer } from '../docs/site/grading.js'

export interface ExerciseFacts {
  readonly id: string
  readonly kind: 'number' | 'node' | 'choice'
  readonly level: string
  readonly ask: string
  readonly hint: string
  readonly rows: readonly { readonly at: number; readonly name: string }[]
  readonly options: readonly { readonly label: string; readonly isRight: boolean }[]
  readonly answer: ExerciseAnswer
}

export interface ExerciseSource {
  readonly id: string
  readonly exercises: readonly Readonly<Record<string, unknown>>[]
}

export const EXERCISES: readonly ExerciseSource[]
export function readExercises(): { readonly id: string; readonly exercises: readonly ExerciseFacts[] }[]

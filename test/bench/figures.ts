/** Prints measured figures against their bars and counts those that are missed. */
import { sunk } from './stopwatch'

let missed = 0

/** A figure that has a bar. */
export function figure(name: string, value: string, bar: string, holds: boolean): void {
  if (!holds) missed++
  console.log(`${holds ? '  ' : '✗ '}${name.padEnd(62)} ${value.padStart(16)}   ${bar}`)
}

/** A figure without a bar. */
export function note(name: string, value: string): void {
  console.log(`  ${name.padEnd(62)} ${value.padStart(16)}`)
}

/** A ratio. */
export const times = (n: number): string => `${n.toFixed(2)} ×`

export const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`

/** Says whether every bar is met, and sets the exit code. */
export function finish(): void {
  console.log(missed === 0 ? 'Every bar is met.\n' : `${missed} ${missed === 1 ? 'bar is' : 'bars are'} missed (✗).\n`)
  if (sunk() < 0) console.log('')
  process.exitCode = missed === 0 ? 0 : 1
}

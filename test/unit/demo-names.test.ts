import { describe, expect, it } from 'vitest'
import { runName } from '../../renderer/features/demo/run-words'
import type { DemoRun } from '../../shared/demo/demo-run'
import type { ParamValue } from '../../shared/extractors/core/params'
import { play as playOn } from './demo-fixture'

const play = (id: string, params: Readonly<Record<string, ParamValue>> = {}): DemoRun =>
  playOn('<p>A text with <a href="/">a link</a>.', id, params)

describe('a run beside another is called', () => {
  it('after its method where the methods differ', () => {
    expect(runName(play('cectd-ds'), play('contentex'))).toBe('CECTD-DS')
  })
  it('after the values that differ where the method is the same', () => {
    const [a, b] = [play('cectd-ds'), play('cectd-ds', { lambda: 0.2, dropHidden: false })]
    expect(runName(a, b)).toBe('CECTD-DS (λ: 1, Drop hidden elements: on)')
    expect(runName(b, a)).toBe('CECTD-DS (λ: 0.2, Drop hidden elements: off)')
  })
  it('with the first two differences and how many more there are', () => {
    const other = play('contentex', { threshold: 0.6, time: false, ip: false })
    expect(runName(other, play('contentex'))).toMatch(/^ContentEx \(Threshold: 0\.6, .+: off, 1 more\)$/)
  })
  it('plainly where nothing differs', () => {
    expect(runName(play('cectd-ds'), play('cectd-ds'))).toBe('CECTD-DS')
  })
})

/** The window's styles take sizes of type, spaces and radii from one list. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../../scripts/ensure.mjs'

const renderer = join(root, 'renderer')
const sheets = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
  // The speaker's notes and a film are pages of their own, without the window's styles.
  .filter((path) => path.endsWith('.css') && !/^(?:public|film)/.test(path))
  .map((path) => ({ path, css: readFileSync(join(renderer, path), 'utf8') }))
const tokens = sheets.find(({ path }) => path === join('components', 'tokens.css'))?.css ?? ''
const others = sheets.filter(({ css }) => css !== tokens)
const declared = new Set([...tokens.matchAll(/(--[\w-]+):/g)].map(([, name]) => name))

/** Declarations of the properties that match and whose value matches, as `file: declaration`. */
function declarations(property: RegExp, value: RegExp): string[] {
  return others.flatMap(({ path, css }) =>
    [...css.matchAll(/([\w-]+): ([^;{}]+);/g)]
      .filter(([, name = '', given = '']) => property.test(name) && value.test(given))
      .map(([text]) => `${path}: ${text}`),
  )
}

describe('styles', () => {
  it('have every size of type from the scale, or relative to the text around', () => {
    expect(declarations(/^font(?:-size)?$/, /(?:^|\s)\d+px/)).toEqual([])
  })

  it('have every radius from the scale', () => {
    expect(declarations(/radius$/, /\d+px/)).toEqual([])
  })

  it('name no token that there is not', () => {
    const missing = others.flatMap(({ path, css }) => {
      const own = new Set([...css.matchAll(/(--[\w-]+):/g)].map(([, name]) => name))
      return [...css.matchAll(/var\((--(?:type|space|radius)-[\w-]+)/g)]
        .filter(([, name]) => !declared.has(name) && !own.has(name))
        .map(([text]) => `${path}: ${text}`)
    })
    expect(missing).toEqual([])
  })
})

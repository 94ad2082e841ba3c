import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { registry } from '../../electron/peers/registry'
import { composeFigure } from '../../renderer/figures/figure-frame'
import { COLOURS, figureOptions, THEMES, type FigureOptions } from '../../renderer/figures/figure-style'
import { wordsOf } from '../../renderer/features/demo/out/card-panels'
import { cardLines } from '../../renderer/features/demo/stage/card-lines'
import {
  FIGURE_PARTS,
  partsThere,
  shareHeight,
  stageFigure,
  type FigurePart,
  type ShownRun,
} from '../../renderer/features/demo/out/stage-figure'
import type { PagePicture } from '../../shared/contract/contract'
import type { DemoRun } from '../../shared/demo/demo-run'
import { play, sample } from './demo-fixture'
import { forAll } from '../fixtures/for-all'

const measure = (text: string, size: number): number => text.length * size * 0.5

const at = (run: DemoRun, step: string, into = 0): ShownRun => {
  const chapter = run.timeline.chapters.find((c) => c.step.name === step)
  if (!chapter) throw new Error(step)
  return { run, moment: into < 0 ? chapter.end + into : chapter.start + into, name: run.info.title }
}

function pictureOf({ page }: DemoRun): PagePicture {
  const boxes = new Float32Array(page.count * 4)
  for (let n = 0; n < page.count; n++) boxes.set([10, n * 10, 500, 10], n * 4)
  return { png: Uint8Array.of(137, 80, 78, 71), width: 1280, height: 3000, scale: 1, boxes, texts: new Float32Array(0) }
}

function figure(
  runs: readonly ShownRun[],
  part: FigurePart,
  change: Partial<FigureOptions> = {},
  picture: PagePicture | null = null,
): string {
  const options = { ...figureOptions({ width: 180, theme: 'light' }), height: 62, pageHeight: 115, ...change }
  const content = stageFigure({ part, runs, picture, title: 'A step & more', caption: 'A page' }, options, measure)
  return composeFigure(content, options, measure).svg
}

function faultsOf(svg: string): string[] {
  const open: string[] = []
  const faults: string[] = []
  for (const [, closing, tag = '', , empty] of svg.matchAll(/<(\/)?([a-zA-Z]+)((?:\s[^<>]*?)?)(\/)?>/g)) {
    if (closing) {
      if (open.pop() !== tag) faults.push(`</${tag}>`)
    } else if (!empty) open.push(tag)
  }
  return [...faults, ...open, ...(svg.match(/<[^>]*(?:NaN|undefined|Infinity|var\(--|class=)|&nbsp;/g) ?? [])]
}

const news = play(sample('news-article'), 'cectd-ds')

describe('the pseudocode in a figure', () => {
  const run = play(sample('news-article'), 'cectd-ds')
  const read = (svg: string): string => svg.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

  it.each(['code', 'stage'] as const)('has the value of a line beside the line, in the figure of the %s', (part) =>
    expect(read(figure([at(run, 'mark')], part, { height: 200 }))).toContain('article.story (17,080)'),
  )
})

describe('a figure of the stage', () => {
  it('is drawn for every part of every extractor, at the beginning and the end of each step', () => {
    for (const { id } of registry.list()) {
      const run = play(sample('news-article'), id)
      const { chapters, length } = run.timeline
      for (const moment of [...new Set(chapters.flatMap(({ start, end }) => [start, end - 1]).slice(0, 24)), length - 1]) {
        const shown = { run, moment, name: run.info.title }
        for (const part of partsThere(shown, pictureOf(run)))
          expect(faultsOf(figure([shown], part, {}, pictureOf(run))), `${id} ${moment} ${part}`).toEqual([])
      }
    }
  })

  it('is as high as its contents, and at most as high as requested', () => {
    const height = (part: FigurePart, pageHeight: number): number =>
      Number(/height="([\d.]+)mm"/.exec(figure([at(news, 'threshold')], part, { pageHeight, caption: false }))?.[1])
    expect(height('formula', 300)).toBeLessThan(80)
    expect(height('tree', 60)).toBeLessThan(75)
    expect(height('tree', 120)).toBeGreaterThan(100)
  })

  it.each(THEMES)('has only colours of the theme %s', (theme) => {
    const others: readonly string[] = JSON.stringify(COLOURS[theme === 'light' ? 'dark' : 'light']).match(/#[0-9a-f]{6}/g) ?? []
    for (const part of FIGURE_PARTS) {
      const colours = figure([at(news, 'mark', -1)], part, { theme }, pictureOf(news)).match(/#[0-9a-f]{6}/g) ?? []
      expect(colours.filter((colour) => others.includes(colour))).toEqual([])
    }
  })

  it('shows both runs if two play, each below its name', () => {
    const ttr = play(sample('news-article'), 'ttr')
    for (const part of FIGURE_PARTS) {
      const svg = figure([at(news, 'threshold'), { ...at(ttr, 'ratio', -1), name: 'TTR' }], part, {}, pictureOf(news))
      expect(svg, part).toContain('TTR')
      expect(svg, part).toContain(news.info.title)
      expect(faultsOf(svg), part).toEqual([])
    }
    const ends = [news, ttr].map((run) => ({ run, moment: run.timeline.length - 1, name: run.info.title }))
    expect(new Set([...figure(ends, 'page', {}, pictureOf(news)).matchAll(/<mask id="([^"]*)"/g)].map(([, id]) => id)).size).toBe(2)
  })
})

it('a formula as plain text has every number of every formula of every extractor, and no TeX', () => {
  for (const { id } of registry.list()) {
    const run = play(sample('news-article'), id)
    for (const chapter of run.timeline.chapters.slice(0, 30)) {
      for (const line of cardLines(run, run.frameAt(chapter.end - 1))) {
        if (line.kind !== 'tex') continue
        const text = wordsOf(line)
        expect(text, line.tex).not.toContain('\\')
        for (const number of line.tex.replaceAll('{,}', ',').match(/\d[\d,.]+/g) ?? []) expect(text).toContain(number)
      }
    }
  }
})

it('room is distributed completely, never more than requested', () =>
  forAll(
    fc.array(fc.double({ min: 0, max: 1000, noNaN: true }), { minLength: 1, maxLength: 6 }),
    fc.double({ min: 1, max: 2000, noNaN: true }),
    (wanted, room) => {
      const given = shareHeight(wanted, room)
      const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0)
      given.forEach((height, i) => expect(height).toBeLessThanOrEqual((wanted[i] ?? 0) + 1e-9))
      expect(sum(given)).toBeCloseTo(Math.min(room, sum(wanted)), 6)
    },
  ))

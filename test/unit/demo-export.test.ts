import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { exportHtml } from '../../shared/demo/export-html'
import { filmMoments, MOST_MOMENTS } from '../../shared/demo/export-run'
import { narrate } from '../../shared/demo/narration'
import { pictureMoments, videoMoments } from '../../shared/demo/picture-moments'
import { KEPT } from '../../shared/page/selection'
import { chapterDuration } from '../../shared/demo/timeline'
import { filmCard } from '../../renderer/features/demo/out/film-card'
import { registry } from '../../electron/peers/registry'
import { ELEMENT } from '../../shared/page/page-model'
import { syntheticPage } from '../bench/pages'
import { buildFilm } from '../../scripts/film-plugin.mjs'
import { exportRun, play } from './demo-fixture'

const player = await buildFilm()

const folder = 'electron/samples/pages'
const samples = readdirSync(folder).map((name) => ({ name, html: readFileSync(`${folder}/${name}`, 'utf8') }))

describe('the exported film', () => {
  it.each(samples)('of $name is smaller than 3 MB for every extractor', ({ html }) => {
    for (const { id } of registry.list()) {
      // The view of a page is its HTML with an id on each element.
      const run = play(html, id)
      const view = html.padEnd(html.length + run.page.count * 22)
      const film = exportRun(run, 'A page', MOST_MOMENTS, { card: (frame) => filmCard(run, frame) })
      expect(exportHtml(film, view, player).length).toBeLessThan(3_000_000)
    }
  })

  it('ends in the selection, told by changes alone', () => {
    const run = play(samples.find((s) => s.name === 'forum-thread.html')?.html ?? '', 'textsweeper')
    const film = exportRun(run, 'A thread')
    const fates = new Map<number, number>()
    for (const { fates: changes = [] } of film.moments)
      for (let i = 0; i < changes.length; i += 2) fates.set(changes[i] ?? 0, changes[i + 1] ?? 0)
    for (let n = 0; n < run.page.count; n++)
      if (run.page.kind[n] === ELEMENT && run.extraction.selected[n] === KEPT) expect(fates.get(n)).toBe(KEPT)
  })

  it('holds every moment of a long run, with its sentence', () => {
    const run = play(syntheticPage(3000), 'textsweeper')
    const film = exportRun(run, 'Long')
    expect(run.trace.decisionCount).toBeGreaterThan(1200)
    expect(film.moments).toHaveLength(run.timeline.length)
    let text = 0
    const told = film.moments.map((moment) => film.sentences[(text = moment.text ?? text)])
    for (let m = 0; m < run.timeline.length; m += 97) expect(told[m]).toBe(narrate(run, run.frameAt(m)))
    expect(exportHtml(film, null, player)).not.toContain('chosen among the many')
  })

  it('says what it leaves out of a run that is longer than it may be', () => {
    const run = play(syntheticPage(3000), 'textsweeper')
    const film = exportRun(run, 'Long', 400)
    expect(film.moments).toHaveLength(400)
    expect(film.moments.reduce((sum, { skipped = 0 }) => sum + skipped, 0)).toBe(run.timeline.length - 400)
    expect(exportHtml(film, null, player)).toContain(`400 of ${run.timeline.length} moments`)
  })

  it('chooses chapters and what they reveal first, then each rule’s first decisions, then what changes the result', () => {
    const run = play(syntheticPage(3000), 'textsweeper')
    const moments = filmMoments(run, 400)
    const chosen = new Set(moments)
    expect(new Set(filmMoments(run, run.timeline.length)).size).toBe(run.timeline.length)
    expect(chosen.has(run.timeline.length - 1)).toBe(true)
    const kinds = new Set<string>()
    for (const chapter of run.timeline.chapters) {
      for (let r = 0; r <= chapter.reveals; r++) expect(chosen.has(chapter.start + r)).toBe(true)
      for (let k = 0; k < chapter.decisions; k++) {
        const { decision } = run.frameAt(chapter.start + chapter.reveals + 1 + k)
        const kind = `${chapter.index} ${decision?.rule} ${decision?.outcome}`
        if (!kinds.has(kind)) expect(chosen.has(chapter.start + chapter.reveals + 1 + k)).toBe(true)
        kinds.add(kind)
      }
    }
    expect(exportRun(run, 'Long', 400).chapters.map(({ first }) => moments[first])).toEqual(run.timeline.chapters.map(({ start }) => start))
  })

  it('cannot be broken out of by the page’s text or title', () => {
    const run = play('<p>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; and a text', 'cectd-ds')
    const html = exportHtml(
      exportRun(run, '</title><script>alert(2)</script>'),
      '<html><head></head><body></script><script>alert(3)</script></body></html>',
      player,
    )
    expect(html.match(/<script/g)?.length).toBe(2)
    // A film inside the film of two is data of it, too.
    const two = exportHtml(exportRun(run, 'x'), null, player, { film: html, moments: [] })
    expect(two.match(/<script/g)?.length).toBe(2)
    expect(html.match(/<\/script>/g)?.length).toBe(2)
  })
})

describe('the animated picture', () => {
  it('shows every chapter of a short run and ends at its last moment', () => {
    const run = play(samples.find((s) => s.name === 'news-article.html')?.html ?? '', 'textsweeper')
    const moments = pictureMoments(run)
    expect(moments.length).toBeLessThanOrEqual(48)
    expect(new Set(moments.map((m) => run.frameAt(m.moment).chapter.index)).size).toBe(run.timeline.chapters.length)
    expect(moments.at(-1)?.moment).toBe(run.timeline.length - 1)
  })
})

describe('the video', () => {
  it('goes at the pace of the player and ends at the last moment', () => {
    for (const id of ['cectd-ds', 'ttr', 'cetr']) {
      const run = play(samples.find((s) => s.name === 'news-article.html')?.html ?? '', id)
      const moments = videoMoments(run)
      expect(moments[0]?.moment).toBe(0)
      expect(moments.at(-1)?.moment).toBe(run.timeline.length - 1)
      moments.slice(1).forEach(({ moment }, i) => expect(moment).toBeGreaterThan(moments[i]?.moment ?? 0))
      const played = run.timeline.chapters.reduce((sum, chapter) => sum + chapterDuration(chapter), 0)
      const shown = moments.slice(0, -1).reduce((sum, { milliseconds }) => sum + milliseconds, 0)
      expect(Math.abs(shown - played)).toBeLessThan(5000)
      for (const { milliseconds } of moments) expect(milliseconds).toBeGreaterThanOrEqual(100)
    }
  })
})

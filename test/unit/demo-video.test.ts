import { describe, expect, it } from 'vitest'
import { videoMoments } from '../../shared/demo/timeline'
import { chapterDuration } from '../../shared/demo/timeline'
import { play, sample } from './demo-fixture'

describe('the video', () => {
  it('goes at the pace of the player and ends at the last moment', () => {
    for (const id of ['cectd-ds', 'ttr', 'cetr']) {
      const run = play(sample('news-article'), id)
      const moments = videoMoments(run.timeline)
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

import { command, expect, fromMenu, test } from './app'
import { findings } from './axe'
import { savedFile } from './figures'
import { demonstrate } from './demonstrating'

test('a run is exported as a video that a browser plays', async ({ app }) => {
  test.slow()
  await app.keyboard.press('Escape')
  await demonstrate(app)
  await app.getByRole('button', { name: 'Edit example' }).click()
  await expect(app.locator('.stage-rows-row', { hasText: 'div.main' })).toBeVisible()
  const { name, bytes } = await savedFile(app, () => fromMenu(app, 'Export', /The whole run as a video/), 150_000)
  expect(name).toMatch(/\.(webm|mp4)$/)
  const type = name.endsWith('webm') ? 'video/webm' : 'video/mp4'
  // The window's policy forbids videos, so a blank page plays the video.
  const player = await app.context().newPage()
  const played = await player.evaluate(
    async ([data, kind]) => {
      const video = document.createElement('video')
      const bytes = Uint8Array.from(atob(data ?? ''), (c) => c.charCodeAt(0))
      video.src = URL.createObjectURL(new Blob([bytes], { type: kind ?? '' }))
      video.muted = true
      await new Promise((resolve, reject) => {
        video.onloadeddata = resolve
        video.onerror = () => reject(new Error(video.error?.message ?? 'The video cannot be read.'))
      })
      const canvas = document.createElement('canvas')
      canvas.width = video.videoWidth
      canvas.height = video.videoHeight
      // The browser can still show the previous frame, so wait for another number of dark pixels than `before`.
      const dark = async (seconds: number, before = -1): Promise<number> => {
        await new Promise((resolve) => {
          video.onseeked = resolve
          video.currentTime = seconds
        })
        const context = canvas.getContext('2d', { willReadFrequently: true })
        let count = before
        for (let tries = 0; tries < 100 && count === before; tries++) {
          await new Promise(requestAnimationFrame)
          context?.drawImage(video, 0, 0)
          const { data: pixels = [] } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
          count = 0
          for (let i = 0; i < pixels.length; i += 4) if ((pixels[i] ?? 255) < 128) count++
        }
        return count
      }
      const { duration } = video
      const first = await dark(0.05)
      return { width: video.videoWidth, height: video.videoHeight, duration, first, end: await dark(duration - 0.2, first) }
    },
    [bytes.toString('base64'), type],
  )
  await player.close()
  expect([played.width, played.height]).toEqual([1280, 720])
  expect(played.duration).toBeGreaterThan(10)
  expect(played.first).toBeGreaterThan(500)
  expect(played.end).not.toBe(played.first)
})

test('axe finds nothing in the demonstration, in any theme', async ({ app }) => {
  await demonstrate(app)
  expect(await findings(app, undefined, true)).toEqual([])
  await command(app, 'guided tours')
  await expect(app.getByRole('dialog', { name: 'Guided tours' })).toBeVisible()
  expect(await findings(app)).toEqual([])
  await app.keyboard.press('Escape')
  await app.getByRole('button', { name: 'Two runs' }).click()
  await fromMenu(app, 'More', 'Parameters')
  await expect(app.locator('.stage-stage')).toHaveCount(2)
  expect(await findings(app)).toEqual([])
  await app.getByRole('button', { name: 'Two runs' }).click()
  await app.getByLabel('Tour').selectOption('cetd')
  for (let i = 0; i < 6; i++) await app.getByRole('button', { name: 'Next' }).click()
  await app.getByRole('button', { name: 'Show the answer' }).click()
  expect(await findings(app)).toEqual([])
  await app.getByRole('button', { name: 'Edit example' }).click()
  await expect(app.locator('.stage-rows-row', { hasText: 'div.articleHeadline' })).toBeVisible()
  expect(await findings(app)).toEqual([])
})

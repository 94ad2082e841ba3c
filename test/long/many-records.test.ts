import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { listArchive } from '../../electron/services/capture/saves/archive'
import { captureOver, isolatedChromium } from '../capture/chromium-loader'
import { answer, SITE } from '../capture/saves'
import { folderForAll } from '../fixtures/temporary-folder'

const folder = folderForAll('records')
const targets = isolatedChromium(9)
afterAll(() => targets.close())

test('an archive of 40,000 records is listed and opened with limited memory', async () => {
  const one = answer('http://example.org/x.css', 'text/css', 'a{}')
  const path = join(folder, 'many.warc')
  writeFileSync(
    path,
    SITE[0] + one.repeat(20_000) + Array.from({ length: 20_000 }, (_, i) => answer(`http://e.org/${i}.css`, 'text/css', 'b{}')).join(''),
  )
  const before = process.memoryUsage().rss
  expect((await listArchive({ path }, 1_000_000, {})).total).toBe(1)
  const { bundle } = await captureOver(targets)({ kind: 'file', path }, { idle: 100, timeout: 600_000 })
  expect(bundle?.resources ?? []).toHaveLength(0)
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
})

// @vitest-environment node
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findUpdate } from '../../electron/main/app-window'

const server = createServer((request, response) => {
  if (request.url === '/releases/latest') response.writeHead(302, { Location: '/releases/tag/v0.10.0' })
  response.end()
})
let source = ''
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  source = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

test.each([
  ['0.9.3', true],
  ['0.10.0', false],
  ['1.0.0', false],
])('version %s has an update: %s', async (version, hasUpdate) => {
  expect(await findUpdate(source, version)).toBe(hasUpdate ? `${source}/releases/tag/v0.10.0` : null)
})

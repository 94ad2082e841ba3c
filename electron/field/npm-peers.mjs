// Runs extraction libraries from npm as programs of Boilerscope's protocol: node npm-peers.mjs NAME FOLDER.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const [, , name, folder] = process.argv
const require = createRequire(join(folder, 'package.json'))
// Sends messages of libraries to standard error, because standard output contains only responses.
console.log = console.info = console.debug = console.error

const NO_ADDRESS = 'https://page.invalid/'
const LIBRARIES = {
  'postlight-parser': async () => {
    const parser = require('@postlight/parser')
    return async (html, url) => {
      const { content, error, message } = await parser.parse(url ?? NO_ADDRESS, { html, contentType: 'html', fetchAllPages: false })
      if (error) throw new Error(message ?? 'The library reports an error.')
      return { html: content ?? '' }
    }
  },
  'article-extractor': async () => {
    const { extractFromHtml } = await import(pathToFileURL(require.resolve('@extractus/article-extractor')))
    return async (html, url) => ({ html: (await extractFromHtml(html, url ?? NO_ADDRESS))?.content ?? '' })
  },
}

const run = await LIBRARIES[name]()
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const { id, html, url } = JSON.parse(line)
  const answer = await run(html, url).catch((reason) => ({ error: String(reason?.message ?? reason) }))
  process.stdout.write(`${JSON.stringify({ id, ...answer })}\n`)
}

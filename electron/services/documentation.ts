/** Serves the documentation that `npm run docs` writes to `out/docs`. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join, normalize, sep } from 'node:path'
import { z } from 'zod'
import { escapeHtml } from '../../shared/base/escape'
import { isAlive } from './files/machine'

type Headers = Readonly<Record<string, string>>

export type DocumentationAnswer = { readonly headers: Headers } & (
  | { readonly file: string }
  | { readonly status: number; readonly body: string }
)

const Making = z.object({ pid: z.number().int(), step: z.number().int(), of: z.number().int(), doing: z.string() })

/** A `meta` refresh would lose the part of the address after `#`. */
const RELOAD_SOON = 'setTimeout(() => location.reload(), 1000)'

/** The pages of the documentation compile WebAssembly, and show demonstrations and page views. */
export const DOCUMENTATION_HEADERS: Headers = {
  'Content-Security-Policy': [
    "default-src 'self'",
    `script-src 'self' 'wasm-unsafe-eval' 'sha256-${createHash('sha256').update(RELOAD_SOON).digest('base64')}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}

const answerWith = (status: number, body: string, headers: Headers = {}): DocumentationAnswer => ({
  status,
  headers: { ...DOCUMENTATION_HEADERS, 'Content-Type': 'text/html; charset=utf-8', ...headers },
  body,
})

/** The returned function never serves files outside the documentation's folder. */
export function createDocumentation(root: string): (path: string) => DocumentationAnswer {
  const folder = join(root, 'out', 'docs')
  const marker = join(root, '.cache', 'docs-making.json')
  return (path) => {
    if (!existsSync(join(folder, 'index.html'))) return answerWith(503, writePlaceholderPage(marker))
    const requested = plainPath(path)
    const file = requested === null ? null : normalize(join(folder, requested))
    if (file === null || !file.startsWith(folder + sep)) return answerWith(404, NOT_FOUND)
    if (isFile(file)) return { file, headers: file === join(folder, 'app', 'index.html') ? windowHeaders(file) : DOCUMENTATION_HEADERS }
    // A folder's address without the final slash is redirected, because relative links would lead to the parent folder.
    return isFile(join(file, 'index.html')) ? answerWith(308, '', { Location: `${basename(file)}/` }) : answerWith(404, NOT_FOUND)
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** Returns headers with the policy that the window's page declares, and `frame-ancestors`. A stricter header would limit the page. */
function windowHeaders(page: string): Headers {
  const [, own = "default-src 'none'"] = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(readFileSync(page, 'utf8')) ?? []
  return { ...DOCUMENTATION_HEADERS, 'Content-Security-Policy': `${own}; frame-ancestors 'self'` }
}

function plainPath(path: string): string | null {
  try {
    const plain = decodeURIComponent(path === '' || path.endsWith('/') ? `${path}index.html` : path)
    return plain.includes('\0') ? null : plain
  } catch {
    return null
  }
}

function writePlaceholderPage(marker: string): string {
  const making = readBuildState(marker)
  if (making === null)
    return page(
      'The documentation has not been built yet',
      '<p>Run <code>npm run docs</code> in Boilerscope’s folder; this takes about 30 s. Then this page opens the documentation.</p>',
    )
  const { step, of, doing, isRunning } = making
  if (!isRunning)
    return page(
      'The documentation could not be built',
      `<p>The build ended at step ${step} of ${of}: ${escapeHtml(doing)}. Run <code>npm run docs</code> in Boilerscope’s folder to see the error.</p>`,
    )
  return page(
    'The documentation is being built',
    `<p><progress max="${of}" value="${step - 1}" aria-label="Progress"></progress></p><p>Step ${step} of ${of}: ${escapeHtml(doing)}. This happens once. Then this page opens the documentation.</p>`,
  )
}

function readBuildState(marker: string): (z.output<typeof Making> & { isRunning: boolean }) | null {
  try {
    const making = Making.parse(JSON.parse(readFileSync(marker, 'utf8')))
    return { ...making, isRunning: isAlive(making.pid) }
  } catch {
    return null
  }
}

const STYLE =
  ':root{color-scheme:light dark}body{font:1rem/1.6 system-ui,sans-serif;max-width:36rem;margin:18vh auto;padding:0 1.5rem}h1{font-size:1.4rem}progress{width:100%}'

function page(title: string, text: string, waits = true): string {
  const again = waits ? `<script>${RELOAD_SOON}</script>` : ''
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>${title} – Boilerscope</title><style>${STYLE}</style><main><h1>${title}</h1>${text}</main>${again}</html>`
}

const NOT_FOUND = page(
  'This page does not exist',
  '<p>The documentation has no page with this name. Go back, or press F1 in Boilerscope for the page about the current view.</p>',
  false,
)

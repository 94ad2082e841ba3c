import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import type { SelfCheckReport } from '../../electron/services/self-check/self-check'
import { findChromium, root } from '../../scripts/ensure.mjs'

const ELECTRON_ONLY = [
  'a page that requests a certificate gets none',
  'the window has only the permissions to copy and to fill the screen',
  'pages are captured within the system’s sandbox',
  'the dialog for a saved file has a title and a folder',
  'the application runs from its archive',
]

test('the self-check of the browser host passes, and lists the checks that need Electron', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boilerscope self-check '))
  const file = join(folder, 'the report.json')
  try {
    const start = join(root, 'scripts', 'start.mjs')
    const run = promisify(execFile)(process.execPath, [start, '--host', 'browser', '--port', '0', '--self-check', file], {
      env: { ...process.env, BOILERSCOPE_CHROMIUM: findChromium() ?? '' },
    })
    const { stdout } = await run.catch((thrown: { stdout: string }) => thrown)
    const report = JSON.parse(readFileSync(file, 'utf8')) as SelfCheckReport
    expect(report.findings.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    expect(report.passed).toBe(true)
    expect(stdout).toContain('self-check: passed')
    expect(report.findings.filter(({ outcome }) => outcome === 'not this host').map(({ name }) => name)).toEqual(ELECTRON_ONLY)
    expect(report.findings.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThanOrEqual(19)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

import { join } from 'node:path'
import { expect, fromMenu, ready, startHost, test } from './app'
import { unusedPort } from '../fixtures/listen'
import { findings } from './axe'
import { ARTICLE, highlighted, labelled, makeCorpus, openCorpus, openPage, pageOption, saved, textOnDisk } from './annotating'

function end({ process }: Awaited<ReturnType<typeof startHost>>, signal: NodeJS.Signals): void {
  process.removeAllListeners('exit')
  process.kill(signal)
}

test('the window stores labels without a host, and saves them when a host is back at the port', async ({ page: window, folder }) => {
  const corpus = await makeCorpus(folder, [ARTICLE])
  const data = { BOILERSCOPE_DATA: join(folder, 'data') }
  const port = String(await unusedPort())
  const first = await startHost(['--port', port], data)
  await window.goto(first.host.url)
  await ready(window)
  await openCorpus(window, corpus, 'ann')
  const page = await openPage(window, ARTICLE)
  await page.locator('h1').click({ position: { x: 5, y: 5 } })
  await saved(window)
  end(first, 'SIGKILL')
  await expect(window.getByRole('alert')).toContainText('this window stores your labels')
  await page.locator('.standfirst').click()
  await expect(window.getByTestId('save-state')).toHaveAttribute('data-state', 'failed')
  expect(textOnDisk(corpus, ARTICLE, 'ann')).not.toContain('Eleven volunteers')
  const second = await startHost(['--port', port], data)
  await window.getByRole('button', { name: 'Reconnect' }).click()
  await labelled(window, ARTICLE)
  await expect.poll(() => highlighted(window).then((texts) => texts.join(' '))).toContain('Eleven volunteers')
  await expect.poll(() => textOnDisk(corpus, ARTICLE, 'ann')).toContain('Eleven volunteers')
  end(second, 'SIGTERM')
})

test('axe finds nothing in Annotate, in any theme', async ({ app, folder }) => {
  const corpus = await makeCorpus(folder, [ARTICLE, 'overview'])
  await app.getByRole('button', { name: 'Annotate', exact: true }).click()
  await expect(app.getByRole('button', { name: 'Open corpus …' })).toBeVisible()
  expect(await findings(app, undefined, true)).toEqual([])
  await openCorpus(app, corpus, 'ann')
  await expect(pageOption(app)).toHaveCount(2)
  expect(await findings(app)).toEqual([])
  await app.getByRole('combobox', { name: 'Score' }).selectOption('F1 of extractors')
  await expect(app.getByTestId('scored')).toBeVisible()
  expect(await findings(app)).toEqual([])
  await app.getByRole('combobox', { name: 'Score' }).selectOption('Score: any')
  await expect(pageOption(app)).toHaveCount(2)
  for (const name of ['Add pages …', 'Import …', 'Export …', 'Labels …']) {
    await app.getByRole('button', { name }).click()
    await expect(app.getByRole('dialog')).toBeVisible()
    expect(await findings(app)).toEqual([])
    await app.keyboard.press('Escape')
  }
  const page = await openPage(app, ARTICLE)
  await page.locator('.standfirst').click()
  await saved(app)
  for (const panel of ['Text', 'Tree', 'Source', 'Labels', 'Notes', 'Keys']) {
    await app.getByRole('tablist', { name: 'The labels' }).getByRole('tab', { name: panel }).click()
    expect(await findings(app)).toEqual([])
  }
  await fromMenu(app, 'More tools', /^Start from labels/)
  expect(await findings(app)).toEqual([])
  await app.keyboard.press('Escape')
  await app.getByRole('tab', { name: 'Agreement' }).click()
  expect(await findings(app)).toEqual([])
})

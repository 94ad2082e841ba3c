import { expect, test } from './app'
import { findings } from './axe'

test('answers by keyboard are graded and stored', { tag: '@static' }, async ({ page, host }) => {
  const lesson = new URL('../exercises/cetd.html', host.url).href
  await page.goto(lesson)
  const progress = page.locator('.progress')
  await expect(progress).toHaveText('0 of 10 solved.')

  const density = page.locator('#density')
  const answer = density.locator('details.answer')
  await expect(answer).toBeHidden()
  const field = density.getByRole('textbox', { name: 'Compute the text density of div.story' })
  await field.focus()
  await page.keyboard.type('many')
  await page.keyboard.press('Enter')
  await expect(density.getByRole('status')).toContainText('Type a number')
  await expect(answer).toBeHidden()
  await field.fill('1')
  await page.keyboard.press('Enter')
  await expect(density.getByRole('status')).toContainText('Not yet')
  await expect(density.locator('.hint')).toBeVisible()
  await expect(answer).toBeVisible()
  await field.fill('30.8')
  await page.keyboard.press('Enter')
  await expect(density.getByRole('status')).toHaveText('Not yet. You divided by T + 1: the element itself is not counted.')
  const right = (await answer.locator('strong').textContent()) ?? ''
  await field.fill(right)
  await page.keyboard.press('Enter')
  await expect(density.getByRole('status')).toHaveText('Right.')
  await expect(progress).toHaveText('1 of 10 solved.')

  const target = page.locator('#target')
  await target.getByRole('radio').first().focus()
  await page.keyboard.press('Space')
  const rows = await target.getByRole('radio').count()
  const answers = (JSON.parse((await target.locator('form').getAttribute('data-answer')) ?? '{}') as { rows: number[] }).rows.map(String)
  for (let k = 0; k < rows; k++) {
    if (answers.includes(await target.locator('input:checked').inputValue())) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await expect(target.getByRole('status')).toHaveText('Right.')
  await expect(progress).toHaveText('2 of 10 solved.')
  expect(await findings(page)).toEqual([])

  await page.reload()
  await expect(progress).toHaveText('2 of 10 solved.')
  await page.getByRole('button', { name: 'Reset my answers' }).press('Enter')
  await expect(progress).toHaveText('0 of 10 solved.')
})

test('exercises without storage report it; without scripts, they show answers', { tag: '@static' }, async ({ page, host, browser }) => {
  const lesson = new URL('../exercises/cuter.html', host.url).href
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new Error('no')
      },
    }),
  )
  await page.goto(lesson)
  await expect(page.locator('.progress')).toHaveText('0 of 10 solved. This browser does not store your progress.')

  const still = await browser.newContext({ javaScriptEnabled: false })
  const other = await still.newPage()
  await other.goto(lesson)
  await expect(other.locator('details.answer')).toHaveCount(10)
  await expect(other.locator('details.answer').first()).toBeVisible()
  await expect(other.getByRole('button', { name: 'Check' })).toHaveCount(0)
  await expect(other.getByText('Without JavaScript, this page does not grade the exercises.')).toBeVisible()
  await still.close()
})

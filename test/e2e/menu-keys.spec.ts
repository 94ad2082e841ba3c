import { expect, test } from './app'

test('Alt that was part of a combination is let go without opening a menu bar; Alt by itself is not touched', async ({ app }) => {
  await app.evaluate(() => {
    const own = globalThis as unknown as { prevented: boolean[] }
    own.prevented = []
    // After the window's own listener, which is on the window as well.
    addEventListener('keyup', (event) => {
      if (event.key === 'Alt') own.prevented.push(event.defaultPrevented)
    })
  })
  const prevented = (): Promise<boolean[]> => app.evaluate(() => (globalThis as unknown as { prevented: boolean[] }).prevented)
  await app.keyboard.press('Alt+k')
  expect(await prevented()).toEqual([true])
  await app.keyboard.press('Alt')
  expect(await prevented()).toEqual([true, false])
})

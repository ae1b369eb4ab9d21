// What must hold for every screen is tested over the list of them, so also for screens that are added later.
import { someOf } from '../checks/effort.ts'
import { expectNoViolations } from './accessible.ts'
import { openScreen, routes } from './routes.ts'
import { expect, test } from './sign-in.ts'

test(
  'every screen has a heading, a title, no console error, no sideways scroll, and passes axe in both themes',
  { tag: '@wide' },
  async ({ openAs }, info) => {
    test.setTimeout(300_000)
    const page = await openAs('anna')
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => errors.push(`${page.url()}: ${String(error)}`))
    const all = await routes(page)
    // Some at each width in one theme; all of them at both widths and in both themes under `npm run prove`.
    const full = process.env.PROVE === 'full'
    const turn = info.project.name === 'phone' ? 0 : 1
    const paths = full
      ? all
      : someOf(
          all.filter((_, n) => n % 2 === turn),
          { sample: 9 },
        )
    for (const path of paths) {
      await openScreen(page, path)
      expect(await page.title(), path).not.toBe('')
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([path, sideways]).toEqual([path, 0])
      await expectNoViolations(page, full ? undefined : [turn === 0 ? 'light' : 'dark'])
    }
    expect(errors).toEqual([])
  },
)

test('the menu is used by keyboard alone', { tag: '@wide' }, async ({ openAs }, info) => {
  test.skip(info.project.name === 'phone', 'a phone has no Tab')
  const page = await openAs('anna')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /innehåll/i })).toBeFocused()
  await page.getByRole('link', { name: 'Schema', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Schema' })).toBeFocused()
  await page.getByRole('button', { name: 'Meny' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Logga ut' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Meny' })).toBeFocused()
})

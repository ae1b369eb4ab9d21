// What a screen begins with is asked once, by the page's first script, whose answer the screen takes.
import { addressOf } from '#platform/web/wire/address.ts'
import { firstCalls } from '../app/web/first-calls.ts'
import { expect, signIn, test } from './sign-in.ts'

test('a screen’s first calls are made once', async ({ page }) => {
  await signIn(page, 'anna')
  for (const [path, calls] of Object.entries(firstCalls)) {
    const asked: string[] = []
    const listen = (request: { url: () => string }) => {
      const { pathname, search } = new URL(request.url())
      asked.push(pathname + search)
    }
    page.on('request', listen)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    page.off('request', listen)
    for (const { path: called, query } of calls) {
      const address = addressOf(called, query)
      expect(
        asked.filter((url) => url === address),
        path,
      ).toHaveLength(1)
    }
  }
})

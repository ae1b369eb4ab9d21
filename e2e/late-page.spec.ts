import { originOf } from './portal.ts'
import { expect, test } from './sign-in.ts'

test('a page whose scripts do not come offers to be loaded again, and only then', async ({ page }) => {
  await page.route('**/assets/main-*.js', (route) => route.abort())
  await page.goto(`${originOf()}/login`)
  const again = page.getByRole('link', { name: 'Ladda om' })
  await expect(page.locator('#root > .name')).toBeVisible()
  await expect(again).toBeHidden()
  await page.evaluate(() => document.getAnimations().forEach((each) => each.finish()))
  await expect(page.getByText('Det tar lång tid att hämta sidan.')).toBeVisible()

  await page.unroute('**/assets/main-*.js')
  await again.click()
  await expect(page.getByRole('textbox', { name: 'Användarnamn' })).toBeVisible()
  await expect(again).toHaveCount(0)
})
